import type { CallId, SessionId, WaitId } from "../../../contract/ids.ts";
import type { Question, QuestionAnswer } from "../../../contract/questions.ts";
import type { ToolContext } from "../../../engine/tool.ts";

/** A call of ask_user that was put to a person; `answer` is null while it is open. */
export interface AskedQuestions {
  readonly waitId: WaitId;
  readonly answer: QuestionAnswer | null;
}

/** Remembers what agents asked people, beyond the end of the process that asked. */
export interface QuestionBook {
  /** What became of the call; undefined when it has not asked yet. */
  find(sessionId: SessionId, callId: CallId): Promise<AskedQuestions | undefined>;
  /**
   * Puts the questions to a person: the wait and its `question.asked` event in one commit under the context's fence,
   * durable before it resolves. Asking again for the same session and call changes nothing and gives the same id.
   */
  ask(context: ToolContext, questions: readonly Question[]): Promise<WaitId>;
}
