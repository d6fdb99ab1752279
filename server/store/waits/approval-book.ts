import { type ApprovalDecision, type ApprovalRequest, toDecision } from "../../contract/approval.ts";
import type { WaitId } from "../../contract/ids.ts";
import type { Question, QuestionAnswer } from "../../contract/questions.ts";
import { FenceLostError } from "../../engine/ports.ts";
import type { ToolContext } from "../../engine/tool.ts";
import { noteGrantUse } from "../rules/note-grant-use.ts";
import { type WaitWriter, writeWait } from "./wait-store.ts";

const FIND = {
  name: "find-approval",
  text: `select id as "waitId", answer from wait where session_id = $1 and call_id = $2 and digest = $3 and kind = 'approval'`,
};

/** Under the session's row, so that a worker that lost it takes nothing. */
const USE = {
  name: "use-approval",
  text: `
with s as (select id from session where id = $2 and fence = $3 and status = 'running' for update),
w as (
  update wait set used_at = clock_timestamp() from s
  where wait.id = $1 and wait.session_id = s.id and wait.used_at is null and wait.status = 'answered' returning wait.id
)
select exists (select from s) as "isOwned", exists (select from w) as "isFirst"`,
};

/** Approvals as rows of the same table as questions: a session sleeps and wakes in the same way. Fits the port of the policy. */
export function createApprovalBook(writer: WaitWriter) {
  const { database } = writer;
  return {
    async find({ sessionId, callId }: ToolContext, digest: string) {
      const { rows } = await database.query<{ waitId: WaitId; answer: QuestionAnswer | null }>({
        ...FIND,
        values: [sessionId, callId, digest],
      });
      const [row] = rows;
      if (!row) return undefined;
      const decision: ApprovalDecision | null = row.answer && toDecision(row.answer);
      return { waitId: row.waitId, decision, remark: row.answer?.answers[0]?.text ?? "" };
    },
    ask: (context: ToolContext, questions: readonly Question[], approval: ApprovalRequest) =>
      writeWait(writer, context, { questions, approval }),
    async use({ sessionId, fence }: ToolContext, waitId: WaitId): Promise<boolean> {
      const { rows } = await database.query<{ isOwned: boolean; isFirst: boolean }>({
        ...USE,
        values: [waitId, sessionId, fence],
      });
      if (rows[0]?.isOwned !== true) throw new FenceLostError();
      return rows[0].isFirst;
    },
    noteUse: (context: ToolContext, request: Omit<ApprovalRequest, "expiresAt">) =>
      noteGrantUse(database, context, request),
    /** The database's clock, which says when an approval's time is over. */
    async now(): Promise<number> {
      const { rows } = await database.query<{ now: Date }>({
        name: "database-clock",
        text: "select clock_timestamp() as now",
      });
      if (!rows[0]) throw new Error("The database told no time.");
      return rows[0].now.getTime();
    },
  };
}
