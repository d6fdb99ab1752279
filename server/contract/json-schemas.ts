import { z } from "zod";
import type { Json, JsonObject } from "./json.ts";

/** What `JSON.parse` gave, whole: zod's own schemas of JSON leave out what is called `__proto__`. */
export const jsonSchema = z.custom<Json>((value) => value !== undefined, "It has to be JSON");

/** The same, of an object. */
export const jsonObjectSchema = z.custom<JsonObject>(
  (value) => typeof value === "object" && value !== null && !Array.isArray(value),
  "It has to be a JSON object",
);
