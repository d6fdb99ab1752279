import fc from "fast-check";
import { expect, test } from "vitest";
import { createTail, lastOf } from "./output-buffers.ts";

const token = "tok_0123456789abcdefghijklmnop";

test("what is cut begins with a line, so that no rest of a secret is left", () => {
  const text = `key ${token}\nsecond\nthird\n`;
  for (let most = 14; most < text.length; most += 1)
    expect(lastOf(text, most)).toMatch(/^(second\n)?third\n$/);
  expect(lastOf(text, 12)).toBe("third\n");
  expect(lastOf(text, text.length)).toBe(text);
  expect(lastOf("one long line", 4)).toBe("line");
});

test("the end of a stream begins with a line, however it came in", () => {
  for (const size of [1, 7, 1_000]) {
    const tail = createTail(60);
    const text = `${"x".repeat(500)} ${token}\n${"line of text\n".repeat(4)}`;
    for (let at = 0; at < text.length; at += size) tail.add(Buffer.from(text.slice(at, at + size)));
    expect(tail.text()).toMatch(/^\[\d+ earlier characters are not shown\]\n(line of text\n)+$/);
  }
});

test("no end begins with half a character, wherever it is cut", () => {
  const pieces = fc.array(
    fc.string({ unit: fc.constantFrom("a", "\u00fc", "\u8239", "\u{1F41D}"), maxLength: 30 }),
  );
  fc.assert(
    fc.property(pieces, fc.integer({ min: 1, max: 40 }), (texts, most) => {
      const tail = createTail(most);
      for (const text of texts) tail.add(Buffer.from(text));
      expect(tail.text()).not.toMatch(/^[\udc00-\udfff]|\n[\udc00-\udfff]/);
      expect(tail.text().isWellFormed()).toBe(true);
      expect(lastOf(texts.join(""), most).isWellFormed()).toBe(true);
      const missing = Number(/^\[(\d+) earlier/.exec(tail.text())?.[1] ?? 0);
      expect(missing + tail.text().replace(/^\[.*\n/, "").length).toBe(texts.join("").length);
    }),
  );
});
