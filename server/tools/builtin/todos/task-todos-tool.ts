import { z } from "zod";
import type { TodoItem } from "../../../contract/run-event.ts";
import { toolError } from "../../../contract/tool-result.ts";
import { defineTool } from "../../../engine/define-tool.ts";
import type { BoundTool } from "../../../engine/tool.ts";
import { zodInput } from "../../../engine/zod-input.ts";
import { keepTodos } from "./keep-todos.ts";
import { MAX_TODO_LENGTH, TASK_TODOS } from "./todo-list.ts";

/** Items of a task's list, done ones included. */
export const MAX_TASK_TODOS = 30;

const STATES = ["pending", "in_progress", "completed", "cancelled"] as const;

const itemSchema = z.object({
  content: z.string().trim().min(1).max(MAX_TODO_LENGTH).describe("The step, one short sentence"),
  status: z.enum(STATES).default("pending"),
});

/** `task_todos`: the whole plan of a task that was handed down, each time anew. The same list as `set_todos` writes. */
export function taskTodosTool(): BoundTool {
  return defineTool({
    name: TASK_TODOS,
    description: `Keep the to-do list of your task: send the whole list each time, at most ${MAX_TASK_TODOS} items, one in_progress at most. People see it.`,
    inputSchema: zodInput(z.object({ todos: z.array(itemSchema).max(MAX_TASK_TODOS) })),
    origin: { kind: "builtin", id: "todos" },
    flags: { readOnly: false, concurrencySafe: false, destructive: false, idempotent: true },
    availability: ["sub"],
    changes: "transcript",
    async execute({ todos }, context) {
      if (todos.filter(({ status }) => status === "in_progress").length > 1)
        return toolError(
          "invalid_input",
          "More than one item is in_progress.",
          "Mark the one you work on now; the others are pending.",
        );
      return keepTodos(todos.map(toItem), context);
    },
  });
}

function toItem({ content, status }: z.output<typeof itemSchema>, index: number): TodoItem {
  const item = { id: index + 1, text: content, isDone: status === "completed" || status === "cancelled" };
  return status === "in_progress" || status === "cancelled" ? { ...item, state: status } : item;
}
