import { z } from "zod";
import type { Message } from "../../../contract/message.ts";
import type { TodoItem } from "../../../contract/run-event.ts";

/** Items a list may hold, done ones included. */
export const MAX_TODOS = 100;
/** Characters of one item. */
export const MAX_TODO_LENGTH = 500;

export const TASK_TODOS = "task_todos";

const TODO_TOOL_NAMES: ReadonlySet<string> = new Set(["set_todos", "add_todo", "complete_todo", TASK_TODOS]);

const itemSchema = z.object({
  id: z.number().int(),
  text: z.string(),
  isDone: z.boolean(),
  state: z.enum(["in_progress", "cancelled"]).exactOptional(),
});

const dataSchema = z.object({ todos: z.array(itemSchema) });

/**
 * The list as the transcript has it: what the last to-do tool that succeeded left behind, or nothing yet.
 *
 * There is no other copy, so a session that is resumed elsewhere goes on with the same list.
 */
export function readTodos(messages: readonly Message[]): readonly TodoItem[] {
  for (const message of messages.toReversed()) {
    if (message.role !== "tool" || !TODO_TOOL_NAMES.has(message.name)) continue;
    const parsed = dataSchema.safeParse(message.result.status === "ok" ? message.result.data : undefined);
    if (parsed.success) return parsed.data.todos;
  }
  return [];
}

/** A new list; an item whose text was there before keeps whether it is done. Ids count from 1. */
export function replaceTodos(before: readonly TodoItem[], texts: readonly string[]): readonly TodoItem[] {
  const done = new Set(before.filter((item) => item.isDone).map((item) => item.text));
  return texts.map((text, index) => ({ id: index + 1, text, isDone: done.has(text) }));
}

export function addTodo(before: readonly TodoItem[], text: string): readonly TodoItem[] {
  const id = Math.max(0, ...before.map((item) => item.id)) + 1;
  return [...before, { id, text, isDone: false }];
}

export function completeTodo(before: readonly TodoItem[], id: number): readonly TodoItem[] {
  return before.map((item) => (item.id === id ? { id, text: item.text, isDone: true } : item));
}

/** The list as the model reads it back. */
export function toTodoText(items: readonly TodoItem[]): string {
  if (items.length === 0) return "The to-do list is empty.";
  const open = items.filter((item) => !item.isDone).length;
  const lines = items.map((item) => `${item.id}. [${markOf(item)}] ${item.text}`);
  return [`To-do list, ${open} of ${items.length} open:`, ...lines].join("\n");
}

function markOf({ isDone, state }: TodoItem): string {
  if (state === "cancelled") return "-";
  if (state === "in_progress") return ">";
  return isDone ? "x" : " ";
}
