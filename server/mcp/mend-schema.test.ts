import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Json } from "../contract/json.ts";
import { mendSchema } from "./mend-schema.ts";

function mended(raw: Json) {
  const result = mendSchema(raw);
  if (!result.ok) throw new Error(result.problem);
  return result;
}
function problem(raw: Json): string {
  const result = mendSchema(raw);
  return result.ok ? "" : result.problem;
}

test("a sound schema is offered as it is, without a note", () => {
  const schema = {
    type: "object",
    properties: { path: { type: "string", description: "Where" } },
    required: ["path"],
  };
  expect(mended(schema)).toEqual({ ok: true, schema, notes: [] });
});

test.each<[string, Json]>([
  ["nothing", null],
  ["true", true],
  ["an empty object", {}],
  ["no type", { properties: {} }],
  ["type null", { type: null, properties: {} }],
  ["no properties", { type: "object" }],
  ["properties null", { type: "object", properties: null }],
  ["an unknown type", { type: "dict", properties: {} }],
  ["a list of types", { type: ["object", "null"], properties: {} }],
])("%s becomes an object without arguments", (_what, raw) => {
  expect(mended(raw).schema).toEqual({ type: "object", properties: {} });
});

test.each<[string, Json, RegExp]>([
  ["a list", [], /a list, not an object/],
  ["a text", "{}", /string, not an object/],
  ["false", false, /boolean, not an object/],
  ["another type", { type: "string" }, /describes string arguments/],
  ["too large", { type: "object", description: "x".repeat(70_000) }, /limit is 65536/],
])("%s costs the tool, with the reason", (_what, raw, reason) => {
  expect(problem(raw)).toMatch(reason);
});

test("local references are inlined and definitions left out", () => {
  const { schema } = mended({
    type: "object",
    properties: { at: { $ref: "#/$defs/point", description: "Where" }, definitions: { type: "string" } },
    $defs: { point: { type: "object", properties: { x: { $ref: "#/$defs/n" } } }, n: { type: "number" } },
  });
  expect(schema).toEqual({
    type: "object",
    properties: {
      at: { type: "object", properties: { x: { type: "number" } }, description: "Where" },
      definitions: { type: "string" },
    },
  });
});

test.each<[string, Json]>([
  ["recursive", { $ref: "#/$defs/node" }],
  ["missing", { $ref: "#/$defs/nowhere" }],
  ["outside", { $ref: "https://example.com/schema.json" }],
  ["the whole", { $ref: "#" }],
])("a reference that is %s opens its place to any value, with a note", (_what, node) => {
  const { schema, notes } = mended({
    properties: { tree: node },
    $defs: { node: { type: "object", properties: { child: { $ref: "#/$defs/node" } } } },
  });
  expect(JSON.stringify(schema)).not.toContain("$ref");
  expect(notes.join()).toMatch(/opened to any value/);
});

test("references that multiply each other are refused quickly", () => {
  const level = (next: string): Json => ({
    anyOf: Array.from({ length: 10 }, () => ({ $ref: `#/$defs/${next}` })),
  });
  const bomb = {
    properties: { a: level("b") },
    $defs: { b: level("c"), c: level("d"), d: level("e"), e: level("f"), f: {} },
  };
  expect(problem(bomb)).toMatch(/unfold into something too large/);
});

test("a schema nested without end is refused", () => {
  let raw: Json = {};
  for (let level = 0; level < 20_000; level += 1) raw = { properties: { a: raw } };
  const shallow = JSON.parse(`${'{"items":'.repeat(500)}{}${"}".repeat(500)}`) as Json;
  expect(problem(shallow)).toMatch(/levels deep/);
  expect(() => mendSchema(shallow)).not.toThrow();
});

test("alternatives at the root become one list of arguments", () => {
  const { schema, notes } = mended({
    anyOf: [
      {
        type: "object",
        properties: { id: { type: "number" }, by: { type: "string" } },
        required: ["id", "by"],
        additionalProperties: false,
      },
      {
        type: "object",
        properties: { name: { type: "string" }, by: { type: "string" } },
        required: ["name", "by"],
      },
    ],
  });
  expect(schema).toMatchObject({ type: "object", required: ["by"] });
  expect(Object.keys(schema["properties"] as object).sort()).toEqual(["by", "id", "name"]);
  expect(schema).not.toHaveProperty("anyOf");
  expect(notes.join()).toMatch(/merged/);
});

test("allOf at the root keeps every requirement", () => {
  const { schema } = mended({
    type: "object",
    properties: { a: {} },
    required: ["a"],
    allOf: [{ properties: { b: { type: "string" } }, required: ["b"] }],
  });
  expect(schema["required"]).toEqual(["a", "b"]);
});

test("a nullable object at the root is an object whichever comes first", () => {
  const object = { type: "object", properties: { a: {} } };
  for (const anyOf of [
    [{ type: "null" }, object],
    [object, { type: "null" }],
  ]) {
    expect(mended({ anyOf }).schema).toMatchObject({ type: "object", properties: { a: {} } });
  }
});

test("keywords with impossible values are removed, and the rest of the argument stays", () => {
  const { schema } = mended({
    type: "object",
    properties: {
      a: {
        type: null,
        description: "kept",
        required: true,
        pattern: "(",
        enum: [],
        minLength: -1,
        exclusiveMinimum: true,
      },
      b: null,
      c: { type: "array", items: [{ type: "string" }, { type: "number" }] },
    },
    required: "a",
  });
  expect(schema["properties"]).toEqual({
    a: { description: "kept" },
    b: {},
    c: { type: "array", prefixItems: [{ type: "string" }, { type: "number" }] },
  });
  expect(schema).not.toHaveProperty("required");
});

test("a required argument that is not described can be sent", () => {
  expect(mended({ type: "object", required: ["q", "q"] }).schema).toEqual({
    type: "object",
    properties: { q: {} },
    required: ["q"],
  });
});

test("an optional argument with a name no provider takes is left out; a required one costs the tool", () => {
  const properties = { "user name": { type: "string" }, ok: { type: "string" } };
  expect(mended({ type: "object", properties }).schema["properties"]).toEqual({ ok: { type: "string" } });
  expect(problem({ type: "object", properties, required: ["user name"] })).toMatch(/"user name".*refuse/);
});

test("whatever a server sends, the outcome is a reason or a valid object schema, the same every time", () => {
  const ajv = new Ajv2020({ strict: false, logger: false });
  const keyword = fc.constantFrom(
    "type",
    "properties",
    "required",
    "items",
    "anyOf",
    "allOf",
    "$ref",
    "$defs",
    "enum",
    "minimum",
    "pattern",
    "a",
    "__proto__",
  );
  const { tree } = fc.letrec<{ tree: Json }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 6 },
      fc.constantFrom<Json>(null, true, 1, "object", "string", "#/$defs/a", "#", "("),
      fc.array(tie("tree"), { maxLength: 3 }),
      fc.dictionary(keyword, tie("tree"), { maxKeys: 5 }),
    ),
  }));
  fc.assert(
    fc.property(tree, (raw) => {
      const result = mendSchema(raw);
      expect(mendSchema(raw)).toEqual(result);
      if (!result.ok) {
        expect(result.problem).not.toBe("");
        return;
      }
      expect(ajv.validateSchema(result.schema as object)).toBe(true);
      expect(result.schema["type"]).toBe("object");
      expect(result.schema["properties"]).toBeTypeOf("object");
    }),
    { numRuns: 1_000 },
  );
});
