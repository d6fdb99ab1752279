import { expect, test } from "vitest";
import { startProcessorClock } from "../../testing/processor-clock.ts";
import { toPatternTest } from "./to-pattern-test.ts";

test.each([
  ["^[A-Z]+-\\d{1,4}$", "AB-12", true],
  ["^[A-Z]+-\\d{1,4}$", "AB-12 or so", false],
  ["link", "Bay link", true],
  ["^\\u00e9t\\/(?<rest>.+)$", "ét/é", true],
  ["^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$", "Bay Link", false],
  ["(", "(", false],
  ["^(?!no)", "yes", false],
  ["^a{0,2000}$", "a", false],
])("%s and %s: %s", (pattern, value, fits) => {
  expect(toPatternTest(pattern)(value)).toBe(fits);
});

test.each([
  ["a group that repeats what repeats", "^(\\w+ ?)+#$"],
  ["anything, again and again", "^(.*.*)*#$"],
  ["long counts in a row", `${"\\pL{999}".repeat(20)}#$`],
  ["long counts without an end", `${"\\pL{999,}".repeat(20)}#$`],
  ["large classes, many times", "(?i)(?:(?:[\\pL\\PS]*[\\pN\\PM]*){100}){10}#$"],
  ["a megabyte", `${"(\\w+ ?)*".repeat(100_000)}#$`],
])("no pattern of a server holds this process: %s", (_, pattern) => {
  const worked = startProcessorClock();
  expect(toPatternTest(pattern)(`${"word ".repeat(15)}a`)).toBe(false);
  expect(worked()).toBeLessThan(1_000);
});
