import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import type { Json, JsonObject, JsonSchema } from "../contract/json.ts";
import { ownValue } from "../contract/own-value.ts";
import { checkEffort, weightOf } from "../engine/check-effort.ts";
import type { ParseOutcome } from "../engine/tool.ts";

// Formats are left to the function's own conversion, which accepts what Python accepts and says what is wrong.
const settings = {
  strict: false,
  validateFormats: false,
  verbose: true,
  addUsedSchema: false,
  // An argument may be called `constructor`, which every object has.
  ownProperties: true,
} as const;
const compilers = { all: new Ajv2020({ ...settings, allErrors: true }), first: new Ajv2020(settings) };
const validators = {
  all: new WeakMap<JsonSchema, ValidateFunction>(),
  first: new WeakMap<JsonSchema, ValidateFunction>(),
};
const weights = new WeakMap<JsonSchema, number>();
const MAX_PROBLEMS = 8;
/** Of more it is not even looked which of them differ. */
const MAX_DESCRIBED = 50;
/** Characters of one problem. */
const MAX_LINE = 500;

/**
 * Checks a call's arguments against the function's schema. The message names each wrong argument and what it should be; of long
 * arguments the first that is wrong. What would take too long to check is left to the function.
 */
export function checkArguments(schema: JsonSchema, input: unknown): ParseOutcome<JsonObject> {
  if (!isObject(input))
    return { ok: false, message: `The arguments must be an object, not ${shown(input)}.` };
  const effort = checkEffort(input, weights.get(schema) ?? weigh(schema));
  if (effort === "none") return { ok: true, value: input };
  const validate = validators[effort].get(schema) ?? compilers[effort].compile(schema);
  validators[effort].set(schema, validate);
  if (validate(input)) return { ok: true, value: input };
  const told = (validate.errors ?? []).filter(isTelling).slice(0, MAX_DESCRIBED);
  const problems = [...new Set(told.map(describe).map(shortened))];
  return { ok: false, message: problems.slice(0, MAX_PROBLEMS).join("\n") };
}

function weigh(schema: JsonSchema): number {
  const weight = weightOf(schema);
  weights.set(schema, weight);
  return weight;
}

function shortened(text: string): string {
  return text.length > MAX_LINE ? `${text.slice(0, MAX_LINE).toWellFormed()} ...` : text;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Leaves out what only repeats another message: the arms of an `anyOf`, which is described as a whole. */
function isTelling(error: ErrorObject): boolean {
  return !/\/anyOf\/\d+/.test(error.schemaPath);
}

function describe(error: ErrorObject): string {
  const place =
    error.instancePath === "" ? "The arguments" : error.instancePath.slice(1).replaceAll("/", ".");
  const params = error.params as Record<string, unknown>;
  switch (error.keyword) {
    case "required":
      return `${missingPlace(error, params)} is missing${about(error, String(params["missingProperty"]))}.`;
    case "additionalProperties":
      return `${place} must not have "${params["additionalProperty"]}"; known are: ${known(error)}.`;
    case "enum":
      return `${place} must be one of ${JSON.stringify(error.schema)}, not ${shown(error.data)}.`;
    case "anyOf":
      return `${place} must be ${alternatives(error.schema)}, not ${shown(error.data)}.`;
    case "type":
      return `${place} must be ${kind(String(params["type"]))}, not ${shown(error.data)}.`;
    default:
      return `${place} ${error.message ?? "does not fit"}, not ${shown(error.data)}.`;
  }
}

function missingPlace(error: ErrorObject, params: Record<string, unknown>): string {
  const parent = error.instancePath.slice(1).replaceAll("/", ".");
  return parent === "" ? String(params["missingProperty"]) : `${parent}.${params["missingProperty"]}`;
}

function propertiesOf(error: ErrorObject): Record<string, { description?: unknown } | undefined> {
  const parent: unknown = error.parentSchema?.["properties"];
  return typeof parent === "object" && parent !== null ? { ...parent } : {};
}

function about(error: ErrorObject, name: string): string {
  const description = ownValue(propertiesOf(error), name)?.description;
  return typeof description === "string" ? ` (${description.replace(/\.$/, "")})` : "";
}

function known(error: ErrorObject): string {
  return Object.keys(propertiesOf(error)).join(", ") || "none";
}

function kind(type: string): string {
  const names: Readonly<Record<string, string>> = {
    string: "a text",
    number: "a number",
    integer: "a whole number",
    boolean: "true or false",
    array: "a list",
    object: "an object",
    null: "null",
  };
  return ownValue(names, type) ?? type;
}

function alternatives(schema: unknown): string {
  const arms: readonly unknown[] = Array.isArray(schema) ? schema : [];
  return arms.map(armName).join(" or ");
}

function armName(arm: unknown): string {
  if (typeof arm !== "object" || arm === null) return "another value";
  if ("enum" in arm) return `one of ${JSON.stringify(arm.enum)}`;
  return "type" in arm && typeof arm.type === "string" ? kind(arm.type) : "another value";
}

function shown(value: Json | unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 80 ? `${text.slice(0, 80)}...` : text;
}
