import {
  type ApprovalRequest,
  type GrantReach,
  reachesOf,
  toDecision,
  toReach,
} from "../../contract/approval.ts";
import type { SessionId, WaitId } from "../../contract/ids.ts";
import type { QuestionAnswer } from "../../contract/questions.ts";
import { type Database, inTransaction, type Transaction } from "../database.ts";
import { type EventRow, fromEventRow } from "../event-rows.ts";
import { newId } from "../new-id.ts";
import { writeAudit } from "../rules/audit-store.ts";
import { toJsonText } from "../to-json-text.ts";
import { ANSWER, type TakenAnswer } from "./wait-store.ts";

export interface ApprovalAnswer {
  readonly waitId: WaitId;
  readonly answer: QuestionAnswer;
  readonly approval: ApprovalRequest;
  /** Who answers. */
  readonly actor: string;
}

interface AnswerRow extends EventRow {
  readonly wake: SessionId | null;
}

/**
 * Takes a decision: the answer, what is allowed for good and the audit's entry in one commit. Undefined, and nothing written,
 * when somebody or the clock was faster.
 */
export async function answerApproval(
  database: Database,
  given: ApprovalAnswer,
): Promise<TakenAnswer | undefined> {
  return inTransaction(database, async (transaction) => {
    const { rows } = await transaction.query<AnswerRow>({
      ...ANSWER,
      values: [given.waitId, toJsonText(given.answer), given.actor],
    });
    const [row] = rows;
    if (!row) return undefined;
    await writeDown(transaction, row, given);
    return { events: rows.map(fromEventRow), wake: row.wake ?? undefined };
  });
}

/** In the words of the audit. */
const ALWAYS: Readonly<Record<GrantReach, string>> = {
  run: "allowed for this run",
  agent: "always allowed",
  org: "always allowed for every agent",
};

async function writeDown(
  transaction: Transaction,
  row: AnswerRow,
  { approval, answer, actor }: ApprovalAnswer,
): Promise<void> {
  const decision = toDecision(answer);
  const { tool, digest, chain, summary, input, identities } = approval;
  const reach = toReach(answer);
  if (reach && reachesOf(approval).includes(reach)) {
    for (const { executable, shape } of identities) {
      await transaction.query({
        text: `insert into approval_grant (id, org_id, agent_id, run_id, tool, executable, shape, summary, granted_by)
select $1, run.org_id, case when $8 <> 'org' then s.agent_id end, case when $8 = 'run' then run.id end, $3, $4, $5, $6, $7 from session s join run on run.id = s.run_id where s.id = $2`,
        values: [newId(), row.session_id, tool, executable, shape, summary, actor, reach],
      });
    }
  }
  await writeAudit(transaction, {
    kind: "approval",
    actor,
    subject: summary,
    decision:
      decision === "always" && reach ? ALWAYS[reach] : decision === "once" ? "allowed once" : "denied",
    runId: row.run_id,
    ...(row.session_id === null ? {} : { sessionId: row.session_id }),
    agentName: chain.at(-1) ?? "",
    chain,
    tool,
    digest,
    detail: { input, identities, remark: answer.answers[0]?.text ?? "" } as object,
  });
}

/** Approvals that nobody gave in time, oldest first. */
export async function dueApprovals(database: Database): Promise<readonly WaitId[]> {
  const { rows } = await database.query<{ id: WaitId }>({
    name: "due-approvals",
    text: "select id from wait where status = 'open' and expires_at <= clock_timestamp() order by expires_at limit 100",
  });
  return rows.map((row) => row.id);
}
