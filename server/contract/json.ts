/** A value that survives `JSON.stringify` and back unchanged. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [key: string]: Json;
}

/** A JSON Schema (draft 2020-12 or 07) for a tool's arguments; always `type: "object"` at its root. */
export type JsonSchema = Readonly<Record<string, unknown>>;
