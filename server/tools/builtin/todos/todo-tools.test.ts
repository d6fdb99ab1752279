import { expect, test } from "vitest";
import type { CallId } from "../../../contract/ids.ts";
import { okText } from "../../../contract/tool-result.ts";
import { createToolBench } from "../../../testing/tool-bench.ts";
import { MAX_TODOS } from "./todo-list.ts";
import { createTodoTools } from "./todo-tools.ts";

const bench = () => createToolBench(createTodoTools());

test("a list is written, extended and ticked off, each result showing all of it", async () => {
  const { call } = await bench();
  await call("set_todos", { items: ["read the file", "write the report"] });
  await call("add_todo", { text: "check the sums" });
  expect(await call("complete_todo", { id: 2 })).toEqual({
    ...okText(
      "To-do list, 2 of 3 open:\n1. [ ] read the file\n2. [x] write the report\n3. [ ] check the sums",
      {
        todos: [
          { id: 1, text: "read the file", isDone: false },
          { id: 2, text: "write the report", isDone: true },
          { id: 3, text: "check the sums", isDone: false },
        ],
      },
    ),
    pinnedAs: "todos",
  });
});

test("every change is an event with the whole list", async () => {
  const { call, events } = await bench();
  await call("set_todos", { items: ["a"] });
  await call("complete_todo", { id: 1 });
  expect(events).toEqual([
    { type: "todos.changed", items: [{ id: 1, text: "a", isDone: false }] },
    { type: "todos.changed", items: [{ id: 1, text: "a", isDone: true }] },
  ]);
});

test("a list that is set again keeps what is done under the same text", async () => {
  const { call } = await bench();
  await call("set_todos", { items: ["a", "b"] });
  await call("complete_todo", { id: 1 });
  expect(await call("set_todos", { items: ["b", "a", "c"] })).toMatchObject({
    data: { todos: [{ isDone: false }, { id: 2, text: "a", isDone: true }, { isDone: false }] },
  });
});

test("an unknown item is refused with the open ones", async () => {
  const { call } = await bench();
  await call("set_todos", { items: ["a", "b"] });
  await call("complete_todo", { id: 1 });
  expect(await call("complete_todo", { id: 9 })).toEqual({
    status: "error",
    code: "invalid_input",
    message: "The to-do list has no item 9.",
    hint: "Open items: 2 (b).",
  });
});

test("a refused call leaves the list as it was", async () => {
  const { call } = await bench();
  await call("set_todos", { items: ["a"] });
  await call("complete_todo", { id: 9 });
  expect(await call("add_todo", { text: "b" })).toMatchObject({
    data: { todos: [{ text: "a" }, { text: "b" }] },
  });
});

test("a result of another tool is never taken for the list", async () => {
  const { call, messages } = await bench();
  await call("set_todos", { items: ["mine"] });
  const result = okText("", { todos: [{ id: 1, text: "theirs", isDone: true }] });
  messages.push({ role: "tool", callId: "other" as CallId, name: "mcp__x__y", result });
  expect(await call("add_todo", { text: "next" })).toMatchObject({
    data: { todos: [{ text: "mine" }, { text: "next" }] },
  });
});

test("the same call dispatched again comes to the same list", async () => {
  const { call, dispatch, messages } = await bench();
  const first = await call("set_todos", { items: ["a"] });
  messages.pop();
  expect(await dispatch("set_todos", { items: ["a"] }, "call-0" as CallId)).toEqual(first);
});

test("the list has a limit that says how to go on", async () => {
  const { call } = await bench();
  await call("set_todos", { items: Array.from({ length: MAX_TODOS }, (_, index) => `step ${index}`) });
  expect(await call("add_todo", { text: "one more" })).toMatchObject({
    status: "error",
    code: "limit_reached",
  });
});

test.each([
  ["set_todos", { items: [""] }],
  ["set_todos", { items: "a" }],
  ["add_todo", { text: "x".repeat(501) }],
  ["complete_todo", { id: "first" }],
])("%s refuses %j", async (name, input) => {
  const { call } = await bench();
  expect(await call(name, input)).toMatchObject({ status: "error", code: "invalid_input" });
});
