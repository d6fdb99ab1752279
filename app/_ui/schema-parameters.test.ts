import { expect, test } from "vitest";
import { schemaParameters, schemaTree } from "./schema-parameters.ts";

const typeOf = (property: object) =>
  schemaParameters({ type: "object", properties: { it: property } })[0]?.type;

test("types are said in words", () => {
  expect(typeOf({ type: "string" })).toBe("string");
  expect(typeOf({ type: "integer", minimum: 1, maximum: 60 })).toBe("integer, 1 to 60");
  expect(typeOf({ enum: ["numbered", "author"] })).toBe("one of numbered, author");
  expect(typeOf({ type: "array", items: { type: "string" } })).toBe("list of string");
  expect(typeOf({ anyOf: [{ type: "string" }, { type: "null" }] })).toBe("string or null");
  expect(typeOf({})).toBe("any value");
});

test("the limits of the number type itself are not mentioned", () => {
  expect(typeOf({ type: "integer", minimum: 0, maximum: Number.MAX_SAFE_INTEGER })).toBe(
    "integer, at least 0",
  );
});

test("a broken schema has no parameters instead of failing", () => {
  expect(schemaParameters({ properties: "none" })).toEqual([]);
});

test("required arguments are told from optional ones", () => {
  const found = schemaParameters({ properties: { text: {}, style: {} }, required: ["text"] });
  expect(found.map((parameter) => parameter.isRequired)).toEqual([true, false]);
});

test("parts of objects are named by their path", () => {
  const item = { type: "object", properties: { header: { type: "string" } } };
  const schema = { properties: { questions: { type: "array", items: item }, first: item } };
  expect(schemaTree(schema).map((parameter) => parameter.name)).toEqual([
    "questions",
    "questions[].header",
    "first",
    "first.header",
  ]);
});

test("a schema that contains itself ends", () => {
  const properties: Record<string, unknown> = {};
  const node = { type: "object", properties };
  Object.assign(properties, { child: node });
  expect(schemaTree(node).at(-1)?.name).toBe("child.child.child");
});
