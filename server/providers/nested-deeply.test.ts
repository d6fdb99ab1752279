import { expect, test } from "vitest";
import { isNestedDeeply } from "./nested-deeply.ts";

const nested = (depth: number) => `{"a":${"[".repeat(depth)}${"]".repeat(depth)}}`;

test.each([
  [nested(200), false],
  [nested(300), true],
  [nested(200_000), true],
  [`{"a":"${"[".repeat(9_000)}"}`, false],
  [`{"a":"\\"${"[".repeat(9_000)}"}`, false],
  ["[{}]".repeat(9_000), false],
  ['"\\"'.repeat(1_000_000), false],
])("%.20s is nested deeply: %s", (text, expected) => {
  expect(isNestedDeeply(text)).toBe(expected);
});
