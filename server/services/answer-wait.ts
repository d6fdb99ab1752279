import type { AnswerOutcome } from "../contract/api.ts";
import { AppError } from "../contract/app-error.ts";
import type { SessionId, WaitId } from "../contract/ids.ts";
import type { Question, QuestionAnswer } from "../contract/questions.ts";
import type { CommitListener } from "../store/event-rows.ts";
import type { WaitStore } from "../store/waits/wait-store.ts";

export interface AnswerWaitDeps {
  readonly waits: WaitStore;
  readonly onCommit: CommitListener;
  /** Hands a session that is ready to whoever works. */
  wakeAnywhere(sessions: readonly SessionId[]): Promise<void>;
}

/** Takes a person's answer. The first one counts; everyone after it is told so and gets that answer back. */
export async function answerWait(
  deps: AnswerWaitDeps,
  waitId: string,
  answer: QuestionAnswer,
): Promise<AnswerOutcome> {
  const wait = await deps.waits.read(waitId as WaitId);
  if (!wait) throw new AppError("not_found", "There is no such question.");
  if (wait.status === "cancelled")
    throw new AppError("conflict", "The run was stopped, so nobody waits for this answer any more.");
  checkAnswer(wait.questions, answer);
  const taken = wait.status === "open" ? await deps.waits.answer(waitId as WaitId, answer) : undefined;
  if (!taken) {
    const now = await deps.waits.read(waitId as WaitId);
    if (!now?.answer) throw new AppError("conflict", "Nobody waits for this answer any more.");
    return { isAccepted: false, answer: now.answer };
  }
  deps.onCommit(taken.events);
  if (taken.wake) await deps.wakeAnywhere([taken.wake]);
  return { isAccepted: true, answer };
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
    const labels = new Set(question.options.map((option) => option.label));
    const unknown = given?.selected.find((label) => !labels.has(label));
    if (unknown !== undefined)
      throw new AppError("invalid", `"${unknown}" is not one of the options of: ${question.question}`);
    if (!question.multiSelect && (given?.selected.length ?? 0) > 1)
      throw new AppError("invalid", `Choose one option for: ${question.question}`);
    const isEmpty = given?.selected.length === 0 && given.text.trim() === "" && !given.isSkipped;
    if (isEmpty) throw new AppError("invalid", `Answer or skip: ${question.question}`);
  }
}
