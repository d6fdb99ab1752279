import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { Json } from "../contract/json.ts";
import { zodInput } from "../engine/zod-input.ts";
import { argumentSchema } from "../mcp/argument-check.ts";
import { checkArguments } from "../skills/argument-check.ts";
import { startProcessorClock } from "../testing/processor-clock.ts";

/** What a model may send as arguments is a few megabytes. However wrong they are, nobody else waits for the check. */

type Schema = Readonly<Record<string, Json>>;

const many = <Value extends Json>(length: number, make: (index: number) => Value) =>
  Array.from({ length }, (_, index) => make(index));
const listOf = (items: Schema): Schema => ({ properties: { list: { type: "array", items } } });
const text = "x".repeat(40);

const wrong: Readonly<Record<string, readonly [schema: Schema, input: Json]>> = {
  "100,000 wrong items": [listOf({ type: "integer" }), { list: many(100_000, () => text) }],
  "2,000,000 wrong items": [listOf({ type: "string" }), { list: many(2_000_000, () => 1) }],
  "items without what they need": [
    listOf({ type: "object", required: many(2_000, (index) => `a${index}`) }),
    { list: many(2_000, () => ({})) },
  ],
  "items that fit none of many kinds": [
    listOf({ anyOf: many(1_000, (index) => ({ const: `v${index}` })) }),
    { list: many(100_000, () => 0) },
  ],
  "items that are none of many names": [
    listOf({ enum: many(2_000, (index) => `v${index}`) }),
    { list: many(10_000, () => text) },
  ],
  "100,000 unknown arguments": [
    { properties: {}, additionalProperties: false },
    Object.fromEntries(many(100_000, (index) => index).map((index) => [`k${index}`, 1])),
  ],
  "an unknown argument with a name of 3 MB": [
    { properties: {}, additionalProperties: { type: "string" } },
    { ["n".repeat(3_000_000)]: 1 },
  ],
  "a wrong value of 5 MB": [{ properties: { one: { type: "integer" } } }, { one: many(100_000, () => text) }],
  "a text of 4 MB that is measured again and again": [
    { properties: { one: { allOf: many(1_000, (index) => ({ maxLength: index })) } } },
    { one: "x".repeat(4_000_000) },
  ],
};

const checks = {
  "a server's tool": (schema: Schema, input: Json) => argumentSchema({ type: "object" }, schema).parse(input),
  "a skill's function": (schema: Schema, input: Json) => checkArguments({ ...schema }, input),
};

describe.each(Object.entries(checks))("of %s", (_who, check) => {
  test.each(Object.entries(wrong))("%s take no longer than others can wait", (_what, [schema, input]) => {
    const object: Schema = { type: "object", ...schema };
    // Compiled before: that is done once.
    check(object, {});
    const worked = startProcessorClock();
    const parsed = check(object, input);
    expect(worked()).toBeLessThan(2_000);
    expect(messageLength(parsed)).toBeLessThan(8_000);
  });

  test.each(["constructor", "toString", "valueOf", "hasOwnProperty"])(
    "an argument may be called %s, and is missing where it was not given",
    (name) => {
      const properties: Schema = { [name]: { type: "string" }, year: { type: "integer" } };
      const optional: Schema = { type: "object", properties };
      expect(check(optional, { year: 2024 })).toEqual({ ok: true, value: { year: 2024 } });
      expect(check(optional, { [name]: "Ferrari" }).ok).toBe(true);
      expect(check(optional, { [name]: 1 }).ok).toBe(false);
      expect(check({ ...optional, required: [name] }, { year: 2024 })).toMatchObject({
        ok: false,
        message: expect.stringContaining("is missing"),
      });
      expect(check({ type: "object", properties: { inner: optional } }, { inner: { year: 1 } }).ok).toBe(
        true,
      );
    },
  );

  test("of long arguments the first mistake is told, and of short ones each", () => {
    const schema: Schema = {
      type: "object",
      properties: { list: { type: "array", items: { type: "integer" } }, one: { type: "integer" } },
    };
    const long = check(schema, { list: [...many(300, (index) => index), "a", "b"] });
    expect(long).toMatchObject({ ok: false, message: expect.stringContaining("list.300") });
    expect(long.ok ? "" : long.message).not.toContain("list.301");
    const short = check(schema, { list: ["a"], one: "b" });
    expect(short).toMatchObject({ ok: false, message: expect.stringMatching(/list\.0(.|\n)*one/) });
    expect(check(schema, { list: many(300, (index) => index) }).ok).toBe(true);
  });
});

test("of a tool of our own they are told in short", () => {
  const { parse } = zodInput(z.strictObject({ list: z.array(z.number()) }));
  for (const input of [
    { list: many(2_000_000, () => 1) },
    { list: many(9_000, () => text) },
    Object.fromEntries(many(9_000, (index) => [`key ${index}`, 1])),
  ]) {
    const worked = startProcessorClock();
    const parsed = parse(input);
    expect(worked()).toBeLessThan(2_000);
    expect(messageLength(parsed)).toBeGreaterThan(10);
    expect(messageLength(parsed)).toBeLessThan(5_000);
  }
});

function messageLength(
  parsed: { readonly ok: true } | { readonly ok: false; readonly message: string },
): number {
  return parsed.ok ? 0 : parsed.message.length;
}
