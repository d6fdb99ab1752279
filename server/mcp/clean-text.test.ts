import { expect, test } from "vitest";
import { cleanText } from "./clean-text.ts";

const points = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index));

test("nothing that people do not see is left in what a server says of itself", () => {
  const unseen = [
    ...[
      "\u00ad",
      "\u034f",
      "\u061c",
      "\u115f",
      "\u180e",
      "\u2028",
      "\u3164",
      "\uffa0",
      "\ufff9",
      "\u{1d173}",
    ],
    ...points(0x00, 0x08),
    ...points(0x0e, 0x1f),
    ...points(0x7f, 0x9f),
    ...points(0x200e, 0x200f),
    ...points(0x202a, 0x202e),
    ...points(0x2060, 0x206f),
    ...points(0xfe00, 0xfe0d),
    ...points(0xe0000, 0xe007f),
    ...points(0xe0100, 0xe01ef),
  ];
  // A zero byte is replaced, so that a text does not come to mean another.
  expect(unseen.filter((sign) => !/^a\ufffd?b$/.test(cleanText(`a${sign}b`)))).toEqual([]);
});

test.each([
  "line one\n\tline two\r\n",
  "\u2764\ufe0f",
  "\u{1f468}\u200d\u{1f469}",
  "\u0646\u0645\u06cc\u200c",
  "\u00e4 \u6771\u4eac",
])("%j stays as it is", (text) => {
  expect(cleanText(text)).toBe(text);
});
