import { Ajv, type AnySchema, type ErrorObject, type ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { Json, JsonSchema } from "../contract/json.ts";
import { type CheckEffort, checkEffort, weightOf } from "../engine/check-effort.ts";
import type { InputSchema } from "../engine/tool.ts";
import { inlineReferences } from "./inline-references.ts";
import { isJsonObject } from "./mend-node.ts";

// Formats, patterns and whether items differ are left to the server: each could hold this process for minutes.
const settings = {
  strict: false,
  logger: false,
  validateFormats: false,
  addUsedSchema: false,
  verbose: true,
  // An argument may be called `constructor`, which every object has.
  ownProperties: true,
} as const;
const all = { ...settings, allErrors: true };
const compilers = {
  all: { draft07: new Ajv(all), draft2020: new Ajv2020(all) },
  first: { draft07: new Ajv(settings), draft2020: new Ajv2020(settings) },
};
const mostErrors = 5;
/** Of more mistakes it is not even told how many there are. */
const mostDescribed = 50;
const longestSentence = 1_000;

export type ToolArguments = Readonly<Record<string, unknown>>;

/**
 * Checks a call's arguments before the server sees them, so that the model is told at once which argument to mend.
 *
 * They are checked against what the server sent (draft 07 and 2020-12) or, where that does not compile, against the mended
 * schema the model saw. References are followed as far as they end, and only while they do not multiply each other. Of long arguments
 * only the first mistake is looked for, and what would take too long to check is left to the server. Compiled at the first call
 * only. Missing arguments count as none.
 */
export function argumentSchema(shown: JsonSchema, raw: Json): InputSchema<ToolArguments> {
  let check: SchemaCheck | undefined;
  return {
    jsonSchema: shown,
    parse(input) {
      const value = input === undefined || input === null ? {} : input;
      if (!isArguments(value)) return { ok: false, message: "The arguments have to be one JSON object." };
      check ??= new SchemaCheck(unfolded(raw), shown);
      const errors = check.errorsOf(value);
      return errors.length === 0
        ? { ok: true, value }
        : { ok: false, message: describeErrors(errors, shown) };
    },
  };
}

/** What the server sent, without its references, or what the model saw, compiled for each effort when it is first needed. */
class SchemaCheck {
  readonly #own: Json | undefined;
  readonly #shown: JsonSchema;
  readonly #weight: number;
  readonly #compiled = new Map<CheckEffort, ValidateFunction>();

  constructor(own: Json | undefined, shown: JsonSchema) {
    this.#own = own;
    this.#shown = shown;
    this.#weight = Math.max(weightOf(own), weightOf(shown));
  }

  /** None where it fits, or where nobody can wait for that. */
  errorsOf(value: ToolArguments): readonly ErrorObject[] {
    const effort = checkEffort(value, this.#weight);
    if (effort === "none") return [];
    const validate = this.#compiled.get(effort) ?? this.#compile(effort);
    return validate(value) ? [] : (validate.errors ?? []);
  }

  #compile(effort: "all" | "first"): ValidateFunction {
    const validate = compile(this.#own, effort) ?? compile(this.#shown, effort) ?? acceptAnything();
    this.#compiled.set(effort, validate);
    return validate;
  }
}

function isArguments(value: unknown): value is ToolArguments {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function unfolded(raw: Json): Json | undefined {
  return isJsonObject(raw) ? inlineReferences(raw, new Set()) : undefined;
}

function compile(
  schema: Json | JsonSchema | undefined,
  effort: "all" | "first",
): ValidateFunction | undefined {
  if (schema === undefined || !isJsonObject(schema as Json)) return undefined;
  const plain = withoutSlow(schema as Json) as AnySchema;
  const { $schema: said } = schema as JsonSchema;
  const dialect = typeof said === "string" && said.includes("draft-07") ? "draft07" : "draft2020";
  const ajv = compilers[effort][dialect];
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
  return compilers.first.draft2020.compile({ type: "object" });
}

function withoutSlow(value: Json): Json {
  if (Array.isArray(value)) return value.map((item: Json) => withoutSlow(item));
  if (!isJsonObject(value)) return value;
  const kept = Object.entries(value).filter(
    ([key, child]) => !isSlow(key, child) && key !== "$id" && key !== "$schema",
  );
  return Object.fromEntries(kept.map(([key, child]) => [key, withoutSlow(child)]));
}

/** An argument may itself be called like one of them: then a schema stands there, not a text or a yes. */
function isSlow(key: string, value: Json): boolean {
  if (key === "uniqueItems") return typeof value === "boolean";
  return (key === "pattern" && typeof value === "string") || key === "patternProperties";
}

function describeErrors(errors: readonly ErrorObject[], shown: JsonSchema): string {
  const described = errors.slice(0, mostDescribed).map((error) => sentenceFor(error, shown));
  const sentences = [...new Set(described.map((text) => text.slice(0, longestSentence).toWellFormed()))];
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
