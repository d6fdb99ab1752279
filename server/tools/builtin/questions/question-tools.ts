import { z } from "zod";
import {
  MOST_QUESTION_CHARACTERS,
  type Question,
  type QuestionAnswer,
  questionSchema,
} from "../../../contract/questions.ts";
import { okText, type ToolResult } from "../../../contract/tool-result.ts";
import { defineTool } from "../../../engine/define-tool.ts";
import type { ToolContext } from "../../../engine/tool.ts";
import { zodInput } from "../../../engine/zod-input.ts";
import type { BuiltinFamily } from "../builtin-tool-source.ts";
import { toAnswerText } from "./answer-text.ts";
import { ASK_USER } from "./asked-before.ts";
import { overLimit } from "./over-limit.ts";
import { promptHumanTool } from "./prompt-human-tool.ts";
import type { QuestionBook } from "./question-book.ts";
import { requestInputTool } from "./request-input-tool.ts";

/** Each as long as a seat's task may be, and all of them together: every inbox has what is open. */
const questionsSchema = z
  .array(questionSchema)
  .min(1)
  .max(4)
  .refine(
    (questions) =>
      questions.reduce((sum, { question }) => sum + question.length, 0) <= MOST_QUESTION_CHARACTERS,
    `all questions together have at most ${MOST_QUESTION_CHARACTERS} characters`,
  );

/**
 * Lets an agent ask the person who started the run.
 *
 * The first dispatch asks and parks the session as a row, for as long as it takes; the dispatch after the answer
 * reads it. The agent's `maxQuestions` caps the questions of a session.
 */
export function createQuestionTools(book: QuestionBook): BuiltinFamily {
  const tools = [
    defineTool({
      name: ASK_USER,
      description:
        "Ask a person up to four questions at once and wait for the answers. Use it when a decision is theirs to make or a fact is missing that only they know; put everything you need into one call.",
      inputSchema: zodInput(z.object({ questions: questionsSchema })),
      origin: { kind: "builtin", id: "questions" },
      flags: { readOnly: false, concurrencySafe: false, destructive: false, idempotent: true },
      changes: "session",
      asksPeople: true,
      timeoutMs: null,
      execute: ({ questions }, context) => askOrRead(book, questions, context),
    }),
    promptHumanTool(book),
    requestInputTool(book),
  ];
  return async () => tools;
}

async function askOrRead(
  book: QuestionBook,
  questions: readonly Question[],
  context: ToolContext,
): Promise<ToolResult> {
  const asked = await book.find(context.sessionId, context.callId);
  if (asked?.answer) return answered(questions, asked.answer);
  if (asked) return { status: "pending", waitingFor: "person", waitId: asked.waitId };
  const refusal = overLimit(questions.length, context);
  if (refusal) return refusal;
  const waitId = await book.ask(context, questions);
  return { status: "pending", waitingFor: "person", waitId };
}

function answered(questions: readonly Question[], answer: QuestionAnswer): ToolResult {
  const entries = questions.map((question, index) => {
    const given = answer.answers[index];
    return {
      question: question.question,
      selected: given?.selected ?? [],
      text: given?.text ?? "",
      isSkipped: given?.isSkipped ?? true,
    };
  });
  return okText(toAnswerText(questions, answer), { answers: entries });
}
