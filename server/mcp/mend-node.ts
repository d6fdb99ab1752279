import type { Json, JsonObject } from "../contract/json.ts";

const types = new Set(["object", "array", "string", "number", "integer", "boolean", "null"]);
const schemaKeys = [
  "additionalProperties",
  "items",
  "contains",
  "propertyNames",
  "not",
  "if",
  "then",
  "else",
  "unevaluatedProperties",
  "unevaluatedItems",
];
const schemaMapKeys = ["properties", "patternProperties", "dependentSchemas"];
const schemaListKeys = ["anyOf", "oneOf", "allOf", "prefixItems"];
const textKeys = ["title", "description", "format", "$comment", "contentEncoding", "contentMediaType"];
const countKeys = [
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "minProperties",
  "maxProperties",
  "minContains",
  "maxContains",
];
const numberKeys = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"];
const identifierKeys = ["$id", "$anchor", "$dynamicAnchor", "$schema", "id"];

type Mend = (value: Json, notes: Set<string>) => Json | undefined;

/** What may stand behind each keyword; a value that gives undefined is removed. */
const mends = new Map<string, Mend>([
  ...schemaKeys.map((key): [string, Mend] => [key, mendNode]),
  ...schemaMapKeys.map((key): [string, Mend] => [key, mendMap]),
  ...schemaListKeys.map((key): [string, Mend] => [key, mendList]),
  ...textKeys.map((key): [string, Mend] => [key, (value) => (typeof value === "string" ? value : undefined)]),
  ...countKeys.map((key): [string, Mend] => [
    key,
    (value) => (Number.isInteger(value) && Number(value) >= 0 ? value : undefined),
  ]),
  ...numberKeys.map((key): [string, Mend] => [
    key,
    (value) => (typeof value === "number" ? value : undefined),
  ]),
  ...identifierKeys.map((key): [string, Mend] => [key, () => undefined]),
  ["type", mendType],
  [
    "enum",
    (value) =>
      Array.isArray(value) && value.length > 0
        ? [...new Set(value.map((item: Json) => JSON.stringify(item)))].map(
            (item) => JSON.parse(item) as Json,
          )
        : undefined,
  ],
  [
    "required",
    (value) =>
      Array.isArray(value) ? [...new Set(value.filter((name) => typeof name === "string"))] : undefined,
  ],
  ["pattern", (value) => (typeof value === "string" && isPattern(value) ? value : undefined)],
  ["multipleOf", (value) => (typeof value === "number" && value > 0 ? value : undefined)],
  ["uniqueItems", (value) => (typeof value === "boolean" ? value : undefined)],
  ["examples", (value) => (Array.isArray(value) ? value : undefined)],
  // A keyword of older drafts that no provider reads.
  ["dependencies", () => undefined],
]);

/** Removes from a schema, at every level, what no validator accepts; what is left means the same or less. */
export function mendNode(value: Json, notes: Set<string>): Json {
  if (typeof value === "boolean") return value;
  if (!isJsonObject(value)) {
    notes.add("Parts of its schema that were no schemas were opened to any value.");
    return {};
  }
  const entries = Object.entries(withoutOldTuples(value)).flatMap(([key, child]): [string, Json][] => {
    const mend = mends.get(key);
    if (mend === undefined) return [[key, child]];
    const mended = mend(child, notes);
    if (mended !== undefined) return [[key, mended]];
    if (!identifierKeys.includes(key))
      notes.add("Keywords with impossible values were removed from its schema.");
    return [];
  });
  return Object.fromEntries(entries);
}

/** True for a plain object, as opposed to null, a list or a simple value. */
export function isJsonObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Draft 07 wrote tuples as a list under `items`; 2020-12 calls that `prefixItems`. */
function withoutOldTuples(node: JsonObject): JsonObject {
  if (!Array.isArray(node["items"])) return node;
  const { items, additionalItems, ...rest } = node;
  const prefixed = items.length > 0 ? { ...rest, prefixItems: items as Json } : rest;
  return additionalItems === undefined ? prefixed : { ...prefixed, items: additionalItems };
}

function mendType(value: Json): Json | undefined {
  if (typeof value === "string") return types.has(value) ? value : undefined;
  if (!Array.isArray(value)) return undefined;
  const known = [...new Set(value.filter((name) => typeof name === "string" && types.has(name)))];
  return known.length > 0 ? known : undefined;
}

function mendMap(value: Json, notes: Set<string>): Json | undefined {
  if (!isJsonObject(value)) return undefined;
  return Object.fromEntries(Object.entries(value).map(([name, child]) => [name, mendNode(child, notes)]));
}

function mendList(value: Json, notes: Set<string>): Json | undefined {
  return Array.isArray(value) && value.length > 0
    ? value.map((child: Json) => mendNode(child, notes))
    : undefined;
}

function isPattern(source: string): boolean {
  try {
    new RegExp(source, "u");
    return true;
  } catch {
    return false;
  }
}
