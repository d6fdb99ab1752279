import { expect, test } from "vitest";
import { ALLOW_ONCE, ALWAYS_LABELS, type ApprovalRequest, DENY } from "../contract/approval.ts";
import type { WaitId } from "../contract/ids.ts";
import type { Json } from "../contract/json.ts";
import type { Question } from "../contract/questions.ts";
import { globalPolicySchema } from "../contract/tool-policy.ts";
import { okText } from "../contract/tool-result.ts";
import { type BoundTool, NO_FLAGS, type PreparedCall, type ToolContext } from "../engine/tool.ts";
import { askApproval } from "./ask-approval.ts";

test("a person is asked about a call only once a crash cannot take it back any more", async () => {
  const asked: string[] = [];
  const step = askApproval({
    book: {
      async find() {
        asked.push("looked for what was asked of a new call");
        return undefined;
      },
      async ask() {
        asked.push("asked");
        return "wait" as WaitId;
      },
      use: async () => true,
      noteUse: async () => undefined,
    },
    patience: 1_000,
    state: async () => ({
      rules: globalPolicySchema.parse({ approvals: { tools: ["look"], ask: "always" } }).approvals,
      isRemembered: () => false,
    }),
    digestOf: (text) => text,
    hide: (text) => text,
    now: async () => 0,
  });
  const tool = { name: "look", origin: { kind: "test", id: "test" }, flags: { ...NO_FLAGS, readOnly: true } };
  const prepared = {
    tool: tool as BoundTool,
    call: { callId: "c1", name: "look", input: {} },
  } as PreparedCall;
  const record = Promise.withResolvers<void>();
  const context = {
    scope: { orgId: null, agent: { name: "Lead" } },
    recorded: () => record.promise,
    messages: () => [],
  } as unknown as ToolContext;
  const result = step(prepared, context, async () => okText("ran"));
  await new Promise((resolve) => setImmediate(resolve));
  expect(asked).toEqual([]);
  record.resolve();
  expect(await result).toMatchObject({ status: "pending", waitId: "wait" });
  expect(asked).toEqual(["asked"]);
});

test.each([{ readOnly: true, idempotent: true, concurrencySafe: true }, { destructive: true }, {}])(
  "what a tool says of itself (%j) only lets people be asked more: a rule about its server holds",
  async (said) => {
    const server = { kind: "mcp", id: "shelf" };
    const groups = ["mcp", "mcp:shelf"];
    const tool = { name: "mcp__shelf__lend", origin: server, groups, flags: { ...NO_FLAGS, ...said } };
    const call = { callId: "c1", name: tool.name, input: {} };
    const book = {
      find: async () => undefined,
      ask: async () => "wait" as WaitId,
      use: async () => true,
      noteUse: async () => undefined,
    };
    const under = (approvals: object) => {
      const { approvals: rules } = globalPolicySchema.parse({ approvals });
      const state = async () => ({ rules, isRemembered: () => false });
      const step = askApproval({
        book,
        patience: 1_000,
        state,
        digestOf: (text) => text,
        hide: (text) => text,
        now: async () => 0,
      });
      const context = { scope: { orgId: null, agent: { name: "Lead" } }, isNew: true, messages: () => [] };
      return step({ tool, call } as unknown as PreparedCall, context as unknown as ToolContext, async () =>
        okText("ran"),
      );
    };
    for (const named of ["group:mcp", "group:mcp:shelf", tool.name]) {
      expect(await under({ tools: [named], ask: "always" })).toMatchObject({ status: "pending" });
      expect(await under({ tools: [named], security: "deny" })).toMatchObject({ code: "denied" });
      expect(await under({ tools: [named], security: "allowlist" })).toMatchObject({ code: "denied" });
    }
  },
);

interface Going {
  readonly wasAsked?: boolean;
  readonly decision?: "deny" | "once";
  readonly remark?: string;
}

/** A tool that no rule concerns any more, dispatched again. */
async function goOn({ decision, remark = "", ...waited }: Going) {
  const done: string[] = [];
  const step = askApproval({
    book: {
      async find() {
        done.push("find");
        return (
          decision && {
            waitId: "wait" as WaitId,
            decision,
            remark,
          }
        );
      },
      ask: async () => "wait" as WaitId,
      async use() {
        done.push("use");
        return true;
      },
      noteUse: async () => void done.push("note"),
    },
    patience: 1_000,
    state: async () => ({ rules: globalPolicySchema.parse({}).approvals, isRemembered: () => true }),
    digestOf: (text) => text,
    hide: (text) => text,
    now: async () => 0,
  });
  const tool = { name: "look", origin: { kind: "test", id: "test" }, flags: NO_FLAGS };
  const prepared = { tool, call: { callId: "c1", name: "look", input: {} } } as unknown as PreparedCall;
  const context = { scope: { orgId: null, agent: { name: "Lead" } }, isNew: false, ...waited };
  const result = await step(prepared, context as unknown as ToolContext, async () => {
    done.push("run");
    return okText("ran");
  });
  return { done, status: result.status, ...(result.status === "error" ? { message: result.message } : {}) };
}

test.each([
  ["", "A person said no."],
  ["Not today", "Not today."],
  ["Not today, please!", "Not today, please!"],
])("of a no with the reason %j the agent reads a whole sentence", async (remark, told) => {
  expect(await goOn({ wasAsked: true, decision: "deny", remark })).toMatchObject({
    message: `look was not run. ${told}`,
  });
});

test("a call that no rule concerns costs nothing", async () => {
  expect(await goOn({})).toEqual({ done: ["run"], status: "ok" });
});

test("what a person said of a call holds, also where the rules would not ask any more", async () => {
  expect(await goOn({ wasAsked: true, decision: "deny" })).toMatchObject({ done: ["find"], status: "error" });
  expect(await goOn({ wasAsked: true, decision: "once" })).toEqual({
    done: ["find", "use", "run"],
    status: "ok",
  });
  // Nothing is noted as a use of a permission that was not needed.
  expect(await goOn({ wasAsked: true })).toEqual({ done: ["find", "run"], status: "ok" });
});

interface Asked {
  readonly summary?: string;
  /** What the agent says in the turn of the call. */
  readonly text?: string;
}

/** What a person would be asked about a call. */
async function requestFor(input: Json, scope: object, { summary, text = "" }: Asked = {}) {
  const asked: { readonly questions: readonly Question[]; readonly request: ApprovalRequest }[] = [];
  const step = askApproval({
    book: {
      find: async () => undefined,
      async ask(_context, questions, request) {
        asked.push({ questions, request });
        return "wait" as WaitId;
      },
      use: async () => true,
      noteUse: async () => undefined,
    },
    patience: 120_000,
    state: async () => ({
      rules: globalPolicySchema.parse({ approvals: { tools: ["look"], ask: "always" } }).approvals,
      isRemembered: () => false,
    }),
    digestOf: (text) => text,
    hide: (text) => text.replaceAll("hunter2", "[hidden]"),
    now: async () => Date.parse("2026-01-01T00:00:00Z"),
  });
  const tool = {
    name: "look",
    origin: { kind: "test", id: "test" },
    flags: NO_FLAGS,
    ...(summary !== undefined && {
      identify: async () => ({
        summary,
        identities: [{ executable: "/bin/look", shape: "look" }],
        commands: [],
      }),
    }),
  };
  const prepared = { tool, call: { callId: "c1", name: "look", input } } as unknown as PreparedCall;
  const messages = () => [{ role: "assistant", text, calls: [prepared.call] }];
  const context = { scope, isNew: true, callId: "c1", messages };
  const result = await step(prepared, context as unknown as ToolContext, async () => okText("ran"));
  return { result, question: asked[0]?.questions[0], request: asked[0]?.request };
}

const LEAD = { orgId: "org", agent: { name: "Lead" } };

test("a request is open for as long as people are given, and says whose line it comes up", async () => {
  const { request } = await requestFor({}, LEAD);
  expect(request).toMatchObject({ expiresAt: "2026-01-01T00:02:00.000Z", chain: ["Lead"] });
  const place = { chain: ["Lead", "Writer"] };
  expect((await requestFor({}, { ...LEAD, place })).request?.chain).toEqual(["Lead", "Writer"]);
});

test("what the agent says of its call goes along without secrets, and changes nothing of what is decided", async () => {
  const { request, question } = await requestFor({}, LEAD, { text: "hunter2 opens it. Allow always!" });
  expect(request?.words).toBe("[hidden] opens it. Allow always!");
  const silent = await requestFor({}, LEAD);
  expect(silent.request).not.toHaveProperty("words");
  expect(silent).toMatchObject({ question, request: { digest: request?.digest, reason: request?.reason } });
});

test("equal arguments are bound alike in whatever order they stand, and no others are", async () => {
  const digest = async (input: Json) => (await requestFor(input, LEAD)).request?.digest;
  const one = await digest({ b: 1, a: { d: [1, 2], c: null } });
  expect(await digest({ a: { c: null, d: [1, 2] }, b: 1 })).toBe(one);
  const others: readonly Json[] = [
    { b: 1, a: { d: [2, 1], c: null } },
    { b: "1", a: { d: [1, 2], c: null } },
    { b: 1, a: { d: [1, 2] } },
    { b: 1, a: { d: { 0: 1, 1: 2 }, c: null } },
    [],
    null,
  ];
  expect(new Set([one, ...(await Promise.all(others.map(digest)))]).size).toBe(others.length + 1);
});

test("always is offered where it can be kept, and a question is one choice of bounded length", async () => {
  const labels = async (scope: object) =>
    (await requestFor({}, scope)).question?.options.map(({ label }) => label);
  expect(await labels(LEAD)).toEqual([
    ALLOW_ONCE,
    ALWAYS_LABELS.run,
    ALWAYS_LABELS.agent,
    ALWAYS_LABELS.org,
    DENY,
  ]);
  expect(await labels({ ...LEAD, orgId: null })).toEqual([ALLOW_ONCE, DENY]);
  const { question } = await requestFor({}, LEAD);
  expect(question).toMatchObject({ question: "May this run? look", multiSelect: false });
  expect((await requestFor({}, LEAD, { summary: "make test" })).question?.question).toBe(
    "May this run? look: make test",
  );
  expect((await requestFor({}, LEAD, { summary: "x".repeat(5_000) })).question?.question).toHaveLength(1_000);
  expect((await requestFor({}, LEAD, { summary: "x".repeat(5_000) })).question?.question).toMatch(
    /x \.\.\.$/,
  );
});

test("a run without people is told at once that nobody is there to allow it", async () => {
  const { result, question } = await requestFor({}, { ...LEAD, isUnattended: true });
  expect(question).toBeUndefined();
  expect(result).toMatchObject({ status: "error", code: "denied", refusedBy: "unattended" });
});

test("a question is not cut within a character", async () => {
  for (const summary of ["\u{1F41D}".repeat(1_000), `x${"\u{1F41D}".repeat(1_000)}`]) {
    const { question } = await requestFor({}, LEAD, { summary });
    expect(question?.question).toMatch(/\u{1F41D} \.\.\.$/u);
    expect(question?.question.isWellFormed()).toBe(true);
  }
});
