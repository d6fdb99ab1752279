import { expect, test } from "vitest";
import { createLineSplitter } from "./line-splitter.ts";

test("lines come out whole, however they are cut, and one that is too long is refused", () => {
  const bytes = Buffer.from("Für 🐝\r\n\nlast\nopen");
  const split = createLineSplitter(20);
  expect([...bytes].flatMap((byte) => split.push(Buffer.of(byte)))).toEqual(["Für 🐝", "", "last"]);
  expect(split.push(Buffer.from(" end\nnext\n"))).toEqual(["open end", "next"]);
  expect(() => split.push(Buffer.from(`${"x".repeat(21)}\n`))).toThrow(RangeError);
  const halves = createLineSplitter(20);
  halves.push(Buffer.from("x".repeat(20)));
  expect(() => halves.push(Buffer.from("x"))).toThrow(RangeError);
});
