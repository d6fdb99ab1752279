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
