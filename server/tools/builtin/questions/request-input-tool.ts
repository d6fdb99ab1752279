import { z } from "zod";
import { MOST_QUESTION_CHARACTERS, type QuestionAnswer } from "../../../contract/questions.ts";
import { okText, type ToolResult, toolError } from "../../../contract/tool-result.ts";
import { defineTool } from "../../../engine/define-tool.ts";
import type { BoundTool, ToolContext } from "../../../engine/tool.ts";
import { zodInput } from "../../../engine/zod-input.ts";
import { callsBefore, REQUEST_INPUT } from "./asked-before.ts";
import { overLimit } from "./over-limit.ts";
import type { QuestionBook } from "./question-book.ts";

/** Requests of one task, whatever its agent may ask otherwise. */
export const MOST_REQUESTS = 3;

/** `request_input`: a task that was handed down stops until a person says what is missing. */
export function requestInputTool(book: QuestionBook): BoundTool {
  return defineTool({
    name: REQUEST_INPUT,
    description: `Pause your task until a person gives you what is missing to go on: a fact or a decision. The agent above you cannot answer while it waits for you. At most ${MOST_REQUESTS} times a task.`,
    inputSchema: zodInput(z.object({ question: z.string().trim().min(1).max(MOST_QUESTION_CHARACTERS) })),
    origin: { kind: "builtin", id: "questions" },
    flags: { readOnly: false, concurrencySafe: false, destructive: false, idempotent: true },
    availability: ["sub"],
    changes: "session",
    asksPeople: true,
    timeoutMs: null,
    async execute({ question }, context) {
      const asked = await book.find(context.sessionId, context.callId);
      if (asked?.answer) return toResult(asked.answer);
      if (asked) return { status: "pending", waitingFor: "person", waitId: asked.waitId };
      const refusal = overRequests(context) ?? overLimit(1, context);
      if (refusal) return refusal;
      const put = { question, header: "Input needed", multiSelect: false, options: [] };
      return { status: "pending", waitingFor: "person", waitId: await book.ask(context, [put]) };
    },
  });
}

function overRequests({ messages, callId }: ToolContext): ToolResult | undefined {
  const before = callsBefore(messages(), callId).filter(({ name }) => name === REQUEST_INPUT).length;
  if (before < MOST_REQUESTS) return undefined;
  return toolError(
    "limit_reached",
    `Input was requested ${MOST_REQUESTS} times, the limit of a task. Nothing was asked.`,
    "Go on with what you know, or say with update_task_status what is missing.",
  );
}

function toResult({ answers: [given] }: QuestionAnswer): ToolResult {
  const text = given?.text.trim() ?? "";
  if (given === undefined || given.isSkipped || text === "")
    return okText("No input was given. Decide yourself and say what you assumed.", { text: "" });
  return okText(`The person replied:\n${text}`, { text });
}
