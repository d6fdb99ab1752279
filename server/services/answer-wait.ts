import { z } from "zod";
import type { AnswerOutcome } from "../contract/api.ts";
import { AppError } from "../contract/app-error.ts";
import { toDecision } from "../contract/approval.ts";
import type { SessionId, WaitId } from "../contract/ids.ts";
import {
  type Question,
  type QuestionAnswer,
  questionAnswerSchema,
  repeatedQuestion,
} from "../contract/questions.ts";
import type { Database } from "../store/database.ts";
import type { CommitListener } from "../store/event-rows.ts";
import { answerApproval } from "../store/waits/answer-approval.ts";
import type { StoredWait, TakenAnswer, WaitStore } from "../store/waits/wait-store.ts";

export interface AnswerWaitDeps {
  readonly database: Database;
  readonly waits: WaitStore;
  readonly onCommit: CommitListener;
  /** Something was allowed for good. */
  rulesChanged(): void;
  /** Hands a session that is ready to whoever works. Never rejects: what it cannot hand over is found later. */
  wakeAnywhere(sessions: readonly SessionId[]): Promise<void>;
}

export interface GivenAnswer {
  readonly answer: QuestionAnswer;
  /** Who answers, for the audit. */
  readonly by?: string | undefined;
}

/** Takes a person's answer. The first one counts; everyone after it is told so and gets that answer back. */
export async function answerWait(
  deps: AnswerWaitDeps,
  waitId: string,
  { answer: given, by = "A person" }: GivenAnswer,
): Promise<AnswerOutcome> {
  const answer = readAnswer(given);
  const wait = await deps.waits.read(waitId as WaitId);
  if (!wait) throw new AppError("not_found", "There is no such question.");
  if (wait.status === "cancelled")
    throw new AppError("conflict", "The run was stopped, so nobody waits for this answer any more.");
  checkAnswer(wait.questions, answer);
  // What is typed as an ordinary answer is stored and shown.
  if (wait.secret && !answer.answers.every(({ isSkipped, text }) => isSkipped && text === ""))
    throw new AppError("invalid", "A secret is given in its own field, or declined.");
  const taken = wait.status === "open" ? await take(deps, { waitId, wait, answer, by }) : undefined;
  if (!taken) {
    const now = await deps.waits.read(waitId as WaitId);
    if (!now?.answer) throw new AppError("conflict", "Nobody waits for this answer any more.");
    return { isAccepted: false, answer: now.answer };
  }
  deps.onCommit(taken.events);
  if (taken.wake) await deps.wakeAnywhere([taken.wake]);
  return { isAccepted: true, answer };
}

/** An answer is of a bounded size whoever brings it: a page, a script or a terminal. */
function readAnswer(given: QuestionAnswer): QuestionAnswer {
  const parsed = questionAnswerSchema.safeParse(given);
  if (!parsed.success) throw new AppError("invalid", z.prettifyError(parsed.error));
  return parsed.data;
}

interface Taking extends Required<GivenAnswer> {
  readonly waitId: string;
  readonly wait: StoredWait;
  readonly by: string;
}

async function take(
  { database, waits, rulesChanged }: AnswerWaitDeps,
  { waitId, wait: { approval }, answer, by }: Taking,
): Promise<TakenAnswer | undefined> {
  if (!approval) return waits.answer(waitId as WaitId, answer, by);
  const taken = await answerApproval(database, { waitId: waitId as WaitId, answer, approval, actor: by });
  if (taken && toDecision(answer) === "always") rulesChanged();
  return taken;
}

function checkAnswer(questions: readonly Question[], answer: QuestionAnswer): void {
  if (answer.answers.length !== questions.length) {
    throw new AppError(
      "invalid",
      `There are ${questions.length} questions and ${answer.answers.length} answers.`,
    );
  }
  for (const [index, question] of questions.entries()) {
    const given = answer.answers[index];
    const asked = repeatedQuestion(question.question);
    const labels = new Set(question.options.map((option) => option.label));
    const unknown = given?.selected.find((label) => !labels.has(label));
    if (unknown !== undefined)
      throw new AppError("invalid", `"${unknown}" is not one of the options of: ${asked}`);
    if (!question.multiSelect && (given?.selected.length ?? 0) > 1)
      throw new AppError("invalid", `Choose one option for: ${asked}`);
    const isEmpty = given?.selected.length === 0 && given.text.trim() === "" && !given.isSkipped;
    if (isEmpty) throw new AppError("invalid", `Answer or skip: ${asked}`);
  }
}
