import { z } from "zod";
import type { TodoItem } from "../../../contract/run-event.ts";
import { type ToolResult, toolError } from "../../../contract/tool-result.ts";
import { defineTool } from "../../../engine/define-tool.ts";
import type { BoundTool, ToolFlags } from "../../../engine/tool.ts";
import { zodInput } from "../../../engine/zod-input.ts";
import type { BuiltinFamily } from "../builtin-tool-source.ts";
import { keepTodos } from "./keep-todos.ts";
import { taskTodosTool } from "./task-todos-tool.ts";
import { addTodo, completeTodo, MAX_TODO_LENGTH, MAX_TODOS, readTodos, replaceTodos } from "./todo-list.ts";

const ORIGIN = { kind: "builtin", id: "todos" } as const;

/** The outcome is computed from the transcript alone: a second dispatch of a call comes to the same list. */
const FLAGS: ToolFlags = { readOnly: false, concurrencySafe: false, destructive: false, idempotent: true };

const todoText = z.string().trim().min(1).max(MAX_TODO_LENGTH);

/** The plan an agent keeps for itself and people see on its node. The list lives in the transcript only. */
export function createTodoTools(): BuiltinFamily {
  const tools = [setTodosTool(), addTodoTool(), completeTodoTool(), taskTodosTool()];
  return async () => tools;
}

function setTodosTool(): BoundTool {
  return defineTool({
    name: "set_todos",
    description:
      "Write down the steps of your task as a to-do list, or replace the list. Items whose text stays the same keep their state. An empty list clears it.",
    inputSchema: zodInput(
      z.object({
        items: z.array(todoText).max(MAX_TODOS).describe("The steps, in order, one short sentence each"),
      }),
    ),
    origin: ORIGIN,
    flags: FLAGS,
    changes: "transcript",
    async execute({ items }, context) {
      return keepTodos(replaceTodos(readTodos(context.messages()), items), context);
    },
  });
}

function addTodoTool(): BoundTool {
  return defineTool({
    name: "add_todo",
    description: "Add one step to the end of your to-do list.",
    inputSchema: zodInput(z.object({ text: todoText.describe("The step, one short sentence") })),
    origin: ORIGIN,
    flags: FLAGS,
    changes: "transcript",
    async execute({ text }, context) {
      const before = readTodos(context.messages());
      if (before.length >= MAX_TODOS) {
        return toolError(
          "limit_reached",
          `The to-do list is full (${MAX_TODOS} items).`,
          "Replace it with a shorter one: set_todos.",
        );
      }
      return keepTodos(addTodo(before, text), context);
    },
  });
}

function completeTodoTool(): BoundTool {
  return defineTool({
    name: "complete_todo",
    description: "Mark one step of your to-do list as done.",
    inputSchema: zodInput(z.object({ id: z.number().int().describe("The number of the item in the list") })),
    origin: ORIGIN,
    flags: FLAGS,
    changes: "transcript",
    async execute({ id }, context) {
      const before = readTodos(context.messages());
      if (!before.some((item) => item.id === id)) return unknownItem(before, id);
      return keepTodos(completeTodo(before, id), context);
    },
  });
}

function unknownItem(items: readonly TodoItem[], id: number): ToolResult {
  const open = items.filter((item) => !item.isDone);
  const hint =
    open.length === 0
      ? "Nothing is open: set_todos or add_todo writes the list."
      : `Open items: ${open.map((item) => `${item.id} (${item.text})`).join("; ")}.`;
  return toolError("invalid_input", `The to-do list has no item ${id}.`, hint);
}
