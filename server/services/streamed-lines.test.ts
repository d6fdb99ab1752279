import { expect, test } from "vitest";
import type { RunId, SessionId } from "../contract/ids.ts";
import type { RunEvent, TextDelta } from "../contract/run-event.ts";
import { createScrubber } from "../security/scrub/scrubber.ts";
import { createHideInLines } from "./hide-in-lines.ts";
import { SharedTexts } from "./shared-texts.ts";
import { StreamedLines } from "./streamed-lines.ts";

const hide = createHideInLines(createScrubber());
const ids = { runId: "r" as RunId, sessionId: "s" as SessionId };

/** Readers of one run, a clock that is set by hand, and how many characters were looked through. */
function openReaders(count: number) {
  const clock = { now: 0 };
  let characters = 0;
  const counting = (text: string) => {
    characters += text.length;
    return hide(text);
  };
  const lines = new StreamedLines(counting, () => clock.now);
  const readers = Array.from({ length: count }, () => new SharedTexts(lines));
  const read = readers.map(() => "");
  const tell = (reader: number, delta: TextDelta) => {
    for (const shown of readers[reader]?.show(delta) ?? [])
      if (shown.type === "text.delta") read[reader] = `${read[reader]?.slice(0, shown.offset)}${shown.text}`;
  };
  return { clock, readers, read, tell, characters: () => characters };
}

const delta = (offset: number, text: string, turn = 1): TextDelta => ({
  type: "text.delta",
  ...ids,
  turn,
  offset,
  text,
});

/** What a model writes in 50 milliseconds, when it is quick. */
const PIECE = "Some words of a line,\nand some more";
const INTERVAL_MS = 50;

test.each([1, 20])(
  "a long text that streams to %i readers is looked through once a second at most",
  (count) => {
    const { clock, read, tell, characters } = openReaders(count);
    let text = "";
    while (text.length + PIECE.length <= 100_000) {
      clock.now += INTERVAL_MS;
      for (let reader = 0; reader < count; reader += 1) tell(reader, delta(text.length, PIECE));
      text += PIECE;
    }
    const seconds = clock.now / 1_000;
    expect(characters() / seconds).toBeLessThan(100_000);
    const last = text.lastIndexOf("\n") + 1;
    for (const one of read) {
      expect(text.startsWith(one), "in order, and nothing left out").toBe(true);
      expect(last - one.length, "about a second behind").toBeLessThan(2_000);
    }
    expect(new Set(read).size, "all see the same").toBe(1);
  },
);

test("a text that streams faster than it may be looked through costs no more", () => {
  const { clock, tell, characters } = openReaders(1);
  for (let offset = 0; offset + PIECE.length <= 100_000; offset += PIECE.length) {
    clock.now += 1;
    tell(0, delta(offset, PIECE));
  }
  expect(characters()).toBeLessThan(100 * clock.now + 100_000);
});

test("what has to wait is shown with the next piece after that, also where no line ends in it", () => {
  const { clock, read, tell } = openReaders(1);
  const long = `${"word ".repeat(2_000)}\n`;
  tell(0, delta(0, long));
  tell(0, delta(long.length, "Two.\n"));
  expect(read[0]).toBe(long);
  clock.now += 1_000;
  tell(0, delta(long.length + 5, "Three"));
  expect(read[0]).toBe(`${long}Two.\n`);
});

test("who comes late, is late or leaves takes nothing from the others", () => {
  const { clock, readers, read, tell } = openReaders(3);
  tell(0, delta(0, "One.\n"));
  clock.now += 1_000;
  tell(0, delta(5, "Two.\n"));
  tell(1, delta(0, "One.\nTwo.\n"));
  tell(2, delta(0, "One.\n"));
  expect(read.slice(0, 2)).toEqual(["One.\nTwo.\n", "One.\nTwo.\n"]);
  readers[0]?.close();
  clock.now += 1_000;
  tell(1, delta(10, "Three.\n"));
  tell(2, delta(5, "Two.\n"));
  tell(2, delta(10, "Three.\n"));
  expect(read.slice(1)).toEqual(["One.\nTwo.\nThree.\n", "One.\nTwo.\nThree.\n"]);
});

test("a turn that begins again is a text of its own, for whoever has heard of it", () => {
  const { clock, readers, read, tell } = openReaders(2);
  const retried = { type: "turn.retried", ...ids, seq: 1, turn: 1 } as unknown as RunEvent;
  for (const reader of [0, 1]) tell(reader, delta(0, "Lost.\n"));
  readers[0]?.show(retried);
  tell(0, delta(0, "Said.\n"));
  expect(read).toEqual(["Said.\n", "Lost.\n"]);
  readers[1]?.show(retried);
  clock.now += 1_000;
  tell(0, delta(6, "More.\n"));
  tell(1, delta(0, "Said.\nMore.\n"));
  expect(read).toEqual(["Said.\nMore.\n", "Said.\nMore.\n"]);
});
