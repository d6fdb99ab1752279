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
export function schemaParameters(schema: JsonSchema): readonly SchemaParameter[] {
  const required = schema["required"];
  return Object.entries(toRecord(schema["properties"])).map(([name, property]) => {
    const part = toRecord(property);
    return {
      name,
      type: typeText(part),
      description: typeof part["description"] === "string" ? part["description"] : "",
      isRequired: Array.isArray(required) && required.includes(name),
    };
  });
}

type Part = Readonly<Record<string, unknown>>;

function toRecord(value: unknown): Part {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}

function typeText(part: Part): string {
  if (Array.isArray(part["enum"])) return `one of ${part["enum"].map(String).join(", ")}`;
  if ("const" in part) return `always ${String(part["const"])}`;
  const either = part["anyOf"] ?? part["oneOf"];
  if (Array.isArray(either)) return either.map((option) => typeText(toRecord(option))).join(" or ");
  if (part["type"] === "array") return `list of ${typeText(toRecord(part["items"]))}`;
  const type = part["type"];
  if (Array.isArray(type)) return type.map(String).join(" or ");
  return typeof type === "string" ? `${type}${rangeText(part)}` : "any value";
}

function rangeText(part: Part): string {
  const least = part["minimum"];
  const most = part["maximum"];
  if (isLimit(least) && isLimit(most)) return `, ${least} to ${most}`;
  if (isLimit(least)) return `, at least ${least}`;
  return isLimit(most) ? `, at most ${most}` : "";
}

/** Generated schemas name the limits of the number type itself; nobody wants to read those. */
function isLimit(value: unknown): value is number {
  return typeof value === "number" && Math.abs(value) < Number.MAX_SAFE_INTEGER;
}
