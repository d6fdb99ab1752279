import { z } from "zod";
import { hasMoreValues } from "./check-effort.ts";
import type { InputSchema } from "./tool.ts";

/** Values in the arguments of one call, texts of any length: each may be a mistake, and finding those takes its time. */
const MAX_VALUES = 10_000;
const TOO_MANY = `The arguments hold more than ${MAX_VALUES} values. Send less in one call, or much as one text.`;
const MAX_ISSUES = 20;
const MAX_MESSAGE = 4_000;

/** Makes a tool's input schema from a zod object: what the model is told and what is checked cannot differ. */
export function zodInput<Schema extends z.ZodObject>(schema: Schema): InputSchema<z.output<Schema>> {
  const { $schema: _dialect, ...jsonSchema } = z.toJSONSchema(schema, { io: "input", override: dropKeyType });
  return {
    jsonSchema,
    parse(input) {
      if (hasMoreValues(input, MAX_VALUES)) return { ok: false, message: TOO_MANY };
      const parsed = schema.safeParse(input);
      return parsed.success
        ? { ok: true, value: parsed.data }
        : { ok: false, message: explain(parsed.error) };
    },
  };
}

/** The first mistakes, in short: a model is told what to mend, not everything that it sent. */
function explain({ issues }: z.ZodError): string {
  const text = z.prettifyError(new z.ZodError(issues.slice(0, MAX_ISSUES)));
  return text.length > MAX_MESSAGE ? `${text.slice(0, MAX_MESSAGE).toWellFormed()} ...` : text;
}

/**
 * Keys of an object are strings in any case. Some providers do not know the keyword that says so and it would be taken out
 * on the way, so that the array a person is shown would differ from the one that is sent.
 */
function dropKeyType({ jsonSchema }: { readonly jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  const { propertyNames } = jsonSchema;
  if (typeof propertyNames === "object" && Object.keys(propertyNames).join() === "type")
    delete jsonSchema.propertyNames;
}
