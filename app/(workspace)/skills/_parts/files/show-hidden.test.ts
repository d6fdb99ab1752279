import { expect, test } from "vitest";
import { showHidden } from "./show-hidden.ts";

test("characters without width, of direction and of tags are written out", () => {
  expect(showHidden("a\u200Bb\u202Ec\uFEFF\u{E0041}")).toBe("a‹U+200B›b‹U+202E›c‹U+FEFF›‹U+E0041›");
});

test("text far to the right and far below is brought near", () => {
  expect(showHidden(`see${" ".repeat(300)}this`)).toBe("see‹300 blanks›this");
  expect(showHidden(`see\n${"\n".repeat(60)}this`)).toBe("see\n‹60 blank lines›\nthis");
});

test("what everybody sees stays as it is", () => {
  const text = "def f():\n    return 'é日本'\n\n\nx = 1\n";
  expect(showHidden(text)).toBe(text);
});
