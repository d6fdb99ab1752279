import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import type { Json } from "../../contract/json.ts";
import { createScrubber } from "./scrubber.ts";
import { PLACEHOLDER } from "./secret-families.ts";

const SECRET = "known-value-4711-of-a-vault";
const scrubber = createScrubber([SECRET]);

/** A text of words, longer than what is looked through at once, with a secret here and there. */
const long = (characters: number): string => {
  const words = "the price of heat pumps rose by 12 % in 2025, ";
  const filler = words.repeat(Math.ceil(characters / 4 / words.length));
  return `${filler}${SECRET} ${filler}\n"password": "hunter2-77"\n${filler}${SECRET}${filler}`;
};
const rows = (count: number): Json[] =>
  Array.from({ length: count }, (_, index) => ({
    id: index,
    name: `row ${index}`,
    token: `t-${index}-secret`,
  }));

const nested = (depth: number, value: Json): Json => (depth === 0 ? value : [nested(depth - 1, value)]);

const VALUES: readonly (readonly [string, Json])[] = [
  ["nothing", null],
  ["a number", 7],
  ["a short text", `it is ${SECRET}`],
  ["a long text", long(1_500_000)],
  ["a short object", { password: "hunter2", rows: [1, SECRET], [SECRET]: true }],
  ["a long text under a telling name", { password: long(900_000), beside: SECRET }],
  ["a long text in a list under a telling name", { token: [long(900_000), "short-one"] }],
  ["very many small objects", rows(40_000)],
  ["very many small objects below a few names", { data: { rows: rows(40_000), total: 40_000 }, by: SECRET }],
  [
    "very many names",
    Object.fromEntries(Array.from({ length: 60_000 }, (_, index) => [`name ${index}`, index])),
  ],
  ["a name that is a secret beside much", { [`${SECRET} name`]: 1, much: long(900_000) }],
  ["a reference as a name beside much", { "{{secret:TRACKER_KEY_2}}": 1, much: long(900_000) }],
  ["a name longer than all texts", { [`${long(900_000)}`]: SECRET }],
  ["a digest beside much", { sha256: "ab".repeat(32), much: long(900_000) }],
  ["lists in lists", [[[rows(20_000)], [long(600_000)]], []]],
];

test.each(VALUES)("%s is scrubbed in turns as it is at once", async (_what, value) => {
  expect(await scrubber.inTurns.json(value)).toEqual(scrubber.json(value));
});

test("a long text is scrubbed in turns as it is at once", async () => {
  const text = long(2_000_000);
  const scrubbed = await scrubber.inTurns.text(text);
  expect(scrubbed).toEqual(scrubber.text(text));
  expect(scrubbed.count).toBe(3);
  expect(scrubbed.value).not.toContain(SECRET);
  expect(scrubbed.value).toContain(PLACEHOLDER);
});

const HEAVY: readonly (readonly [what: string, scrub: () => Promise<unknown>, least: number])[] = [
  ["text", () => scrubber.inTurns.text(long(4_000_000)), 5],
  ["long texts in a value", () => scrubber.inTurns.json({ much: [long(2_000_000), long(2_000_000)] }), 5],
  ["small values", () => scrubber.inTurns.json(rows(80_000)), 5],
  [
    "lists in lists, each as heavy as the one below it",
    () => scrubber.inTurns.json(nested(100, rows(20_000))),
    // On the way down and on the way up.
    200,
  ],
];

test.each(HEAVY)("others have a turn while megabytes of %s are scrubbed", async (_what, scrub, least) => {
  let isDone = false;
  const scrubbing = scrub().then(() => {
    isDone = true;
  });
  let turns = 0;
  while (!isDone) {
    await nextTurn();
    turns += 1;
  }
  await scrubbing;
  expect(turns).toBeGreaterThan(least);
});

test("a value under the name of every object stays one of its own", async () => {
  const value = JSON.parse(
    `{"__proto__": {"password": "hunter2-77"}, "much": ${JSON.stringify(long(900_000))}}`,
  );
  const scrubbed = (await scrubber.inTurns.json(value)).value as Record<string, Json>;
  expect(Object.keys(scrubbed)).toEqual(["__proto__", "much"]);
  expect(JSON.stringify(scrubbed)).not.toContain("hunter2-77");
});
