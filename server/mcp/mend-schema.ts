import { Ajv2020 } from "ajv/dist/2020.js";
import type { Json, JsonObject, JsonSchema } from "../contract/json.ts";
import { inlineReferences } from "./inline-references.ts";
import { isJsonObject, mendNode } from "./mend-node.ts";
import { mergeAlternatives } from "./merge-alternatives.ts";

/** A schema every provider accepts, or why there is none. `notes` say what had to be changed, for people. */
export type MendedSchema =
  | { readonly ok: true; readonly schema: JsonSchema; readonly notes: readonly string[] }
  | { readonly ok: false; readonly problem: string };

const maximumCharacters = 64 * 1024;
const maximumDepth = 40;
/** Keys that some provider refuses at the root of a tool's schema, or that mean nothing once references are inlined. */
const unwantedAtRoot = [
  "$schema",
  "$id",
  "$anchor",
  "$comment",
  "$vocabulary",
  "$defs",
  "definitions",
  "enum",
  "const",
  "not",
  "if",
  "then",
  "else",
];
const metaSchema = new Ajv2020({ strict: false, logger: false, validateFormats: false });

/**
 * Makes a server's input schema fit for model providers, which refuse a whole tool array for one malformed schema.
 *
 * Mended: no schema or no `type`, `type: null`, no `properties`, local `$ref` (inlined, never fetched), alternatives at the
 * root (merged), keywords with impossible values (removed), tuples and limits of older drafts. Not mended, and so not offered:
 * anything but an object, over 64 KB, nested over 40 levels, exploding references. Never throws; the same input gives the
 * same schema to the byte.
 */
export function mendSchema(raw: Json): MendedSchema {
  const notes = new Set<string>();
  const root = readRoot(raw, notes);
  if (typeof root === "string") return { ok: false, problem: root };
  const inlined = depthOf(root) > maximumDepth ? root : inlineReferences(root, notes);
  if (inlined === undefined)
    return { ok: false, problem: "Its schema's references unfold into something too large." };
  if (depthOf(inlined) > maximumDepth)
    return { ok: false, problem: `Its schema is nested more than ${maximumDepth} levels deep.` };
  const node = mendNode(inlined, notes);
  const merged = mergeAlternatives(isJsonObject(node) ? node : {}, notes);
  return finish(merged, notes);
}

function readRoot(raw: Json, notes: Set<string>): JsonObject | string {
  if (raw === null || raw === true) {
    notes.add("It came without a schema for its arguments.");
    return {};
  }
  if (!isJsonObject(raw))
    return `Its schema is ${Array.isArray(raw) ? "a list" : typeof raw}, not an object.`;
  const size = JSON.stringify(raw).length;
  return size > maximumCharacters
    ? `Its schema is ${size} characters long; the limit is ${maximumCharacters}.`
    : raw;
}

function finish(merged: JsonObject, notes: Set<string>): MendedSchema {
  const { type, ...rest } = merged;
  const types = Array.isArray(type) ? type : [type ?? "object"];
  if (!types.includes("object"))
    return { ok: false, problem: `Its schema describes ${String(types[0])} arguments, not an object.` };
  if (type === undefined) notes.add("Its schema did not say `type: object`.");
  const kept = Object.fromEntries(Object.entries(rest).filter(([key]) => !unwantedAtRoot.includes(key)));
  const named = mendNames(kept, notes);
  if (typeof named === "string") return { ok: false, problem: named };
  const schema = { type: "object", ...named };
  if (JSON.stringify(schema).length > maximumCharacters)
    return { ok: false, problem: "Its schema is too large once references are inlined." };
  if (!metaSchema.validateSchema(schema))
    return { ok: false, problem: `Its schema is not valid: ${metaSchema.errorsText(metaSchema.errors)}.` };
  return { ok: true, schema, notes: [...notes] };
}

/**
 * Providers refuse argument names outside `[A-Za-z0-9_.-]{1,64}`, and nothing here can check one called `__proto__`; an optional one is left
 * out, a required one costs the tool.
 */
function mendNames(schema: JsonObject, notes: Set<string>): JsonObject | string {
  const properties = isJsonObject(schema["properties"]) ? schema["properties"] : {};
  const listed = Array.isArray(schema["required"])
    ? schema["required"].filter((name) => typeof name === "string")
    : [];
  const required = [...new Set(listed)];
  const odd = [...new Set([...Object.keys(properties), ...required])].filter(
    (name) => !/^[A-Za-z0-9_.-]{1,64}$/.test(name) || name === "__proto__",
  );
  const blocked = odd.find((name) => required.includes(name));
  if (blocked !== undefined)
    return `It requires an argument named ${JSON.stringify(blocked.slice(0, 80))}, which model providers refuse or nobody can check.`;
  if (odd.length > 0) notes.add("Arguments whose names cannot be offered to models were left out.");
  const kept = Object.entries(properties).filter(([name]) => !odd.includes(name));
  const missing = required
    .filter((name) => !Object.hasOwn(properties, name))
    .map((name): [string, Json] => [name, {}]);
  const { required: _listed, properties: _all, ...rest } = schema;
  const whole = { properties: Object.fromEntries([...kept, ...missing]), ...rest };
  return required.length > 0 ? { ...whole, required } : whole;
}

function depthOf(value: Json, limit = maximumDepth + 1): number {
  if (limit === 0 || value === null || typeof value !== "object") return 0;
  return 1 + Math.max(0, ...Object.values(value).map((child: Json) => depthOf(child, limit - 1)));
}
