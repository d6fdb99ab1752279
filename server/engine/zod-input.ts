import { z } from "zod";
import type { InputSchema } from "./tool.ts";

/** Makes a tool's input schema from a zod object: what the model is told and what is checked cannot differ. */
export function zodInput<Schema extends z.ZodObject>(schema: Schema): InputSchema<z.output<Schema>> {
  const { $schema: _dialect, ...jsonSchema } = z.toJSONSchema(schema, { io: "input", override: dropKeyType });
  return {
    jsonSchema,
    parse(input) {
      const parsed = schema.safeParse(input);
      return parsed.success
        ? { ok: true, value: parsed.data }
        : { ok: false, message: z.prettifyError(parsed.error) };
    },
  };
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
