import { expect, test } from "vitest";
import { jsonObjectSchema, jsonSchema } from "./json-schemas.ts";

const odd = '{"__proto__":{"constructor":[{"__proto__":1}]},"a":null}';

test("nothing is left out, whatever it is called", () => {
  expect(JSON.stringify(jsonSchema.parse(JSON.parse(odd)))).toBe(odd);
  expect(JSON.stringify(jsonObjectSchema.parse(JSON.parse(odd)))).toBe(odd);
});

test.each([[[]], [null], ["text"], [undefined]])("%j is no object", (value) => {
  expect(jsonObjectSchema.safeParse(value).success).toBe(false);
});
