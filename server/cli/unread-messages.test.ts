import { expect, test } from "vitest";
import type { SessionId } from "../contract/ids.ts";
import type { RunEvent, RunEventBody } from "../contract/run-event.ts";
import { NO_USAGE } from "../contract/usage.ts";
import { createUnreadMessages } from "./unread-messages.ts";

const from = (session: string, body: RunEventBody): RunEvent => ({
  ...body,
  runId: "run" as never,
  seq: 1,
  at: "2026-11-28T00:00:00.000Z",
  sessionId: session as SessionId,
  agent: session,
});
const finished = { type: "session.finished", outcome: "failed", answer: "", usage: NO_USAGE } as const;

test("whoever wrote to a session that failed is told what it never read, and nothing else", () => {
  const unread = createUnreadMessages();
  unread.see(from("a", { type: "message.queued", text: "First" }));
  unread.see(from("b", { type: "message.queued", text: "Other" }));
  unread.see(from("a", { type: "message.queued", text: "Second" }));
  expect(unread.see(from("a", { type: "message.received", text: "First", from: "person" }))).toEqual([]);
  expect(unread.see(from("a", finished))).toEqual(["a was over before it read: Second"]);
  unread.see(from("b", { type: "message.received", text: "Other", from: "person" }));
  expect(unread.see(from("b", finished))).toEqual([]);
});
