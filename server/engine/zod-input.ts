import { z } from "zod";
import type { InputSchema } from "./tool.ts";

/** Makes a tool's input schema from a zod object: what the model is told and what is checked cannot differ. */
export function zodInput<Schema extends z.ZodObject>(schema: Schema): InputSchema<z.output<Schema>> {
  const { $schema: _dialect, ...jsonSchema } = z.toJSONSchema(schema, { io: "input" });
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
