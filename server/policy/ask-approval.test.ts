import { expect, test } from "vitest";
import type { WaitId } from "../contract/ids.ts";
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
    now: () => 0,
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
      const step = askApproval({ book, patience: 1_000, state, digestOf: (text) => text, now: () => 0 });
      const context = { scope: { orgId: null, agent: { name: "Lead" } }, isNew: true };
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
    now: () => 0,
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
