import fc from "fast-check";
import superjson from "superjson";
import { expect, test } from "vitest";
import { asPlainJson, transformer } from "./transformer.ts";

/** As they were written out: of a zero below zero JSON keeps the zero. */
const values = fc
  .oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue(), { noNullPrototype: true }))
  .map((value): typeof value => JSON.parse(JSON.stringify(value)));

test("what is plain JSON is sent as it would be if it were looked through, and arrives the same", () => {
  fc.assert(
    fc.property(values, (value) => {
      const sent = JSON.stringify(transformer.serialize(asPlainJson(value)));
      expect(sent).toBe(JSON.stringify(superjson.serialize(value)));
      expect(JSON.stringify(transformer.deserialize(JSON.parse(sent)))).toBe(JSON.stringify(value));
    }),
  );
});

test("what is not said to be plain is looked through: dates arrive as dates", () => {
  const at = new Date(0);
  const sent = JSON.parse(JSON.stringify(transformer.serialize({ at })));
  expect(transformer.deserialize(sent)).toEqual({ at });
});

test("a plain value is not looked through", () => {
  const value = { at: new Date(0) };
  expect(transformer.serialize(asPlainJson(value))).toEqual({ json: value });
});
