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

type Part = Readonly<Record<string, unknown>>;

function toRecord(value: unknown): Part {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}

function typeText(part: Part): string {
  const { enum: choices, anyOf, oneOf = anyOf, type, items } = part;
  if (Array.isArray(choices)) return `one of ${choices.map(String).join(", ")}`;
  if (Array.isArray(oneOf)) return oneOf.map((option) => typeText(toRecord(option))).join(" or ");
  if (type === "array") return `list of ${typeText(toRecord(items))}`;
  if (Array.isArray(type)) return type.map(String).join(" or ");
  if (typeof type === "string") return `${type}${rangeText(part)}`;
  return "const" in part ? `always ${JSON.stringify(part.const)}` : "any value";
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
