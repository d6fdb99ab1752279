import { expect, test } from "vitest";
import { GrowingText } from "./growing-text.ts";

/** Of one to four bytes a character, and a half pair, which UTF-8 cannot say. */
const PARTS = ["a", ",bc", "\u00fc", "\u20ac\u20ac", "\ud83d\udc1d", "\ud83d", "", "x".repeat(97)];

test("it is the bytes of all that was added, and what it gave out before stays as it was", () => {
  const growing = new GrowingText(256);
  let text = "";
  const given: { readonly bytes: Buffer; readonly text: string }[] = [];
  for (let count = 0; count < 200; count += 1) {
    const part = PARTS[(count * 5) % PARTS.length] ?? "";
    text += Buffer.from(part).toString();
    given.push({ bytes: growing.add(part), text });
  }
  for (const each of given) expect(each.bytes.toString()).toBe(each.text);
});

test("room is made for what comes next, but no more than was said", () => {
  const growing = new GrowingText(400_000);
  // So large that none of them shares its memory with others.
  const given = Array.from({ length: 20 }, () => growing.add("x".repeat(40_000)));
  const sizes = new Set(given.map(({ buffer }) => buffer.byteLength));
  expect([...sizes].slice(0, 6)).toEqual([40_000, 80_000, 160_000, 320_000, 400_000, 440_000]);
  for (const { buffer, length } of given.slice(10)) expect(buffer.byteLength).toBe(length);
});
