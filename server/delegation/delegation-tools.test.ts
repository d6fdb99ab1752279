import { expect, test } from "vitest";
import type { CallId } from "../contract/ids.ts";
import type { Message } from "../contract/message.ts";
import { type AgentLimits, agentSchema } from "../contract/org-document.ts";
import { resultText, type SettledResult, type ToolResult, toolError } from "../contract/tool-result.ts";
import { createToolBench, type ToolBenchOptions } from "../testing/tool-bench.ts";
import type { ChildSession } from "./delegation-book.ts";
import { createDelegationToolSource } from "./delegation-tool-source.ts";

const agent = (id: string, limits: Partial<AgentLimits> = {}) =>
  agentSchema.parse({ id, name: id.toUpperCase(), position: { x: 0, y: 0 }, limits });
const children = [agent("a"), agent("b")];

/** A lead over two agents, and what the book says of the sessions that its calls opened. */
async function bench(options: ToolBenchOptions = {}, sessions: readonly ChildSession[] = []) {
  const source = createDelegationToolSource({ childrenOf: async () => sessions });
  return createToolBench((scope) => source.list(scope), {
    ...options,
    place: { children, ...options.place },
  });
}

const child = (index: number, more: Partial<ChildSession> = {}): ChildSession => ({
  index,
  agentName: "A",
  outcome: "completed",
  answer: `answer ${index}`,
  error: null,
  ...more,
});

/** What a call comes to whose children are these. */
async function stateOf(...sessions: readonly ChildSession[]): Promise<ToolResult> {
  const { dispatch } = await bench({}, sessions);
  return dispatch("delegate_to", { assignee: "A", task: "x" }, "call-0" as CallId);
}

async function resultOf(...sessions: readonly ChildSession[]): Promise<SettledResult> {
  const result = await stateOf(...sessions);
  if (result.status === "pending") throw new Error("The children are done");
  return result;
}

/** A call that gave four tasks to A, and what came of it. */
const delegated = (id: string, result: SettledResult): readonly Message[] => {
  const call = { callId: id as CallId, name: "delegate_parallel" };
  const tasks = ["1", "2", "3", "4"];
  return [
    { role: "assistant", text: "", calls: [{ ...call, input: { assignee: "A", tasks } }] },
    { role: "tool", ...call, result },
  ];
};

const opened = (result: ToolResult): readonly string[] =>
  result.status === "pending" ? (result.opens ?? []).map(({ task }) => task) : [];

test("tasks are opened without the blanks around them, and what is no task is refused", async () => {
  const { call } = await bench();
  expect(opened(await call("delegate_to", { assignee: "A", task: "  look  " }))).toEqual(["look"]);
  for (const task of ["", "   ", "x".repeat(50_001)])
    expect(await call("delegate_to", { assignee: "A", task })).toMatchObject({ code: "invalid_input" });
});

test("two to as many tasks as the agent may hand out at once go together", async () => {
  const tasks = (count: number) => Array.from({ length: count }, (_, index) => `task ${index}`);
  const give = async (maxParallel: number, count: number) => {
    const { call } = await bench({ limits: { maxParallel, maxDelegationsPerChild: 50 } });
    return call("delegate_parallel", { assignee: "A", tasks: tasks(count) });
  };
  expect(opened(await give(3, 3))).toEqual(tasks(3));
  for (const [most, count] of [
    [3, 1],
    [3, 4],
    [1, 3],
  ] as const)
    expect(await give(most, count), `${count} of ${most}`).toMatchObject({ code: "invalid_input" });
  expect(opened(await give(1, 2)), "fewer than two would be no choice").toHaveLength(2);
});

test("the tools are made once for the same agents below, and anew for others", async () => {
  const source = createDelegationToolSource({ childrenOf: async () => [] });
  const lead = agent("lead");
  let schema: unknown;
  const namesFor = async (below: typeof children) => {
    await createToolBench(
      async (scope) => {
        const tools = await source.list({ ...scope, agent: lead });
        schema = tools[0]?.inputSchema["properties"];
        return tools;
      },
      { place: { children: below } },
    );
    return (schema as { assignee: { enum: string[] } }).assignee.enum;
  };
  expect(await namesFor(children)).toEqual(["A", "B"]);
  const first = schema;
  await namesFor([...children]);
  expect(schema, "the same").toBe(first);
  expect(await namesFor([...children, agent("c")])).toEqual(["A", "B", "C"]);
  expect(await namesFor(children.slice(0, 1))).toEqual(["A"]);
  expect(await namesFor([agent("b"), agent("a")])).toEqual(["B", "A"]);
});

test("one child's answer is the result, with what it reported before it", async () => {
  expect(resultText(await resultOf(child(0)))).toBe("answer 0");
  const reported = await resultOf(child(0, { reports: ["first", "second"] }));
  expect(resultText(reported)).toBe("Reported on the way:\n- first\n- second\n\nanswer 0");
});

test.each([
  ["failed", "no network", "A did not finish: no network"],
  ["failed", null, "A did not finish: gave no reason"],
  ["cancelled", null, "A was stopped by a person before it had an answer."],
] as const)(
  "a child that %s (%s) is an error that says so, after what it reported",
  async (outcome, error, said) => {
    const result = await resultOf(child(0, { outcome, error, answer: "half", reports: ["found one"] }));
    expect(result).toMatchObject({ status: "error", code: "tool_failed" });
    expect(resultText(result)).toContain(`Reported on the way:\n- found one\n\n${said}`);
    expect(resultText(result)).not.toContain("half");
  },
);

test("answers of several come together under their numbers, and fail only where all did", async () => {
  const failed = { outcome: "failed", error: "no network", answer: "half" } as const;
  const some = await resultOf(child(0), child(1, { ...failed, reports: ["found one"] }));
  expect(some.status).toBe("ok");
  expect(resultText(some)).toBe(
    "## Task 1\n\nanswer 0\n\n## Task 2\n\nReported on the way:\n- found one\n\nA did not finish: no network",
  );
  expect(await resultOf(child(0, failed), child(1, failed))).toMatchObject({ code: "tool_failed" });
});

test("as long as one of them is at work the call waits", async () => {
  const waiting = { status: "pending", waitingFor: "children" };
  expect(await stateOf(child(0), child(1, { outcome: null }))).toEqual(waiting);
  expect(await stateOf(child(0, { outcome: null }))).toEqual(waiting);
});

test("work goes down as far as the depth limit, and no further", async () => {
  const at = async (depth: number) => {
    const { call } = await bench({ limits: { maxDepth: 2 }, place: { depth } });
    return call("delegate_to", { assignee: "A", task: "look" });
  };
  expect(opened(await at(1))).toEqual(["look"]);
  expect(await at(2)).toMatchObject({
    code: "limit_reached",
    message: expect.stringContaining("depth limit of 2"),
  });
});

test("a child is given as many tasks as the limit says, whichever tool gives them; others' do not count", async () => {
  const { call } = await bench({ limits: { maxDelegationsPerChild: 3 } });
  const to = (assignee: string) => call("delegate_to", { assignee, task: `for ${assignee}` });
  const several = (assignee: string, ...tasks: string[]) => call("delegate_parallel", { assignee, tasks });
  await expect(call("another", { assignee: "A" }), "a call of something else").rejects.toThrow("no tool");
  expect(opened(await to("B"))).toHaveLength(1);
  expect(opened(await several("A", "one", "two"))).toHaveLength(2);
  expect(await several("A", "three", "four")).toMatchObject({
    message: "A may be given 3 tasks in this session; 2 were given before this call.",
  });
});

test("calls that were refused gave nothing away: the agent may ask again in a form that goes", async () => {
  const { call } = await bench();
  const several = (count: number) =>
    call("delegate_parallel", {
      assignee: "A",
      tasks: Array.from({ length: count }, (_, at) => `task ${at}`),
    });
  expect(await several(6), "more than go at once").toMatchObject({ code: "invalid_input" });
  expect(opened(await several(4))).toHaveLength(4);
  expect(await several(2), "all are given").toMatchObject({ code: "limit_reached" });
});

test.each(["tool_not_found", "invalid_input", "denied", "limit_reached", "unavailable"] as const)(
  "a delegation that came to %s opened nothing and does not count",
  async (code) => {
    const { call } = await bench({ messages: delegated("before", toolError(code, "no")) });
    expect(opened(await call("delegate_parallel", { assignee: "A", tasks: ["one", "two"] }))).toHaveLength(2);
  },
);

test.each(["tool_failed", "aborted", "timed_out", "outcome_unknown"] as const)(
  "a delegation that came to %s may have opened its tasks and counts",
  async (code) => {
    const { call } = await bench({ messages: delegated("before", toolError(code, "no")) });
    expect(await call("delegate_parallel", { assignee: "A", tasks: ["one", "two"] })).toMatchObject({
      message: "A may be given 4 tasks in this session; 4 were given before this call.",
    });
  },
);

test("a task that was handed down is not handed on in the same words, alone or among others", async () => {
  const given = [{ role: "user", text: "Count   the\nboats" } as const];
  const below = { messages: given, place: { depth: 1 } };
  const same = { code: "limit_reached", message: expect.stringContaining("very task you were given") };
  const { call } = await bench(below);
  expect(await call("delegate_to", { assignee: "A", task: "count the boats" })).toMatchObject(same);
  expect(
    await call("delegate_parallel", { assignee: "A", tasks: ["Other", "Count the BOATS"] }),
  ).toMatchObject(same);
  expect(opened(await call("delegate_to", { assignee: "A", task: "Count the masts" }))).toHaveLength(1);
  const lead = await bench({ messages: given });
  expect(opened(await lead.call("delegate_to", { assignee: "A", task: "Count the boats" }))).toHaveLength(1);
});

test("calls of one turn may run beside each other, and are made again by whoever resumes", async () => {
  const { tools } = await bench();
  expect(tools.map(({ flags }) => flags)).toEqual([
    expect.objectContaining({ concurrencySafe: true, idempotent: true }),
    expect.objectContaining({ concurrencySafe: true, idempotent: true }),
  ]);
});
