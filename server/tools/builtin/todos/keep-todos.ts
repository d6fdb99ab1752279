import type { TodoItem } from "../../../contract/run-event.ts";
import { okText, type ToolResult } from "../../../contract/tool-result.ts";
import type { ToolContext } from "../../../engine/tool.ts";
import { toTodoText } from "./todo-list.ts";

/** Makes this the session's list: in the result, which is what keeps it, and in an event, which is what people see. */
export function keepTodos(items: readonly TodoItem[], context: Pick<ToolContext, "emit">): ToolResult {
  context.emit({ type: "todos.changed", items });
  return { ...okText(toTodoText(items), { todos: items.map((item) => ({ ...item })) }), pinnedAs: "todos" };
}
