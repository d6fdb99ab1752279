import { expect, test } from "vitest";
import type { Json } from "../../../contract/json.ts";
import { resultText, type SettledResult } from "../../../contract/tool-result.ts";
import { createToolBench } from "../../../testing/tool-bench.ts";
import { MAX_TASK_TODOS } from "./task-todos-tool.ts";
import { createTodoTools } from "./todo-tools.ts";

const bench = () => createToolBench(createTodoTools());

const list = [
  { content: "read", status: "completed" },
  { content: "count", status: "in_progress" },
  { content: "write" },
  { content: "print", status: "cancelled" },
];

test("the whole list is written each time, with what is at work and what was given up", async () => {
  const { call, events } = await bench();
  const result = (await call("task_todos", { todos: list })) as SettledResult;
  expect(resultText(result)).toBe(
    "To-do list, 2 of 4 open:\n1. [x] read\n2. [>] count\n3. [ ] write\n4. [-] print",
  );
  expect(result).toMatchObject({ pinnedAs: "todos" });
  expect(events).toEqual([
    {
      type: "todos.changed",
      items: [
        { id: 1, text: "read", isDone: true },
        { id: 2, text: "count", isDone: false, state: "in_progress" },
        { id: 3, text: "write", isDone: false },
        { id: 4, text: "print", isDone: true, state: "cancelled" },
      ],
    },
  ]);
  expect(resultText((await call("task_todos", { todos: [] })) as SettledResult)).toContain("empty");
});

test("both kinds of to-do tools keep one list", async () => {
  const { call } = await bench();
  await call("task_todos", { todos: list });
  const result = (await call("complete_todo", { id: 2 })) as SettledResult;
  expect(resultText(result)).toBe(
    "To-do list, 1 of 4 open:\n1. [x] read\n2. [x] count\n3. [ ] write\n4. [-] print",
  );
});

test.each<[string, Json]>([
  ["two at work", [list[1] ?? {}, list[1] ?? {}]],
  ["too many", Array.from({ length: MAX_TASK_TODOS + 1 }, (_, index) => ({ content: `step ${index}` }))],
  ["an unknown state", [{ content: "x", status: "done" }]],
  ["an empty item", [{ content: " " }]],
  ["no list", "x"],
])("%s is refused, and the list stays", async (_name, todos) => {
  const { call, events } = await bench();
  expect(await call("task_todos", { todos })).toMatchObject({ status: "error", code: "invalid_input" });
  expect(events).toEqual([]);
});
