import { expect, test } from "vitest";
import { agentSchema } from "../../contract/org-document.ts";
import type { AgentScope } from "../../engine/tool.ts";
import { createBuiltinToolSource } from "./builtin-tool-source.ts";
import { createTodoTools } from "./todos/todo-tools.ts";

const scope: AgentScope = {
  orgId: null,
  agent: agentSchema.parse({ id: "lead", name: "Lead", position: { x: 0, y: 0 } }),
  children: [],
  parent: null,
  depth: 0,
  attachments: [],
  messages: [],
};

test("tools come in the order of their families, the same every time", async () => {
  const [setTodos, addTodo, completeTodo] = await createTodoTools()(scope);
  const source = createBuiltinToolSource([async () => [completeTodo!], async () => [setTodos!, addTodo!]]);
  const names = (await source.list(scope)).map((tool) => tool.name);
  expect(names).toEqual(["complete_todo", "set_todos", "add_todo"]);
  expect((await source.list(scope)).map((tool) => tool.name)).toEqual(names);
});

test("a name that two families claim is a mistake that shows at once", async () => {
  const source = createBuiltinToolSource([createTodoTools(), createTodoTools()]);
  await expect(source.list(scope)).rejects.toThrow("Two built-in tools are called set_todos");
});
