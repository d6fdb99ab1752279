import { expect, test } from "vitest";
import type { ToolCall } from "../contract/message.ts";
import { okText, type ToolResult, toolError } from "../contract/tool-result.ts";
import { shareWorkspace } from "./steps/share-workspace.ts";
import { type BoundTool, NO_FLAGS, type ToolContext } from "./tool.ts";
import { createWorkspaceLock, createWorkspaceQueue } from "./workspace-lock.ts";

const never = new AbortController().signal;

test("one holder at a time, first come, first served", async () => {
  const lock = createWorkspaceQueue();
  const order: string[] = [];
  const first = await lock.enter("run", never);
  const others = ["b", "c"].map(async (name) => {
    const leave = await lock.enter("run", never);
    order.push(name);
    leave();
  });
  await Promise.resolve();
  expect(order).toEqual([]);
  first();
  await Promise.all(others);
  expect(order).toEqual(["b", "c"]);
});

test("workspaces do not wait for each other", async () => {
  const lock = createWorkspaceQueue();
  await lock.enter("one", never);
  await expect(lock.enter("two", never)).resolves.toBeTypeOf("function");
});

test("who gives up waiting leaves no gap, and leaving twice lets nobody in twice", async () => {
  const lock = createWorkspaceQueue();
  const leave = await lock.enter("run", never);
  const impatient = new AbortController();
  const given = lock.enter("run", impatient.signal);
  const next = lock.enter("run", never);
  impatient.abort(new Error("stopped"));
  await expect(given).rejects.toThrow("stopped");
  leave();
  leave();
  const last = lock.enter("run", never);
  let isIn = false;
  void last.then(() => {
    isIn = true;
  });
  const leaveNext = await next;
  await Promise.resolve();
  expect(isIn).toBe(false);
  leaveNext();
  await last;
});

function atWork() {
  const step = shareWorkspace(createWorkspaceLock());
  let running = 0;
  let most = 0;
  const call = (runId: string, isSafe: boolean, sharesWorkspace = false) =>
    step(
      {
        call: {} as ToolCall,
        tool: { flags: { ...NO_FLAGS, concurrencySafe: isSafe } } as BoundTool,
        tools: new Map(),
      },
      { runId, scope: { orgId: "org", sharesWorkspace }, signal: never } as unknown as ToolContext,
      async () => {
        running += 1;
        most = Math.max(most, running);
        await new Promise((resolve) => setImmediate(resolve));
        running -= 1;
        return okText("");
      },
    );
  return { call, most: () => most };
}

test("unsafe calls of all sessions of a run go one at a time", async () => {
  const { call, most } = atWork();
  await Promise.all(Array.from({ length: 12 }, () => call("run", false)));
  expect(most()).toBe(1);
});

test("unsafe calls of runs that share their org's workspace go one at a time", async () => {
  const { call, most } = atWork();
  await Promise.all(["one", "two", "three"].map((runId) => call(runId, false, true)));
  expect(most()).toBe(1);
});

test.each(["session", "transcript"] as const)(
  "a call that changes its own %s alone waits for no other session",
  async (own) => {
    const step = shareWorkspace(createWorkspaceLock());
    const context = { runId: "run", scope: { orgId: "org" }, signal: never } as unknown as ToolContext;
    const prepared = (changes?: BoundTool["changes"]) => ({
      call: {} as ToolCall,
      tool: { flags: NO_FLAGS, ...(changes ? { changes } : {}) } as BoundTool,
      tools: new Map(),
    });
    const { promise: end, resolve } = Promise.withResolvers<ToolResult>();
    const hanging = step(prepared(), context, () => end);
    expect(await step(prepared(own), context, async () => okText("done"))).toEqual(okText("done"));
    resolve(okText(""));
    await hanging;
  },
);

test("safe calls and other runs go beside them", async () => {
  const { call, most } = atWork();
  await Promise.all([call("run", false), call("run", true), call("other", false)]);
  expect(most()).toBe(3);
});

test("a call that is not alone in the workspace any more is stopped, and says that nobody knows what it did", async () => {
  const lost = new AbortController();
  const step = shareWorkspace({ enter: async () => ({ leave: () => undefined, lost: lost.signal }) });
  const context = { runId: "run", scope: { orgId: "org" }, signal: never } as unknown as ToolContext;
  const prepared = { call: {} as ToolCall, tool: { flags: NO_FLAGS } as BoundTool, tools: new Map() };
  const untilStopped = step(prepared, context, ({ signal }) => {
    const { promise, resolve } = Promise.withResolvers<ToolResult>();
    signal.addEventListener("abort", () => resolve(toolError("aborted", "stopped")));
    return promise;
  });
  await new Promise((resolve) => setImmediate(resolve));
  lost.abort(new Error("gone"));
  expect(await untilStopped).toMatchObject({ status: "error", code: "outcome_unknown" });
});

test("a call whose turn cannot be found out is not begun", async () => {
  const step = shareWorkspace({ enter: () => Promise.reject(new Error("away")) });
  const context = { runId: "run", scope: { orgId: "org" }, signal: never } as unknown as ToolContext;
  const prepared = { call: {} as ToolCall, tool: { flags: NO_FLAGS } as BoundTool, tools: new Map() };
  const result = step(prepared, context, () => Promise.reject(new Error("begun")));
  expect(await result).toMatchObject({ status: "error", code: "unavailable" });
});

test("a call that waits longer than it may says so and what to do, and keeps nobody out", async () => {
  const lock = createWorkspaceLock();
  const step = shareWorkspace(lock, 20);
  const context = { runId: "run", scope: { orgId: "org" }, signal: never } as unknown as ToolContext;
  const tool = { flags: NO_FLAGS } as BoundTool;
  const call = { tool, call: {} as ToolCall } as Parameters<typeof step>[0];
  const held = await lock.enter("run-run", never);
  let hasRun = false;
  const answer = await step(call, context, async () => {
    hasRun = true;
    return okText("done");
  });
  expect(answer).toMatchObject({ status: "error", code: "timed_out" });
  expect(JSON.stringify(answer)).toContain("Nothing was done.");
  expect(hasRun).toBe(false);
  held.leave();
  expect(await step(call, context, async () => okText("done"))).toEqual(okText("done"));
});
