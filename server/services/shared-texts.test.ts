import fc from "fast-check";
import { expect, test } from "vitest";
import type { RunId, SessionId } from "../contract/ids.ts";
import type { RunEvent, TextDelta } from "../contract/run-event.ts";
import { createSecretRegister } from "../security/scrub/secret-register.ts";
import { startProcessorClock } from "../testing/processor-clock.ts";
import { createHideInLines } from "./hide-in-lines.ts";
import { SharedTexts } from "./shared-texts.ts";
import { StreamedLines } from "./streamed-lines.ts";

const KNOWN = "correct horse battery staple 42";
const SEVERAL_LINES = "first-line-of-a-secret\nsecond-line-of-a-secret\nthird-line-of-a-secret";
const ENCODED = Array.from({ length: 6 }, (_, line) => `Zm9${line}bGluZQ+${line}`.repeat(5)).join("\n");
const TOKEN = `ghp_${"Ab3dEf6hIj".repeat(4)}`;
const KEY = `-----BEGIN PRIVATE KEY-----\n${"MIIEvQIBADANBgkqhkiG9w0B\n".repeat(4)}-----END PRIVATE KEY-----`;
const { scrubber } = createSecretRegister([KNOWN, SEVERAL_LINES, ENCODED]);
const hide = createHideInLines(scrubber);
const TEXT = `Before it.\nThe token is ${TOKEN}, look.\nAnd ${KNOWN}.\n${SEVERAL_LINES}\n${KEY}\npassword: hunter2hunter2\nIt is ${ENCODED}.\nAfter it.\n`;
/** What would give each of them away. */
const PIECES = [
  TOKEN.slice(0, 12),
  TOKEN.slice(-12),
  "horse battery",
  "first-line",
  "second-line",
  "third-line",
  "BEGIN",
  "MIIEvQIB",
  "hunter2h",
  ...ENCODED.split("\n").map((line) => line.slice(0, 12)),
];

const ids = { runId: "r" as RunId, sessionId: "s" as SessionId };
const delta = (offset: number, text: string, turn = 1): TextDelta => ({
  type: "text.delta",
  ...ids,
  turn,
  offset,
  text,
});

/** A clock on which a second passes between two looks at it: every text is long enough ago. */
function slowly(): () => number {
  let time = 0;
  return () => {
    time += 1_000;
    return time;
  };
}

const openTexts = (hideText = hide) => new SharedTexts(new StreamedLines(hideText, slowly()));

/** What a reader has put together, as its page does: by place. */
function readIn(pieces: readonly string[], texts = openTexts()): string {
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
  expect(read, "however it was cut").toBe(hide(TEXT));
  expect(read).toMatch(/^Before it\.\nThe token is \[REDACTED\]/);
  expect(read).toMatch(/After it\.\n$/);
}

test("lines are shown as soon as they are complete, and what is not is held back", () => {
  expect(readIn(["One line", ".\nAnother", " one.\nHalf"])).toBe("One line.\nAnother one.\n");
});

test("a line that begins a secret of several lines is held back until the next one tells whether it was one", () => {
  const [first = "", second = ""] = SEVERAL_LINES.split("\n");
  const begun = `One.\nIt is ${first}\n${second}\n`;
  expect(readIn([begun])).toBe("One.\n");
  expect(readIn([begun, "something else\n"]), "it was none").toBe(`${begun}something else\n`);
  expect(readIn([`One.\n${KEY.slice(0, 60)}\n`]), "a key without its end").toBe("One.\n");
});

test("a secret stays hidden where another one begins with its last line", () => {
  const values = ["top-of-it\nmiddle-of-it\nsame-line", "same-line\nand-another"];
  for (const known of [values, [`${values[0]}\ntop-of-it`, "top-of-it\nand-another"]]) {
    const text = `One.\n${known[0]}\nTwo.\n`;
    const hideThem = createHideInLines(createSecretRegister(known).scrubber);
    for (const piece of [1, 7, 10, text.length]) {
      const pieces = text.match(new RegExp(`[^]{1,${piece}}`, "g")) ?? [];
      expect(readIn(pieces, openTexts(hideThem))).toBe("One.\n[REDACTED]\nTwo.\n");
    }
  }
});

test("what has become a secret since it was shown moves nothing that follows", () => {
  const register = createSecretRegister();
  const texts = openTexts(createHideInLines(register.scrubber));
  const long = "a-long-value-that-is-stored-while-it-is-written";
  const shown = (...piece: Parameters<typeof delta>) => texts.show(delta(...piece));
  const before = `One.\n${long}\n`;
  expect(shown(0, before)).toEqual([delta(0, before)]);
  register.add(long);
  expect(shown(before.length, "Two.\n")).toEqual([delta(before.length, "[REDACTED]\nTwo.\n")]);
  const sent = before.length + "[REDACTED]\nTwo.\n".length;
  expect(shown(before.length + "Two.\n".length, "Three.\n")).toEqual([delta(sent, "Three.\n")]);
});

test("who comes after something became a secret does not see it, also where nothing was written since", () => {
  const register = createSecretRegister();
  const lines = new StreamedLines(createHideInLines(register.scrubber), slowly());
  const text = "One.\nstored-after-it-was-written\n";
  expect(readIn([text], new SharedTexts(lines))).toBe(text);
  register.add("stored-after-it-was-written");
  expect(readIn([text], new SharedTexts(lines))).toBe("One.\n[REDACTED]\n");
});

test("pieces that are missing, come again or are of another turn mix nothing up", () => {
  const texts = openTexts();
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
  const texts = openTexts();
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
