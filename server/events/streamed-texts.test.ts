import { expect, test } from "vitest";
import type { RunId, SessionId } from "../contract/ids.ts";
import type { RunEvent, TextDelta } from "../contract/run-event.ts";
import { NO_USAGE } from "../contract/usage.ts";
import { createStreamedTexts } from "./streamed-texts.ts";

const runId = "run" as RunId;
const other = "other" as RunId;
const saying = (sessionId: string, text: string, more: Partial<TextDelta> = {}): TextDelta => ({
  type: "text.delta",
  runId,
  sessionId: sessionId as SessionId,
  turn: 1,
  offset: 0,
  text,
  ...more,
});
const event = { runId, seq: 1, at: "2026-01-01T00:00:00.000Z" };
const turnEnd: RunEvent = {
  ...event,
  sessionId: "a" as SessionId,
  type: "turn.finished",
  turn: 1,
  message: { role: "assistant", text: "", calls: [] },
  usage: NO_USAGE,
  durationMs: 1,
  firstTextMs: 1,
};
const retry: RunEvent = {
  ...event,
  sessionId: "a" as SessionId,
  type: "turn.retried",
  turn: 1,
  attempt: 2,
  delayMs: 1,
  reason: "",
};

test("of a thousand and one sessions the one that was heard longest ago is forgotten", () => {
  const texts = createStreamedTexts();
  texts.hear(saying("a", "first"));
  texts.hear(saying("b", "second"));
  for (let count = 0; count < 998; count += 1) texts.hear(saying(`s${count}`, "x", { runId: other }));
  texts.hear(saying("a", " and more", { offset: 5 }));
  expect(texts.of(runId).map(({ text }) => text)).toEqual(["first and more", "second"]);
  texts.hear(saying("last", "x", { runId: other }));
  expect(texts.of(runId).map(({ text }) => text)).toEqual(["first and more"]);
  expect(texts.of(other)).toHaveLength(999);
});

test("what the log tells late ends no text that was said since", () => {
  const texts = createStreamedTexts();
  texts.hear(saying("a", "the second attempt"));
  texts.seeLogged(retry);
  expect(texts.of(runId)).toHaveLength(1);
  texts.hear(saying("a", "the next turn", { turn: 2 }));
  texts.seeLogged(turnEnd);
  expect(texts.of(runId)).toMatchObject([{ turn: 2, text: "the next turn" }]);
  texts.see({ ...retry, turn: 2 });
  expect(texts.of(runId)).toEqual([]);
});

test("a run that is over has no streamed text", () => {
  const texts = createStreamedTexts();
  texts.hear(saying("a", "one"));
  texts.hear(saying("b", "two"));
  texts.hear(saying("c", "of another", { runId: other }));
  texts.seeLogged({ ...event, type: "run.finished", status: "cancelled", answer: "" });
  expect(texts.of(runId)).toEqual([]);
  expect(texts.of(other)).toHaveLength(1);
});
