import type { BuiltinFamily } from "../builtin-tool-source.ts";
import type { ReportBook } from "./report-book.ts";
import { reportToParentTool } from "./report-to-parent-tool.ts";
import { updateTaskStatusTool } from "./update-task-status-tool.ts";

/** How an agent that works for another one says where its task stands. */
export function createTaskTools(reports: ReportBook): BuiltinFamily {
  const tools = [updateTaskStatusTool(), reportToParentTool(reports)];
  return async () => tools;
}
