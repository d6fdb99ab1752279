import type { Json, JsonObject } from "../contract/json.ts";
import { isJsonObject } from "./mend-node.ts";

/**
 * Folds `allOf`, `anyOf` and `oneOf` at the root of a schema into plain properties, because providers refuse them there.
 * All of them together: every property, everything required. One of several: every property, and only what each of
 * them requires; the server still checks the rest.
 */
export function mergeAlternatives(root: JsonObject, notes: Set<string>): JsonObject {
  const { allOf, anyOf, oneOf, ...rest } = root;
  if (allOf === undefined && anyOf === undefined && oneOf === undefined) return root;
  notes.add("Alternatives at the root of its schema were merged into one list of arguments.");
  const together = [rest, ...branches(allOf, notes)].reduce(joinAll);
  const choices = [branches(anyOf, notes), branches(oneOf, notes)].filter((list) => list.length > 0);
  return choices.map((list) => list.reduce(joinEither)).reduce(joinAll, together);
}

function branches(value: Json | undefined, notes: Set<string>): readonly JsonObject[] {
  if (!Array.isArray(value)) return [];
  return value
    .filter((branch: Json) => isJsonObject(branch))
    .map((branch: JsonObject) => mergeAlternatives(branch, notes));
}

function joinAll(left: JsonObject, right: JsonObject): JsonObject {
  return join(left, right, [...new Set([...requiredOf(left), ...requiredOf(right)])]);
}

function joinEither(left: JsonObject, right: JsonObject): JsonObject {
  const both = requiredOf(left).filter((name) => requiredOf(right).includes(name));
  return join(left, right, both);
}

function join(left: JsonObject, right: JsonObject, required: readonly string[]): JsonObject {
  const properties = { ...propertiesOf(right), ...propertiesOf(left) };
  // A branch that closes itself would forbid the other branch's arguments.
  const { additionalProperties: _left, required: _l, ...open } = left;
  const type = isObjectType(right["type"]) ? right["type"] : (left["type"] ?? right["type"]);
  return {
    ...right,
    ...open,
    additionalProperties: true,
    properties,
    required,
    ...(type === undefined ? {} : { type }),
  };
}

function propertiesOf(schema: JsonObject): JsonObject {
  return isJsonObject(schema["properties"]) ? schema["properties"] : {};
}

function requiredOf(schema: JsonObject): readonly string[] {
  const required = schema["required"];
  return Array.isArray(required) ? required.filter((name) => typeof name === "string") : [];
}

function isObjectType(type: Json | undefined): type is Json {
  return type === "object" || (Array.isArray(type) && type.includes("object"));
}
