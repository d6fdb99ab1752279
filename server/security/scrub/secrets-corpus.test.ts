import { expect, test } from "vitest";
import { fillSecrets } from "../../testing/corpora/fill-secrets.ts";
import { readCorpus } from "../../testing/corpora/read-corpus.ts";
import { createScrubber } from "./scrubber.ts";

const scrubber = createScrubber();
const secret = readCorpus("secrets").map(fillSecrets);
const harmless = readCorpus("false-secrets").map(fillSecrets);

/** Where a line may stand. */
const PLACES: readonly ((line: string) => string)[] = [
  (line) => line,
  (line) => `before\n${line}\nafter`,
  (line) => `before\r\n${line}\r\nafter`,
  (line) => `  ${line}`,
  (line) => `${"some words before it. ".repeat(400)}\n${line}\n${"some words behind it. ".repeat(400)}`,
];

test("of the secrets of every day none is left wherever a line stands, and what only looks like one stays", () => {
  const left = new Set<string>();
  const hidden = new Set<string>();
  for (const place of PLACES) {
    for (const { text, secrets } of secret) {
      const { value } = scrubber.text(place(text));
      if (secrets.some((one) => value.includes(one))) left.add(text);
    }
    for (const { text } of harmless) if (scrubber.text(place(text)).value !== place(text)) hidden.add(text);
  }
  process.stdout.write(
    `Secrets: ${secret.length} in ${PLACES.length} places, ${left.size} left; ${harmless.length} harmless, ${hidden.size} hidden\n`,
  );
  expect({ left: [...left], hidden: [...hidden] }).toEqual({ left: [], hidden: [] });
});

test("in a value of members and lists, and as the text of one, they are hidden too", () => {
  const left = secret.filter(({ text, secrets }) => {
    const inside = JSON.stringify(scrubber.json({ answer: [{ line: text }], [text]: 1 }).value);
    const packed = scrubber.text(JSON.stringify({ line: text })).value;
    return secrets.some((one) => inside.includes(one) || packed.includes(one));
  });
  expect(left.map(({ text }) => text)).toEqual([]);
});
