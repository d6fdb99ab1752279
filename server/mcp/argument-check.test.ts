import { describe, expect, test } from "vitest";
import type { Json } from "../contract/json.ts";
import { startProcessorClock } from "../testing/processor-clock.ts";
import { argumentSchema } from "./argument-check.ts";
import { mendSchema } from "./mend-schema.ts";

function check(raw: Json, input: unknown) {
  const mended = mendSchema(raw);
  if (!mended.ok) throw new Error(mended.problem);
  return argumentSchema(mended.schema, raw).parse(input);
}
const message = (raw: Json, input: unknown) => {
  const parsed = check(raw, input);
  return parsed.ok ? "" : parsed.message;
};

const search = {
  type: "object",
  properties: {
    query: { type: "string" },
    limit: { type: "integer", maximum: 10 },
    order: { enum: ["new", "old"] },
  },
  required: ["query"],
  additionalProperties: false,
};

test("fitting arguments pass as they are", () => {
  expect(check(search, { query: "bees", limit: 3 })).toEqual({
    ok: true,
    value: { query: "bees", limit: 3 },
  });
});

test.each<[string, unknown, string]>([
  ["a missing argument", {}, '"query" is missing'],
  ["a wrong type", { query: 5 }, '"query" has to be string but is number'],
  ["an unknown argument", { query: "a", q: "b" }, '"q" is not an argument; known are query, limit, order'],
  ["a value out of range", { query: "a", limit: 99 }, '"limit" must be <= 10'],
  ["a value that is not listed", { query: "a", order: "up" }, '"order" has to be one of ["new","old"]'],
  ["a list", [], "one JSON object"],
  ["a text", "query", "one JSON object"],
])("%s is refused with what to mend", (_what, input, expected) => {
  expect(message(search, input)).toContain(expected);
});

test("no arguments at all count as none", () => {
  expect(check({ type: "object" }, undefined)).toEqual({ ok: true, value: {} });
  expect(check({ type: "object" }, null)).toEqual({ ok: true, value: {} });
});

test("draft 07 and 2020-12 are both understood", () => {
  const old = {
    $schema: "http://json-schema.org/draft-07/schema#",
    type: "object",
    properties: { at: { type: "array", items: [{ type: "number" }], additionalItems: false } },
  };
  expect(message(old, { at: ["x"] })).toContain('"at.0" has to be number but is string');
  const current = {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    properties: { at: { type: "array", prefixItems: [{ type: "number" }] } },
  };
  expect(message(current, { at: ["x"] })).toContain('"at.0" has to be number but is string');
});

test("alternatives at the root are still checked as the server wrote them", () => {
  const either = {
    anyOf: [
      { type: "object", required: ["id"] },
      { type: "object", required: ["name"] },
    ],
  };
  expect(check(either, { name: "a" }).ok).toBe(true);
  expect(check(either, {}).ok).toBe(false);
});

test("a schema that does not compile is replaced by the mended one", () => {
  const odd = { type: null, properties: { n: { type: "number" } }, required: ["n"] };
  expect(message(odd, { n: "1" })).toContain('"n" has to be number but is string');
});

test("two tools may use the same schema id", () => {
  const one = { $id: "https://example.com/s", type: "object", properties: { a: { type: "number" } } };
  const other = { $id: "https://example.com/s", type: "object", properties: { a: { type: "string" } } };
  expect(check(one, { a: 1 }).ok).toBe(true);
  expect(check(other, { a: "x" }).ok).toBe(true);
});

test("a pattern made to run for ever is left to the server", () => {
  const raw = {
    type: "object",
    properties: { a: { type: "string", pattern: "^(a+)+$" }, pattern: { type: "string" } },
  };
  const worked = startProcessorClock();
  expect(check(raw, { a: `${"a".repeat(40)}!`, pattern: "x" }).ok).toBe(true);
  expect(message(raw, { pattern: 5 })).toContain('"pattern" has to be string');
  expect(worked()).toBeLessThan(1_000);
});

test("many mistakes are cut to a few", () => {
  const raw = { type: "object", required: Array.from({ length: 40 }, (_, index) => `a${index}`) };
  expect(message(raw, {})).toMatch(/\(35 more\)/);
});

describe("no schema of a server holds this process", () => {
  type Node = Readonly<Record<string, Json>>;
  const twice = (name: string): Node => ({
    allOf: [{ $ref: `#/$defs/${name}` }, { $ref: `#/$defs/${name}` }],
  });
  const nested = (depth: number): Json => (depth === 0 ? {} : { a: nested(depth - 1) });
  const chain: Record<string, Json> = { d40: { type: "object" } };
  for (let level = 0; level < 40; level += 1) chain[`d${level}`] = twice(`d${level + 1}`);
  const many = Array.from({ length: 30_000 }, (_, index) => ({ index }));
  const cases: Readonly<Record<string, readonly [schema: Node, input: Json]>> = {
    "references that double at each of 40 levels": [{ ...twice("d0"), $defs: chain }, {}],
    "a reference that leads to itself": [{ ...twice("a"), $defs: { a: twice("a") } }, {}],
    "one that doubles with each level of the arguments": [
      { ...twice("a"), $defs: { a: { properties: { a: twice("a") } } } },
      nested(40),
    ],
    "items that have to differ": [
      { properties: { list: { type: "array", uniqueItems: true } } },
      { list: many },
    ],
    "a pattern that tries everything": [
      { properties: { text: { type: "string", pattern: "^(a+)+$" } } },
      { text: `${"a".repeat(40)}!` },
    ],
  };
  test.each(Object.entries(cases))("%s", (_, [schema, input]) => {
    const worked = startProcessorClock();
    expect(argumentSchema({ type: "object" }, { type: "object", ...schema }).parse(input).ok).toBe(true);
    expect(worked()).toBeLessThan(2_000);
  });

  test("arguments that are called like what is left out are checked all the same", () => {
    const properties = { pattern: { type: "number" }, uniqueItems: { type: "number" } };
    const check = argumentSchema({ type: "object" }, { type: "object", properties });
    expect(check.parse({ pattern: 1, uniqueItems: 1 }).ok).toBe(true);
    expect(check.parse({ uniqueItems: "1" }).ok).toBe(false);
    expect(check.parse({ pattern: "1" }).ok).toBe(false);
  });
});

test("a schema may say anything of itself", () => {
  const odd = {
    type: "object",
    $schema: { toString: 1, valueOf: 1 },
    properties: { a: { type: "integer" } },
  };
  expect(argumentSchema({ type: "object" }, odd).parse({ a: 1 }).ok).toBe(true);
  expect(argumentSchema({ type: "object" }, odd).parse({ a: "b" }).ok).toBe(false);
});
