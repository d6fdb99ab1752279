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
      find: async () => undefined,
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
