import type { CallId, SessionId, WaitId } from "../../contract/ids.ts";
import type { QuestionAnswer } from "../../contract/questions.ts";
import { SECRET_STORED, type SecretRequest, STORED_ANSWER } from "../../contract/secrets.ts";
import type { ToolContext } from "../../engine/tool.ts";
import { type Database, inTransaction, type Queryable } from "../database.ts";
import { type EventRow, fromEventRow } from "../event-rows.ts";
import { ANSWER, chainOf, type TakenAnswer, type WaitWriter, writeWait } from "../waits/wait-store.ts";

/** Secrets that agents asked people for. */
export function createSecretPrompts(writer: WaitWriter) {
  return {
    async find({ sessionId, callId }: { readonly sessionId: SessionId; readonly callId: CallId }) {
      const { rows } = await writer.database.query<{ waitId: WaitId; answer: QuestionAnswer | null }>({
        name: "find-secret-prompt",
        text: `select id as "waitId", answer from wait where session_id = $1 and call_id = $2 and kind = 'secret'`,
        values: [sessionId, callId],
      });
      return rows[0] && { waitId: rows[0].waitId, reply: toReply(rows[0].answer) };
    },
    ask: (context: ToolContext, secret: SecretRequest): Promise<WaitId> =>
      writeWait(writer, context, { questions: [toQuestion(secret)], secret, ...chainOf(context) }),
  };
}

function toReply(answer: QuestionAnswer | null): "stored" | "declined" | undefined {
  if (answer === null) return undefined;
  return answer.answers[0]?.selected[0] === SECRET_STORED ? "stored" : "declined";
}

function toQuestion({ name, description }: SecretRequest) {
  const told = description === "" ? "" : `\n\n${description}`;
  return {
    question: `The secret ${name} is needed.${told}`,
    header: "Secret",
    multiSelect: false,
    options: [],
  };
}

export interface GivenSecret {
  readonly waitId: WaitId;
  /** Stores the secret in the transaction of the answer. */
  save(transaction: Queryable): Promise<void>;
  readonly actor: string;
}

interface AnswerRow extends EventRow {
  readonly wake: SessionId | null;
}

/** Stores the secret and says so to the session, in one commit. Undefined, and nothing stored, when somebody was faster. */
export function giveSecret(
  database: Database,
  { waitId, save, actor }: GivenSecret,
): Promise<TakenAnswer | undefined> {
  return inTransaction(database, async (transaction) => {
    const { rows } = await transaction.query<AnswerRow>({
      ...ANSWER,
      values: [waitId, JSON.stringify(STORED_ANSWER), actor],
    });
    if (rows[0] === undefined) return undefined;
    await save(transaction);
    return { events: rows.map(fromEventRow), wake: rows[0].wake ?? undefined };
  });
}
