import { expect, test } from "vitest";
import { startProcessorClock } from "../../testing/processor-clock.ts";
import { createScrubber } from "./scrubber.ts";

/** What secrets begin with, what stands around them, and nothing of either: again and again, for a megabyte. */
const PIECES = [
  ..."=-.:@%?&;{\"'\\/_aA1",
  "==",
  "a=",
  "a=b;",
  "?key=",
  "?a",
  "&token",
  "://",
  "https://a:b@",
  "-----BEGIN ",
  "-----BEGIN PRIVATE KEY-----",
  "Private-Lines: 9\nAAAA\n",
  "eyJ",
  "eyJ.",
  "sk-",
  "xoxb-1",
  "SG.a.",
  "Authorization: Bearer ",
  "password: ",
  'api-key: "',
  '\\"password\\":',
  "--password ",
  "curl -u a:b ",
  "mysql -p",
  "</",
  "<password>",
  "the password is ",
  "correct hors",
];

test.each(PIECES)("a megabyte of %j holds nobody up", (piece) => {
  const scrubber = createScrubber(["correct horse battery staple"]);
  const text = piece.repeat(Math.ceil(1_000_000 / piece.length));
  const worked = startProcessorClock();
  scrubber.text(text);
  expect(worked()).toBeLessThan(900);
});

test.each(["\n", "AAAA\n", `${"A".repeat(64)}\n`])("a value of many lines %j holds nobody up", (line) => {
  const value = line.repeat(Math.ceil(50_000 / line.length));
  const scrubber = createScrubber([`${value}its end`]);
  const worked = startProcessorClock();
  expect(scrubber.openFrom(`${value}${value}another end`)).toBe(2 * value.length + "another end".length);
  expect(worked()).toBeLessThan(900);
});
