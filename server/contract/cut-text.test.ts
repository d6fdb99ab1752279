import fc from "fast-check";
import { expect, test } from "vitest";
import { headOf, tailOf } from "./cut-text.ts";

const texts = fc.string({ unit: "binary", maxLength: 40 });
const lengths = fc.integer({ min: 0, max: 60 });

test("no cut goes through a character, and each keeps as much as fits", () => {
  fc.assert(
    fc.property(texts, lengths, (text, length) => {
      for (const cut of [headOf(text, length), tailOf(text, length)]) {
        expect(cut.isWellFormed()).toBe(true);
        expect(cut.length).toBeLessThanOrEqual(length);
        expect(cut.length).toBeGreaterThanOrEqual(Math.min(text.length, length) - 1);
      }
      expect(text.startsWith(headOf(text, length))).toBe(true);
      expect(text.endsWith(tailOf(text, length))).toBe(true);
    }),
  );
});

test("what was half a character before is left as it is", () => {
  expect(headOf("a\ud83d", 2)).toBe("a\ud83d");
  expect(tailOf("\udc1da", 2)).toBe("\udc1da");
});
