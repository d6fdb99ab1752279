import { expect, test } from "vitest";
import type { CallId } from "../contract/ids.ts";
import { agentSchema } from "../contract/org-document.ts";
import { DEFAULT_POLICY, globalPolicySchema, scopedPolicySchema } from "../contract/tool-policy.ts";
import { okText } from "../contract/tool-result.ts";
import { type BoundTool, NO_FLAGS, type ToolContext } from "../engine/tool.ts";
import { type DelayedCall, limitRate, limitsOf, type RateTaken } from "./limit-rate.ts";

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
  readonly found?: DelayedCall;
  readonly more?: Partial<ToolContext>;
  readonly rates?: readonly string[];
  readonly flags?: Partial<BoundTool["flags"]>;
}

async function call({ taken, found, more, rates = ["session 1/minute"], flags = {} }: Bench) {
  const done: string[] = [];
  const step = limitRate({
    book: {
      async take() {
        done.push("take");
        return taken ?? { waitMs: 0, isTaken: true, blocking: null };
      },
      delay: async (_context, until) => void done.push(`delay ${until}`),
      async find() {
        done.push("find");
        return found;
      },
      use: async () => void done.push("use"),
    },
    policy: async () => policyOf(rates),
    now: () => 1_000,
    sleep: async (milliseconds) => void done.push(`sleep ${milliseconds}`),
  });
  const { context, events } = contextOf(more === undefined ? {} : { more });
  const prepared = {
    call: { callId: "c" as CallId, name: tool.name, input: {} },
    tool: { ...tool, flags: { ...NO_FLAGS, ...flags } },
  };
  const result = await step(prepared, context, async () => {
    done.push("run");
    return okText("ran");
  });
  return { result, done, events };
}

test("where no limit is set nothing is asked", async () => {
  expect((await call({ rates: [] })).done).toEqual(["run"]);
});

test("a call under its limit runs at once, and a short wait is put down before it begins", async () => {
  expect((await call({})).done).toEqual(["take", "run"]);
  const waited = await call({ taken: { waitMs: 5_000, isTaken: true, blocking: "all 60s session s" } });
  expect(waited.done).toEqual(["take", "delay 6000", "sleep 5000", "use", "run"]);
  expect(waited.events).toMatchObject([
    { type: "call.delayed", isRefused: false, until: "1970-01-01T00:00:06.000Z" },
  ]);
});

test("a call that would wait for long is refused with the limit and the time, and is not run", async () => {
  const { result, done, events } = await call({
    taken: { waitMs: 3_600_000, isTaken: false, blocking: "all 60s session s" },
  });
  expect(done).toEqual(["take"]);
  expect(result).toMatchObject({
    code: "limit_reached",
    message:
      "web_fetch was not called. The limit of 1 call a minute for this session is reached; it may go on at 1970-01-01T01:00:01.000Z, in 3600 s.",
  });
  expect(events).toMatchObject([{ isRefused: true }]);
});

const again = { isNew: false, wasDelayed: true };

test("a call whose worker died while it waited waits what is left, and runs once", async () => {
  const left = await call({ more: again, found: { until: 4_000, isUsed: false, isGuarded: false } });
  expect(left.done).toEqual(["find", "sleep 3000", "use", "run"]);
  const ran = await call({ more: again, found: { until: 500, isUsed: true, isGuarded: false } });
  expect(ran).toMatchObject({ done: ["find"], result: { code: "outcome_unknown" } });
  expect((await call({ more: again })).result).toMatchObject({ code: "outcome_unknown" });
});

test("a call that may run again does, and so does one that an approval guards", async () => {
  const used = { until: 500, isUsed: true };
  expect((await call({ more: again, found: { ...used, isGuarded: true } })).done).toEqual(["find", "run"]);
  const found = { ...used, isGuarded: false };
  expect((await call({ more: again, found, flags: { readOnly: true } })).done).toEqual(["find", "run"]);
  expect((await call({ more: { isNew: false } })).done).toEqual(["run"]);
});
