import type { Json, JsonObject, JsonSchema } from "@/server/contract/json.ts";
import { ownValue } from "@/server/contract/own-value.ts";
import { schemaParameters } from "../../../../_ui/schema-parameters.ts";

/** One argument as a form asks for it. What no form can ask for is asked for as JSON. */
export interface SchemaField {
  readonly name: string;
  readonly kind: "text" | "number" | "switch" | "choice" | "json";
  /** "integer, 1 to 60". */
  readonly type: string;
  readonly description: string;
  readonly isRequired: boolean;
  /** Of a choice. */
  readonly options: readonly Json[];
  /** What stands in the field when it is left alone; undefined for nothing. */
  readonly byDefault: Json | undefined;
}

/** What was typed into each field. */
export type SchemaDraft = Readonly<Record<string, string>>;

type Part = Readonly<Record<string, Json>>;

/** The fields of a form for a function's arguments, in the order of its parameters. */
export function schemaFields(schema: JsonSchema): readonly SchemaField[] {
  const { properties } = schema;
  return schemaParameters(schema).map((parameter) => {
    const part = withoutNull(toPart(toPart(properties)[parameter.name]));
    const { default: byDefault } = part;
    return { ...parameter, ...kindOf(part, parameter.isRequired), byDefault };
  });
}

/** The form as it stands before anybody types. */
export function emptyDraft(fields: readonly SchemaField[]): SchemaDraft {
  return toDraft(fields, {});
}

/** Arguments put into the form. */
export function toDraft(fields: readonly SchemaField[], values: JsonObject): SchemaDraft {
  return Object.fromEntries(
    fields.map((field) => [
      field.name,
      toText(field, Object.hasOwn(values, field.name) ? values[field.name] : field.byDefault),
    ]),
  );
}

export interface DraftArguments {
  readonly values: JsonObject;
  /** What is wrong with a field, by its name. */
  readonly errors: Readonly<Record<string, string>>;
}

const NOT_READ: Readonly<Record<string, string>> = { number: "Type a number", choice: "Choose one of them" };

/** The arguments that a form says. A field that is left empty is not sent, so that its default counts. */
export function toArguments(fields: readonly SchemaField[], draft: SchemaDraft): DraftArguments {
  const values = new Map<string, Json>();
  const errors = new Map<string, string>();
  for (const field of fields) {
    const text = ownValue(draft, field.name) ?? "";
    if (isLeftAlone(field, text)) {
      if (field.isRequired) errors.set(field.name, "This argument is needed");
      continue;
    }
    const value = readValue(field, text);
    if (value === undefined) errors.set(field.name, NOT_READ[field.kind] ?? "This is no JSON");
    else values.set(field.name, value);
  }
  return { values: Object.fromEntries(values), errors: Object.fromEntries(errors) };
}

/** The arguments that a form cannot show as they are: there is no field, it takes no such value, or it would leave it out. */
export function notInForm(fields: readonly SchemaField[], values: JsonObject): readonly string[] {
  const { values: shown } = toArguments(fields, toDraft(fields, values));
  return Object.keys(values).filter((name) => JSON.stringify(shown[name]) !== JSON.stringify(values[name]));
}

/** Blanks are a text where a text is needed. */
function isLeftAlone({ kind, isRequired }: SchemaField, text: string): boolean {
  return text === "" || (text.trim() === "" && !(kind === "text" && isRequired));
}

function readValue(field: SchemaField, text: string): Json | undefined {
  if (field.kind === "text") return text;
  if (field.kind === "switch") return text === "true";
  if (field.kind === "choice") return field.options.find((option) => choiceText(option) === text);
  if (field.kind === "number") return Number.isFinite(Number(text)) ? Number(text) : undefined;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** How an option of a choice is written. */
export function choiceText(option: Json): string {
  return typeof option === "string" ? option : JSON.stringify(option);
}

function toText(field: SchemaField, value: Json | undefined): string {
  if (value === undefined || value === null) return field.kind === "switch" ? "false" : "";
  if (field.kind === "json") return JSON.stringify(value, null, 2);
  return choiceText(value);
}

/** A yes or no that may be left out is a choice: unticked and left out are not the same. */
function kindOf(part: Part, isRequired: boolean): Pick<SchemaField, "kind" | "options"> {
  const { enum: choices, type, default: byDefault } = part;
  if (Array.isArray(choices)) return { kind: "choice", options: choices.filter((choice) => choice !== null) };
  if (type === "string") return { kind: "text", options: [] };
  if (type === "integer" || type === "number") return { kind: "number", options: [] };
  if (type !== "boolean") return { kind: "json", options: [] };
  const hasState = isRequired || typeof byDefault === "boolean";
  return hasState ? { kind: "switch", options: [] } : { kind: "choice", options: [true, false] };
}

/** `X | null` is asked for as X: a field left empty is not sent. */
function withoutNull(part: Part): Part {
  const { anyOf, ...rest } = part;
  if (!Array.isArray(anyOf)) return part;
  const others = anyOf.map(toPart).filter(({ type }) => type !== "null");
  const [only] = others;
  return others.length === 1 && only ? { ...only, ...rest } : part;
}

function toPart(value: unknown): Part {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}
