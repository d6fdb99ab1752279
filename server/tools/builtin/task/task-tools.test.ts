import { expect, test } from "vitest";
import type { CallId } from "../../../contract/ids.ts";
import type { Json } from "../../../contract/json.ts";
import { createToolBench } from "../../../testing/tool-bench.ts";
import { MOST_REPORTS } from "./report-to-parent-tool.ts";
import { createTaskTools } from "./task-tools.ts";

async function bench() {
  const reports: string[] = [];
  const made = await createToolBench(
    createTaskTools({ report: async (_context, text) => void reports.push(text) }),
  );
  return { reports, ...made };
}

test.each<[Json, object | undefined]>([
  [
    { status: "completed", result: " 42 " },
    { outcome: "completed", text: "42" },
  ],
  [
    { status: "failed", error: "No such file" },
    { outcome: "failed", text: "No such file" },
  ],
  [
    { status: "failed", result: "Half of it" },
    { outcome: "failed", text: "Half of it" },
  ],
  [{ status: "in_progress", result: "Half way" }, undefined],
  [{ status: "in_progress" }, undefined],
])("%j says where the task stands and concludes as it should", async (input, concludes) => {
  const { call, events } = await bench();
  const result = await call("update_task_status", input);
  expect(result).toMatchObject({ status: "ok" });
  expect("concludes" in result ? result.concludes : undefined).toEqual(concludes);
  expect(events).toMatchObject([{ type: "task.updated" }]);
});

test.each<Json>([
  { status: "completed" },
  { status: "completed", result: "  " },
  { status: "failed" },
  { status: "done", result: "x" },
  { result: "x" },
])("%j is refused and concludes nothing", async (input) => {
  const { call, events } = await bench();
  expect(await call("update_task_status", input)).toMatchObject({ status: "error", code: "invalid_input" });
  expect(events).toEqual([]);
});

test("a completed task without a result has what the agent said in that turn", async () => {
  const { dispatch, messages } = await bench();
  const calls = [
    { callId: "a" as CallId, name: "update_task_status", input: { status: "completed" } as Json },
  ];
  messages.push({ role: "assistant", text: "It is blue.", calls });
  expect(await dispatch("update_task_status", { status: "completed" }, "a" as CallId)).toMatchObject({
    concludes: { outcome: "completed", text: "It is blue." },
  });
});

test("reports are kept, up to a limit that says where the rest belongs", async () => {
  const { call, reports } = await bench();
  for (let number = 1; number <= MOST_REPORTS; number += 1)
    await call("report_to_parent", { message: `Finding ${number}` });
  expect(reports).toHaveLength(MOST_REPORTS);
  expect(await call("report_to_parent", { message: "One more" })).toMatchObject({ code: "limit_reached" });
  expect(await call("report_to_parent", { message: " " })).toMatchObject({ code: "invalid_input" });
  expect(reports).toHaveLength(MOST_REPORTS);
});

test("where a task stands is for agents that work for others alone", async () => {
  const { tools } = await bench();
  expect(tools.map(({ name, availability }) => [name, availability])).toEqual([
    ["update_task_status", ["sub"]],
    ["report_to_parent", ["sub"]],
  ]);
});
