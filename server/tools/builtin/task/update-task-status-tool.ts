import { z } from "zod";
import { type Conclusion, okText, type ToolResult, toolError } from "../../../contract/tool-result.ts";
import { defineTool } from "../../../engine/define-tool.ts";
import type { BoundTool, ToolContext } from "../../../engine/tool.ts";
import { zodInput } from "../../../engine/zod-input.ts";

const inputSchema = z.object({
  status: z.enum(["in_progress", "completed", "failed"]),
  result: z.string().trim().max(100_000).default("").describe("Completed: the answer. In progress: how far"),
  error: z.string().trim().max(4_000).default("").describe("Failed: why, and what was tried"),
});

/**
 * `update_task_status`: says where a task that was handed down stands. Completed and failed end the session once the other calls
 * of the turn are settled: the result is its answer, the error what the parent is told.
 */
export function updateTaskStatusTool(): BoundTool {
  return defineTool({
    name: "update_task_status",
    description:
      "Say where your task stands. completed ends it with result as your answer; failed ends it and gives the agent above you the error; in_progress is a note for people.",
    inputSchema: zodInput(inputSchema),
    origin: { kind: "builtin", id: "task" },
    flags: { readOnly: false, concurrencySafe: false, destructive: false, idempotent: true },
    availability: ["sub"],
    changes: "session",
    async execute({ status, result, error }, context) {
      if (status === "in_progress") return note(result, context);
      const text = status === "completed" ? result || ownWords(context) : error || result;
      if (text === "")
        return toolError(
          "invalid_input",
          status === "completed" ? "A completed task needs its result." : "A failed task needs its error.",
          "Call it again with that text.",
        );
      return conclude({ outcome: status, text }, context);
    },
  });
}

function note(text: string, { emit, callId }: ToolContext): ToolResult {
  emit({ type: "task.updated", callId, status: "in_progress", text });
  return okText("Noted. Go on.");
}

function conclude(concludes: Conclusion, { emit, callId }: ToolContext): ToolResult {
  emit({ type: "task.updated", callId, status: concludes.outcome, text: concludes.text });
  return { ...okText(`The task is ${concludes.outcome}.`), concludes };
}

/** What the agent said in the very turn of the call. */
function ownWords({ messages, callId }: ToolContext): string {
  const turn = messages().findLast(
    (message) => message.role === "assistant" && message.calls.some((call) => call.callId === callId),
  );
  return turn?.role === "assistant" ? turn.text.trim() : "";
}
