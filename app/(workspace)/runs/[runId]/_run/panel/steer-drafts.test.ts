import { expect, test } from "vitest";
import { afterSending } from "./steer-drafts.ts";

test.each([
  ["Use the median.", ""],
  ["  Use the median. ", ""],
  ["Use the median. And state the year.", "And state the year."],
  ["Use the median.5", "Use the median.5"],
  ["State the year.", "State the year."],
  ["", ""],
])("of %j what was not sent is left", (text, left) => {
  expect(afterSending(text, "Use the median.")).toBe(left);
});
