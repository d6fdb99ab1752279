import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import type { Json, JsonObject, JsonSchema } from "../contract/json.ts";
import type { ParseOutcome } from "../engine/tool.ts";

// Formats are left to the function's own conversion, which accepts what Python accepts and says what is wrong.
const ajv = new Ajv2020({
  strict: false,
  allErrors: true,
  validateFormats: false,
  verbose: true,
  addUsedSchema: false,
});
const validators = new WeakMap<JsonSchema, ValidateFunction>();
const MAX_PROBLEMS = 8;

/** Checks a call's arguments against the function's schema. The message names each wrong argument and what it should be. */
export function checkArguments(schema: JsonSchema, input: unknown): ParseOutcome<JsonObject> {
  const validate = validators.get(schema) ?? ajv.compile(schema);
  validators.set(schema, validate);
  if (validate(input) && isObject(input)) return { ok: true, value: input };
  const problems = [...new Set((validate.errors ?? []).filter(isTelling).map(describe))];
  const lines = problems.length > 0 ? problems : ["The arguments have to be one JSON object."];
  return { ok: false, message: lines.slice(0, MAX_PROBLEMS).join("\n") };
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
  const description = propertiesOf(error)[name]?.description;
  return typeof description === "string" ? ` (${description.replace(/\.$/, "")})` : "";
}

function known(error: ErrorObject): string {
  return Object.keys(propertiesOf(error)).join(", ") || "none";
}

function kind(type: string): string {
  const names: Record<string, string> = {
    string: "a text",
    number: "a number",
    integer: "a whole number",
    boolean: "true or false",
    array: "a list",
    object: "an object",
    null: "null",
  };
  return names[type] ?? type;
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
