import { expect, test } from "vitest";
import type { CallId } from "../contract/ids.ts";
import { agentSchema } from "../contract/org-document.ts";
import { DEFAULT_POLICY, globalPolicySchema, scopedPolicySchema } from "../contract/tool-policy.ts";
import { okText } from "../contract/tool-result.ts";
import { type BoundTool, NO_FLAGS, type ToolContext } from "../engine/tool.ts";
import { limitRate, limitsOf, type RateTaken } from "./limit-rate.ts";

const tool: BoundTool = {
  name: "web_fetch",
  description: "",
  inputSchema: {},
  origin: { kind: "builtin", id: "web" },
  flags: NO_FLAGS,
  grant: "toolbox",
  bind: () => ({ ok: true, value: async () => okText("ran") }),
};

interface Place {
  readonly own?: unknown;
  readonly org?: unknown;
  readonly more?: Partial<ToolContext>;
}

function contextOf({ own, org, more = {} }: Place = {}) {
  const events: object[] = [];
  const agent = agentSchema.parse({
    id: "a",
    name: "A",
    position: { x: 0, y: 0 },
    ...(own === undefined ? {} : { policy: scopedPolicySchema.parse({ rates: own }) }),
  });
  const place = org === undefined ? {} : { org: scopedPolicySchema.parse({ rates: org }) };
  const context = {
    scope: { agent, orgId: "o", place },
    sessionId: "s",
    callId: "c",
    isNew: true,
    signal: new AbortController().signal,
    emit: (event: object) => void events.push(event),
    ...more,
  } as unknown as ToolContext;
  return { context, events };
}

const policyOf = (rates: readonly string[]) => globalPolicySchema.parse({ rates });

test("a call counts under every limit that names its session, agent or tool, each with a key of its own", () => {
  const rates = ["session", "agent", "group:web", "*", "exec", "provider openai"];
  const policy = policyOf(rates.map((name) => `${name} 2/minute`));
  const own = ["web_fetch 2/minute", "web_fetch 9/hour"];
  const { context } = contextOf({ own, org: ["agent 2/minute"] });
  expect(limitsOf(policy, tool, context).map(({ key }) => key)).toEqual([
    "all 60s session s",
    "all 60s of o a",
    "all 60s tool group:web",
    "all 60s tool *",
    "org o 60s of o a",
    "agent o a 60s tool web_fetch",
    "agent o a 3600s tool web_fetch",
  ]);
  expect(limitsOf(DEFAULT_POLICY, tool, contextOf().context)).toEqual([]);
});

test("lines for the same calls in the same window are one limit, the strictest", () => {
  const policy = policyOf(["* 9/minute", "* 2/minute", "* 5/60s", "* 9/hour"]);
  const { context } = contextOf({ own: ["session 3/minute", "session 1/minute"], org: ["session 4/minute"] });
  expect(limitsOf(policy, tool, context).map(({ key, calls }) => [key, calls])).toEqual([
    ["all 60s tool *", 2],
    ["all 3600s tool *", 9],
    ["org o 60s session s", 4],
    ["agent o a 60s session s", 1],
  ]);
});

interface Bench {
  readonly taken?: RateTaken;
  readonly more?: Partial<ToolContext>;
  readonly rates?: readonly string[];
}

async function call({ taken, more, rates = ["session 1/minute"] }: Bench) {
  const done: string[] = [];
  const step = limitRate({
    book: {
      async take(_limits, mostWaitMs) {
        done.push(`take ${mostWaitMs}`);
        return taken ?? { waitMs: 0, isTaken: true, blocking: null };
      },
    },
    policy: async () => policyOf(rates),
    now: () => 1_000,
  });
  const { context, events } = contextOf(more === undefined ? {} : { more });
  const call = { callId: "c" as CallId, name: tool.name, input: {} };
  const prepared = { call, tool, tools: new Map() };
  const result = await step(prepared, context, async () => {
    done.push("run");
    return okText("ran");
  });
  return { result, done, events };
}

test("where no limit is set nothing is asked", async () => {
  expect((await call({ rates: [] })).done).toEqual(["run"]);
});

test("a call under its limit runs at once", async () => {
  expect((await call({})).done).toEqual(["take 0", "run"]);
});

test.each([1, 5_000, 60_000, 3_600_000])(
  "a call over its limit is refused with the limit and the time, and is not run, however soon it may: %i ms",
  async (waitMs) => {
    const { result, done, events } = await call({
      taken: { waitMs, isTaken: false, blocking: "all 60s session s" },
    });
    expect(done).toEqual(["take 0"]);
    const until = new Date(1_000 + waitMs).toISOString();
    expect(result).toMatchObject({
      status: "error",
      code: "limit_reached",
      message: `web_fetch was not called. The limit of 1 call a minute for this session is reached; it may be called again at ${until}, in ${Math.ceil(waitMs / 1_000)} s.`,
    });
    expect(events).toMatchObject([{ type: "call.delayed", until }]);
  },
);

test("a call that is dispatched again after a crash was counted before", async () => {
  expect((await call({ more: { isNew: false } })).done).toEqual(["run"]);
});
