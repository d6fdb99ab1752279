import fc from "fast-check";
import { expect, test } from "vitest";
import type { RunId, SessionId } from "../contract/ids.ts";
import type { RunEvent, TextDelta } from "../contract/run-event.ts";
import { createScrubber } from "../security/scrub/scrubber.ts";
import { startProcessorClock } from "../testing/processor-clock.ts";
import { createHideSecrets } from "./hide-secrets.ts";
import { SharedTexts } from "./shared-texts.ts";

const KNOWN = "correct horse battery staple 42";
const SEVERAL_LINES = "first-line-of-a-secret\nsecond-line-of-a-secret";
const TOKEN = `ghp_${"Ab3dEf6hIj".repeat(4)}`;
const KEY = `-----BEGIN PRIVATE KEY-----\n${"MIIEvQIBADANBgkqhkiG9w0B\n".repeat(4)}-----END PRIVATE KEY-----`;
const hide = createHideSecrets(createScrubber([KNOWN, SEVERAL_LINES]));
const TEXT = `Before it.\nThe token is ${TOKEN}, look.\nAnd ${KNOWN}.\n${SEVERAL_LINES}\n${KEY}\npassword: hunter2hunter2\nAfter it.\n`;
/** What would give each of them away. */
const PIECES = [TOKEN.slice(0, 12), TOKEN.slice(-12), "horse battery", "second-line", "MIIEvQIB", "hunter2h"];

const ids = { runId: "r" as RunId, sessionId: "s" as SessionId };
const delta = (offset: number, text: string, turn = 1): TextDelta => ({
  type: "text.delta",
  ...ids,
  turn,
  offset,
  text,
});

/** What a reader has put together, as its page does: by place. */
function readIn(pieces: readonly string[], texts = new SharedTexts(hide)): string {
  let read = "";
  let offset = 0;
  for (const text of pieces) {
    for (const shown of texts.show(delta(offset, text))) {
      if (shown.type !== "text.delta") throw new Error("Only text was sent.");
      expect(shown.offset, "without a gap").toBe(read.length);
      read += shown.text;
    }
    offset += text.length;
  }
  return read;
}

test("a secret that is cut anywhere between pieces of streamed text is shown to nobody", () => {
  for (let cut = 1; cut < TEXT.length; cut += 1) expectNothing(readIn([TEXT.slice(0, cut), TEXT.slice(cut)]));
  expectNothing(readIn([...TEXT]));
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: TEXT.length - 1 }), { maxLength: 12 }), (cuts) => {
      const places = [0, ...cuts.toSorted((left, right) => left - right), TEXT.length];
      expectNothing(readIn(places.slice(1).map((end, index) => TEXT.slice(places[index], end))));
    }),
    { numRuns: 200 },
  );
});

function expectNothing(read: string): void {
  for (const piece of PIECES) expect(read).not.toContain(piece);
  expect(read).toMatch(/^Before it\.\nThe token is \[REDACTED\]/);
  expect(read).toMatch(/After it\.\n$/);
}

test("lines are shown as soon as they are complete, and what is not is held back", () => {
  expect(readIn(["One line", ".\nAnother", " one.\nHalf"])).toBe("One line.\nAnother one.\n");
});

test("pieces that are missing, come again or are of another turn mix nothing up", () => {
  const texts = new SharedTexts(hide);
  const show = (...piece: Parameters<typeof delta>) =>
    texts.show(delta(...piece)).map((shown) => (shown.type === "text.delta" ? shown.text : ""));
  expect(show(0, "One.\n")).toEqual(["One.\n"]);
  expect(show(100, "Far away.\n"), "nobody knows what stood before it").toEqual([]);
  expect(show(0, "One.\nTwo.\n"), "the text so far, for who comes later").toEqual(["Two.\n"]);
  expect(show(0, "New.\n", 2)).toEqual(["New.\n"]);
  const finished = { type: "turn.finished", ...ids, seq: 1, turn: 2 } as unknown as RunEvent;
  expect(texts.show(finished)).toEqual([finished]);
  expect(show(0, "New.\n", 3)).toEqual(["New.\n"]);
});

test("a turn without end is shown at its beginning only, and costs no more than that", () => {
  const texts = new SharedTexts(hide);
  const line = `${"word ".repeat(200)}\n`;
  const worked = startProcessorClock();
  expect(
    readIn(
      Array.from({ length: 4_000 }, () => line),
      texts,
    ).length,
  ).toBeLessThan(101_000);
  expect(worked()).toBeLessThan(5_000);
});
