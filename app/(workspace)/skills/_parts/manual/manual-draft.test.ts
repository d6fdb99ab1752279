import { expect, test } from "vitest";
import { isChanged, toEditorText, toFileText } from "./manual-draft.ts";

test.each(["a\nb\n", "a\r\nb\r\n", "", "no end", "\uFEFFa\n"])(
  "%j stays what it was when nothing is typed",
  (base) => {
    const draft = { base, text: toEditorText(base) };
    expect(toFileText(draft)).toBe(base);
    expect(isChanged(draft)).toBe(false);
  },
);

test("what is typed ends its lines as the file did", () => {
  expect(toFileText({ base: "a\r\n", text: "a\nb\n" })).toBe("a\r\nb\r\n");
  expect(toFileText({ base: "a\n", text: "a\nb\n" })).toBe("a\nb\n");
  expect(isChanged({ base: "a\r\n", text: "a\nb\n" })).toBe(true);
  expect(isChanged(undefined)).toBe(false);
});
