import { expect, test } from "vitest";
import { toLines } from "./to-lines.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

test("each piece is a line", async () => {
  async function* lines() {
    yield bytes('["a\u2028c"]');
    yield bytes("[]");
    yield bytes('["\u{1f41d}"]');
  }
  expect(await new Response(toLines(lines())).text()).toBe('["a\u2028c"]\n[]\n["\u{1f41d}"]\n');
});

test("a line is made when there is room for it, and the source ends with the reader", async () => {
  let made = 0;
  let isEnded = false;
  async function* endless() {
    try {
      for (;;) {
        made += 1;
        yield bytes(`${made}`);
      }
    } finally {
      isEnded = true;
    }
  }
  const reader = toLines(endless()).getReader();
  await reader.read();
  expect(made).toBeLessThan(4);
  await reader.cancel();
  expect(isEnded).toBe(true);
});

test("a source that fails breaks the answer off", async () => {
  async function* failing() {
    yield bytes("1");
    throw new Error("The store is away.");
  }
  await expect(new Response(toLines(failing())).text()).rejects.toThrow("away");
});
