import { expect, test } from "vitest";
import type { CallId } from "../contract/ids.ts";
import type { RunEventBody } from "../contract/run-event.ts";
import { okText } from "../contract/tool-result.ts";
import { NO_USAGE } from "../contract/usage.ts";
import type { BudgetLimit } from "./budgets.ts";
import { LiveSession } from "./live-session.ts";
import type { ClaimedSession, SessionNews, SessionStore } from "./ports.ts";
import { settleCalls } from "./settle-calls.ts";
import { type BoundTool, NO_FLAGS, type ToolContext } from "./tool.ts";

const looks = { ...NO_FLAGS, readOnly: true, concurrencySafe: true, idempotent: true };
const news: SessionNews = {
  isPaused: false,
  waitingMessages: 0,
  spent: { tokens: 0, cost: 0, toolCalls: 0, seconds: 0 },
};

/** One open call of the tool, in a session whose commits end when the test says so. */
function open(tool: Partial<BoundTool>, budgets: readonly BudgetLimit[] = []) {
  const commits: { readonly types: readonly string[]; end(): void }[] = [];
  const store = {
    append: (_session: ClaimedSession, events: readonly RunEventBody[]) =>
      new Promise<SessionNews>((resolve) => {
        commits.push({ types: events.map(({ type }) => type), end: () => resolve(news) });
      }),
  } as unknown as SessionStore;
  const call = { callId: "c1" as CallId, name: "tool", input: {} };
  const claimed = {
    messages: [],
    turns: 0,
    usage: NO_USAGE,
    startedCalls: new Set(),
    warned: [],
    budgets,
    news,
  };
  const session = new LiveSession(claimed as unknown as ClaimedSession, store, 60_000);
  session.emit({
    type: "turn.finished",
    turn: 1,
    message: { role: "assistant", text: "", calls: [call] },
    usage: NO_USAGE,
    durationMs: 1,
    firstTextMs: null,
  });
  let runs = 0;
  const settled = settleCalls({
    session,
    tools: new Map([["tool", { name: "tool", origin: { kind: "test", id: "test" }, ...tool } as BoundTool]]),
    maxConcurrency: 1,
    contextFor: () => ({}) as ToolContext,
    checkBudgets: async () => undefined,
    dispatcher: {
      dispatch: async () => {
        runs += 1;
        return okText("done");
      },
    },
  });
  return { commits, settled, runs: () => runs };
}

const rounds = async () => {
  for (let round = 0; round < 5; round += 1) await new Promise((resolve) => setImmediate(resolve));
};

test.each([
  { what: "changes nothing", tool: { flags: looks } },
  { what: "changes nothing but the transcript", tool: { flags: NO_FLAGS, changes: "transcript" as const } },
])(
  "a call that $what shares one commit with the message that asked for it and with its result",
  async ({ tool }) => {
    const { commits, settled, runs } = open(tool);
    await settled;
    expect(runs()).toBe(1);
    await expect
      .poll(() => commits.map(({ types }) => types))
      .toEqual([["turn.finished", "tool_call", "tool_result"]]);
  },
);

test.each([
  { what: "may change something", tool: { flags: { ...NO_FLAGS, idempotent: true } }, budgets: [] },
  { what: "changes its session", tool: { flags: NO_FLAGS, changes: "session" as const }, budgets: [] },
  {
    what: "is put to people",
    tool: { flags: looks, identify: async () => ({ summary: "", identities: [], commands: [] }) },
    budgets: [],
  },
  { what: "counts for a budget", tool: { flags: looks }, budgets: [{} as BudgetLimit] },
])("a call that $what begins only when it is durable", async ({ tool, budgets }) => {
  const { commits, settled, runs } = open(tool, budgets);
  await rounds();
  expect(commits.map(({ types }) => types)).toEqual([["turn.finished", "tool_call"]]);
  expect(runs()).toBe(0);
  commits[0]?.end();
  await settled;
  expect(runs()).toBe(1);
});
