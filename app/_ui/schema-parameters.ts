import type { JsonSchema } from "@/server/contract/json.ts";

/** One argument of a tool, in words. */
export interface SchemaParameter {
  readonly name: string;
  /** "string", "integer, 1 to 60", "one of numbered, author", "list of string". */
  readonly type: string;
  readonly description: string;
  readonly isRequired: boolean;
}

/** The top level of an arguments schema; what cannot be said in words is "any value". */
export function schemaParameters({ properties, required }: JsonSchema): readonly SchemaParameter[] {
  return Object.entries(toRecord(properties)).map(([name, property]) => {
    const part = toRecord(property);
    const { description } = part;
    return {
      name,
      type: typeText(part),
      description: typeof description === "string" ? description : "",
      isRequired: Array.isArray(required) && required.includes(name),
    };
  });
}

/** Arguments with the parts of objects in them, named by their path: `questions[].header`. */
export function schemaTree(schema: JsonSchema): readonly SchemaParameter[] {
  return deepParameters(schema, { prefix: "", levels: MAX_LEVELS });
}

const MAX_LEVELS = 3;

interface Place {
  readonly prefix: string;
  /** How many levels may still be opened: a schema may contain itself. */
  readonly levels: number;
}

function deepParameters(schema: JsonSchema, { prefix, levels }: Place): readonly SchemaParameter[] {
  const { properties: raw } = schema;
  const properties = toRecord(raw);
  return schemaParameters(schema).flatMap((parameter) => {
    const part = toRecord(properties[parameter.name]);
    const { type, items } = part;
    const isList = type === "array";
    const name = `${prefix}${parameter.name}`;
    const inside = isList ? toRecord(items) : part;
    if (levels <= 1 || !("properties" in inside)) return [{ ...parameter, name }];
    const below = deepParameters(inside, { prefix: `${name}${isList ? "[]" : ""}.`, levels: levels - 1 });
    return [{ ...parameter, name }, ...below];
  });
}

type Part = Readonly<Record<string, unknown>>;

function toRecord(value: unknown): Part {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}

function typeText(part: Part): string {
  const { enum: choices, const: constant, anyOf, oneOf = anyOf, type, items } = part;
  if (Array.isArray(choices)) return `one of ${choices.map(String).join(", ")}`;
  if (Array.isArray(oneOf)) return oneOf.map((option) => typeText(toRecord(option))).join(" or ");
  if (type === "array") return `list of ${typeText(toRecord(items))}`;
  if (Array.isArray(type)) return type.map(String).join(" or ");
  if (typeof type === "string") return `${type}${rangeText(part)}`;
  return constant === undefined ? "any value" : `always ${JSON.stringify(constant)}`;
}

function rangeText({ minimum, maximum }: Part): string {
  if (isLimit(minimum) && isLimit(maximum)) return `, ${minimum} to ${maximum}`;
  if (isLimit(minimum)) return `, at least ${minimum}`;
  return isLimit(maximum) ? `, at most ${maximum}` : "";
}

/** Generated schemas name the limits of the number type itself; nobody wants to read those. */
function isLimit(value: unknown): value is number {
  return typeof value === "number" && Math.abs(value) < Number.MAX_SAFE_INTEGER;
}
