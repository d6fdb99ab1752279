import type { AnswerOutcome } from "../contract/api.ts";
import { isAppError } from "../contract/app-error.ts";
import type { WaitId } from "../contract/ids.ts";
import type { QuestionAnswer } from "../contract/questions.ts";
import type { RunEvent } from "../contract/run-event.ts";
import type { GiveSecretInput, SecretRequest } from "../contract/secrets.ts";
import { askOnTerminal, askSecret } from "./ask-on-terminal.ts";

type Asked = Extract<RunEvent, { readonly type: "question.asked" }>;

export interface TerminalQuestionsDeps {
  answer(waitId: WaitId, answer: QuestionAnswer): Promise<AnswerOutcome>;
  /** The value goes into the vault and is not kept here. */
  giveSecret(input: GiveSecretInput): Promise<AnswerOutcome>;
  /** One line for the person. */
  tell(line: string): void;
  /** The person pressed Ctrl-C in the middle of a question. */
  leave(): void;
}

/**
 * Puts a run's questions to the person at the terminal, one after the other, while everything else goes on. A question that is
 * answered elsewhere, or that nobody waits for any more, is taken back and said to be; the first answer counts.
 */
export interface TerminalQuestions {
  see(event: RunEvent): void;
  /** Takes back what is open. Rejects with what went wrong while asking. */
  close(): Promise<void>;
}

export function createTerminalQuestions(deps: TerminalQuestionsDeps): TerminalQuestions {
  const open = new Map<
    WaitId,
    { readonly sessionId: string | undefined; readonly asking: AbortController }
  >();
  let turn: Promise<void> = Promise.resolve();

  const takeBack = (waitId: WaitId, reason: string): void => {
    const question = open.get(waitId);
    if (!question) return;
    open.delete(waitId);
    question.asking.abort();
    if (reason !== "") deps.tell(reason);
  };
  const answer = async (event: Asked, signal: AbortSignal): Promise<void> => {
    if (event.secret) return giveSecret(event, event.secret, signal);
    const given = await askOnTerminal(event.questions, event.agent ?? "An agent", signal);
    // From here on its own answer comes back as an event.
    open.delete(event.waitId);
    const outcome = await deps.answer(event.waitId, given);
    if (!outcome.isAccepted) deps.tell(`Somebody else was faster: ${answerText(outcome.answer)}`);
  };
  const giveSecret = async (event: Asked, secret: SecretRequest, signal: AbortSignal): Promise<void> => {
    const value = await askSecret(secret, event.agent ?? "An agent", signal);
    open.delete(event.waitId);
    const outcome =
      value === ""
        ? await deps.answer(event.waitId, { answers: [{ selected: [], text: "", isSkipped: true }] })
        : await deps.giveSecret({
            waitId: event.waitId,
            value,
            tools: [...secret.tools],
            hosts: [...secret.hosts],
          });
    if (!outcome.isAccepted) deps.tell("Somebody else was faster. Nothing was stored.");
  };
  const fail = (error: unknown): void => {
    if (isExit(error)) deps.leave();
    else if (isAppError(error)) deps.tell(`${error.message} The question stays open in the inbox.`);
    else throw error;
  };
  const ask = async (event: Asked, { signal }: AbortController): Promise<void> => {
    if (signal.aborted) return;
    await answer(event, signal).catch((error: unknown) => {
      open.delete(event.waitId);
      if (!signal.aborted) fail(error);
    });
  };
  const add = (event: Asked): void => {
    const asking = new AbortController();
    open.set(event.waitId, { sessionId: event.sessionId, asking });
    turn = turn.then(() => ask(event, asking));
    // Told by `close`.
    turn.catch(() => undefined);
  };
  const endSession = (session: string | undefined): void => {
    for (const [waitId, { sessionId }] of open)
      if (sessionId === session) takeBack(waitId, "Nobody waits for this answer any more.");
  };
  return {
    see(event) {
      if (event.type === "question.asked") add(event);
      else if (event.type === "question.answered")
        takeBack(event.waitId, `Answered elsewhere: ${answerText(event.answer)}`);
      else if (event.type === "session.finished") endSession(event.sessionId);
    },
    async close() {
      for (const waitId of [...open.keys()]) takeBack(waitId, "");
      await turn;
    },
  };
}

/** Ctrl-C, by the name the prompts give it: their class is not exported by every version. */
function isExit(error: unknown): boolean {
  return error instanceof Error && error.name === "ExitPromptError";
}

function answerText({ answers }: QuestionAnswer): string {
  return answers
    .map(({ selected, text, isSkipped }) =>
      isSkipped ? "skipped" : [...selected, text].filter((part) => part !== "").join(", "),
    )
    .join("; ");
}
