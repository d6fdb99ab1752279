import { expect, test } from "vitest";
import type { CallId } from "../contract/ids.ts";
import type { Message } from "../contract/message.ts";
import { MAX_OWN_WORDS, ownWords } from "./own-words.ts";

const hide = (text: string) => text.replaceAll("hunter2-hunter2", "[hidden]");

function turn(text: string, ...callIds: readonly string[]): Message {
  const calls = callIds.map((callId) => ({ callId: callId as CallId, name: "look", input: {} }));
  return { role: "assistant", text, calls };
}

function said(messages: readonly Message[], callId = "c2"): string | undefined {
  return ownWords({ messages, callId: callId as CallId, hide });
}

test("the words of a call are those of its own turn, and of no other", () => {
  const messages = [
    turn("Let me see.", "c1"),
    { role: "user", text: "Go on" } as const,
    turn("Claim 7 rests on it.", "c2", "c3"),
    turn("Done.", "c4"),
  ];
  expect(said(messages)).toBe("Claim 7 rests on it.");
  expect(said(messages, "c3")).toBe("Claim 7 rests on it.");
  expect(said(messages, "c9")).toBeUndefined();
});

test("an agent that said nothing has no words", () => {
  expect(said([turn("", "c2")])).toBeUndefined();
  expect(said([turn(" \n\t\u200B ", "c2")])).toBeUndefined();
  expect(said([])).toBeUndefined();
});

test("words hold no secret, not even a part of one at their end", () => {
  expect(said([turn("The key is hunter2-hunter2.", "c2")])).toBe("The key is [hidden].");
  const atTheEnd = `${"x".repeat(MAX_OWN_WORDS - 8)}hunter2-hunter2`;
  expect(said([turn(atTheEnd, "c2")])).not.toContain("hunter");
  // Wherever it stands, and also where letters that nobody sees stand in it.
  for (const blanks of [9_990, 9_995, 50_000])
    expect(said([turn(`It is${" ".repeat(blanks)}hunter2-hunter2`, "c2")])).toBe("It is [hidden]");
  expect(said([turn("hun\u200Bter2\u0007-hun\u2060ter2", "c2")])).toBe("[hidden]");
});

test("words are one line of bounded length in which nothing is unseen", () => {
  expect(said([turn("One\n\n\n  two\u202E\u0007three", "c2")])).toBe("One twothree");
  const long = said([turn("🐝".repeat(5_000), "c2")]) ?? "";
  expect([...long]).toHaveLength(MAX_OWN_WORDS);
  expect(long.endsWith("🐝…")).toBe(true);
  expect(said([turn("🐝".repeat(MAX_OWN_WORDS), "c2")])).toBe("🐝".repeat(MAX_OWN_WORDS));
});
