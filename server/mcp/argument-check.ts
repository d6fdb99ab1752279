import { Ajv, type AnySchema, type ErrorObject, type ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { Json, JsonSchema } from "../contract/json.ts";
import type { InputSchema } from "../engine/tool.ts";
import { isJsonObject } from "./mend-node.ts";

// Formats and patterns are left to the server: a hostile pattern could hold this process for minutes.
const settings = {
  strict: false,
  logger: false,
  allErrors: true,
  validateFormats: false,
  addUsedSchema: false,
  verbose: true,
} as const;
const draft07 = new Ajv(settings);
const draft2020 = new Ajv2020(settings);
const mostErrors = 5;

export type ToolArguments = Readonly<Record<string, unknown>>;

/**
 * Checks a call's arguments before the server sees them, so that the model is told at once which argument to mend.
 *
 * They are checked against what the server sent (draft 07 and 2020-12) or, where that does not compile, against the mended
 * schema the model saw. Compiled at the first call only. Missing arguments count as none.
 */
export function argumentSchema(shown: JsonSchema, raw: Json): InputSchema<ToolArguments> {
  let validate: ValidateFunction | undefined;
  return {
    jsonSchema: shown,
    parse(input) {
      const value = input === undefined || input === null ? {} : input;
      if (!isArguments(value)) return { ok: false, message: "The arguments have to be one JSON object." };
      validate ??= compile(raw) ?? compile(shown) ?? acceptAnything();
      if (validate(value)) return { ok: true, value };
      return { ok: false, message: describeErrors(validate.errors ?? [], shown) };
    },
  };
}

function isArguments(value: unknown): value is ToolArguments {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function compile(schema: Json | JsonSchema): ValidateFunction | undefined {
  if (!isJsonObject(schema as Json)) return undefined;
  const plain = withoutPatterns(schema as Json) as AnySchema;
  const ajv = String((schema as JsonSchema)["$schema"] ?? "").includes("draft-07") ? draft07 : draft2020;
  try {
    return ajv.compile(plain);
  } catch {
    return undefined;
  } finally {
    // Compiled code stays with the tool; without this the shared compiler would remember every schema for ever.
    ajv.removeSchema(plain);
  }
}

function acceptAnything(): ValidateFunction {
  return draft2020.compile({ type: "object" });
}

function withoutPatterns(value: Json): Json {
  if (Array.isArray(value)) return value.map((item: Json) => withoutPatterns(item));
  if (!isJsonObject(value)) return value;
  const kept = Object.entries(value).filter(
    ([key, child]) => !isRegularExpression(key, child) && key !== "$id" && key !== "$schema",
  );
  return Object.fromEntries(kept.map(([key, child]) => [key, withoutPatterns(child)]));
}

/** An argument may itself be called `pattern`: then a schema stands there, not a text. */
function isRegularExpression(key: string, value: Json): boolean {
  return (key === "pattern" && typeof value === "string") || key === "patternProperties";
}

function describeErrors(errors: readonly ErrorObject[], shown: JsonSchema): string {
  const sentences = [...new Set(errors.map((error) => sentenceFor(error, shown)))];
  const more = sentences.length > mostErrors ? ` (${sentences.length - mostErrors} more)` : "";
  return `${sentences.slice(0, mostErrors).join("; ")}${more}. Call again with arguments that fit the tool's schema.`;
}

function sentenceFor(error: ErrorObject, shown: JsonSchema): string {
  const place =
    error.instancePath === "" ? "the arguments" : `"${error.instancePath.slice(1).replaceAll("/", ".")}"`;
  const details = error.params as Readonly<Record<string, unknown>>;
  switch (error.keyword) {
    case "required":
      return `"${join(error, String(details["missingProperty"]))}" is missing`;
    case "additionalProperties":
    case "unevaluatedProperties": {
      const known =
        error.instancePath === "" ? Object.keys((shown["properties"] ?? {}) as object).slice(0, 30) : [];
      const unknown = String(details["additionalProperty"] ?? details["unevaluatedProperty"]).slice(0, 80);
      return `"${join(error, unknown)}" is not an argument${known.length > 0 ? `; known are ${known.join(", ")}` : ""}`;
    }
    case "type":
      return `${place} has to be ${[details["type"]].flat().join(" or ")} but is ${kindOf(error.data)}`;
    case "enum":
      return `${place} has to be one of ${JSON.stringify(details["allowedValues"]).slice(0, 500)}`;
    case "const":
      return `${place} has to be ${JSON.stringify(details["allowedValue"]).slice(0, 200)}`;
    default:
      return `${place} ${error.message ?? "does not fit"}`;
  }
}

function join(error: ErrorObject, name: string): string {
  return [...error.instancePath.split("/").slice(1), name].join(".");
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "a list" : typeof value;
}
