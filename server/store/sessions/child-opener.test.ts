import { expect, test } from "vitest";
import type { ToolContext } from "../../engine/tool.ts";
import { createChildOpener } from "./child-opener.ts";
import type { ChildrenOfCall } from "./open-children.ts";

const callOf = (sessionId: string, callId: string): ChildrenOfCall => ({
  context: { sessionId, callId, fence: 1 } as unknown as ToolContext,
  children: [],
});

function createDesk(refused: readonly string[] = []) {
  const commits: string[][] = [];
  const open = createChildOpener(async (calls) => {
    const ids = calls.map(({ context }) => String(context.callId));
    commits.push(ids);
    if (ids.some((id) => refused.includes(id))) throw new Error("It opened its children already.");
  });
  return { commits, open };
}

test("calls of one session that ask at the same moment share a commit; other sessions have their own", async () => {
  const { open, commits } = createDesk();
  await Promise.all([open(callOf("a", "1")), open(callOf("a", "2")), open(callOf("b", "3"))]);
  await open(callOf("a", "4"));
  expect(commits).toEqual([["1", "2"], ["3"], ["4"]]);
});

test("a call that is refused hurts no other of its turn", async () => {
  const { open, commits } = createDesk(["2"]);
  const asked = ["1", "2", "3"].map((id) => open(callOf("a", id)));
  const ends = await Promise.allSettled(asked);
  expect(ends.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(commits).toEqual([["1", "2", "3"], ["1"], ["2"], ["3"]]);
});
