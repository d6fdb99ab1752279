import type { AnsweredWait, OpenWait } from "../../contract/api.ts";
import type { ApprovalRequest } from "../../contract/approval.ts";
import type { CallId, OrgId, RunId, SessionId, WaitId } from "../../contract/ids.ts";
import type { Question, QuestionAnswer } from "../../contract/questions.ts";
import type { RunEvent, RunEventBody } from "../../contract/run-event.ts";
import type { SecretRequest } from "../../contract/secrets.ts";
import { FenceLostError } from "../../engine/ports.ts";
import type { ToolContext } from "../../engine/tool.ts";
import type { Database } from "../database.ts";
import { type CommitListener, type EventRow, fromEventRow, toEventRows } from "../event-rows.ts";
import { isId } from "../is-id.ts";
import { newId } from "../new-id.ts";
import { clipInput, MOST_INPUT } from "../rules/clip-input.ts";
import { setMoving } from "../runs/run-clock.ts";
import { toJsonText } from "../to-json-text.ts";

const ASK = {
  name: "ask-question",
  text: `
with s as (
  update session set waits = waits + 1 where id = $1 and fence = $2 and status = 'running' returning run_id, agent_name
), w as (
  insert into wait (id, run_id, session_id, call_id, kind, request, digest, expires_at)
  select $3, run_id, $1, $4, $7, $5::text::json, $8, $9::timestamptz from s
), r as (
  update run set seq = seq + 1 from s where run.id = s.run_id returning run.id, run.seq
), e as (
  insert into event (run_id, seq, session_id, type, payload) select r.id, r.seq, $1, 'question.asked', $6::text::json from r
  returning run_id, seq, session_id, type, at, payload
)
select e.*, s.agent_name from e, s`,
};

/**
 * The first answer takes the row; the session is ready when it slept and this was the last thing it waited for. One that is ready already, as
 * its worker died, waits for one thing less all the same: it would sleep for ever the next time.
 */
export const ANSWER = {
  name: "answer-question",
  text: `
with w as (
  update wait set status = 'answered', answer = $2::text::json, answered_at = clock_timestamp()
  where id = $1 and status = 'open' returning session_id, run_id, call_id
), l as materialized (
  select session.id, session.agent_name, session.status in ('ready', 'running', 'parked') as is_live,
    session.status = 'parked' and session.waits = 1 as wakes
  from w join session on session.id = w.session_id for update of session
), s as (
  update session set waits = session.waits - 1, status = case when l.wakes then 'ready' else session.status end
  from l where session.id = l.id and l.is_live
), r as (
  update run set seq = seq + 1, ${setMoving("run.moving + (select count(*)::int from l where l.wakes)")}
  from w where run.id = w.run_id returning run.id, run.seq
), e as (
  insert into event (run_id, seq, session_id, type, payload)
  select r.id, r.seq, w.session_id, 'question.answered',
    json_strip_nulls(json_build_object('waitId', $1::text, 'callId', w.call_id, 'answer', $2::text::json, 'by', $3::text)) from r, w
  returning run_id, seq, session_id, type, at, payload
)
select e.*, l.agent_name, case when l.wakes then l.id end as wake from e, l`,
};

export interface TakenAnswer {
  readonly events: readonly RunEvent[];
  readonly wake: SessionId | undefined;
}

export interface StoredWait extends WaitRequest {
  readonly status: string;
  readonly answer: QuestionAnswer | null;
}

/** What is put to a person; with an approval it says what may run, with a secret what is asked for. */
interface WaitRequest {
  readonly questions: readonly Question[];
  readonly approval?: ApprovalRequest;
  readonly secret?: SecretRequest;
  /** From the lead to the agent that asks; absent where the lead asks. */
  readonly chain?: readonly string[];
}

/** As it lies in the row: questions alone are the older form. */
type StoredRequest = readonly Question[] | WaitRequest;

interface StoredWaitRow {
  readonly status: string;
  readonly answer: QuestionAnswer | null;
  readonly request: StoredRequest;
}

function toRequest({ request }: { readonly request: StoredRequest }): WaitRequest {
  return "questions" in request ? request : { questions: request };
}

export interface WaitWriter {
  readonly database: Database;
  readonly onCommit: CommitListener;
}

/** Writes the wait and its event in one commit under the context's fence. */
export async function writeWait(
  { database, onCommit }: WaitWriter,
  context: ToolContext,
  request: WaitRequest,
): Promise<WaitId> {
  const { questions, approval, secret, chain } = request;
  const waitId = newId() as WaitId;
  const event: RunEventBody = { type: "question.asked", waitId, callId: context.callId, ...request };
  const { rows } = await database.query<EventRow>({
    ...ASK,
    values: [
      context.sessionId,
      context.fence,
      waitId,
      context.callId,
      toJsonText(approval || secret || chain ? request : questions),
      toEventRows([event]).payloads[0],
      approval ? "approval" : secret ? "secret" : "question",
      approval?.digest ?? "",
      approval?.expiresAt ?? null,
    ],
  });
  if (rows.length === 0) throw new FenceLostError();
  onCommit(rows.map(fromEventRow));
  return waitId;
}

/** Who handed the work down: said where the lead is not the one that asks. */
export function chainOf({ scope }: ToolContext): Pick<WaitRequest, "chain"> {
  const chain = scope.place?.chain ?? [];
  return chain.length > 1 ? { chain } : {};
}

export interface WaitStore {
  /** The question of a call, if it was asked; fits the port of the question tools. */
  find(
    sessionId: SessionId,
    callId: CallId,
  ): Promise<{ readonly waitId: WaitId; readonly answer: QuestionAnswer | null } | undefined>;
  ask(context: ToolContext, questions: readonly Question[]): Promise<WaitId>;
  /** Undefined when it was not open any more. */
  answer(waitId: WaitId, answer: QuestionAnswer, by?: string): Promise<TakenAnswer | undefined>;
  read(waitId: WaitId): Promise<StoredWait | undefined>;
  /** Oldest first, 200 at most; long tasks and arguments by their beginning. */
  listOpen(): Promise<readonly Listed<OpenWait>[]>;
  /** All of it; undefined where it is not open any more. */
  readOpen(waitId: WaitId): Promise<Listed<OpenWait> | undefined>;
  /** Newest first, 50 at most; long tasks and arguments by their beginning. */
  listAnswered(): Promise<readonly Listed<AnsweredWait>[]>;
}

/** Where an agent stands in the drawing that its run is pinned to. */
interface AskedFrom {
  readonly orgId: OrgId;
  readonly orgVersion: number;
  readonly agentId: string;
  readonly depth: number;
}

export type Listed<Wait extends OpenWait> = Omit<Wait, "path"> & { readonly from: AskedFrom };

export function createWaitStore(database: Database, onCommit: CommitListener): WaitStore {
  return {
    async find(sessionId, callId) {
      const { rows } = await database.query<{ waitId: WaitId; answer: QuestionAnswer | null }>({
        name: "find-wait",
        text: `select id as "waitId", answer from wait where session_id = $1 and call_id = $2 and kind = 'question'`,
        values: [sessionId, callId],
      });
      return rows[0];
    },
    ask: (context, questions) =>
      writeWait({ database, onCommit }, context, { questions, ...chainOf(context) }),
    async answer(waitId, answer, by) {
      const { rows } = await database.query<EventRow & { wake: SessionId | null }>({
        ...ANSWER,
        values: [waitId, toJsonText(answer), by ?? null],
      });
      return rows[0] && { events: rows.map(fromEventRow), wake: rows[0].wake ?? undefined };
    },
    async read(waitId) {
      if (!isId(waitId)) return undefined;
      const { rows } = await database.query<StoredWaitRow>({
        text: "select status, answer, kind, request from wait where id = $1",
        values: [waitId],
      });
      return rows[0] && { status: rows[0].status, answer: rows[0].answer, ...toRequest(rows[0]) };
    },
    listOpen: () => listOpenWaits(database),
    readOpen: (waitId) => readOpenWait(database, waitId),
    listAnswered: () => listAnsweredWaits(database),
  };
}

interface OpenWaitRow {
  readonly id: WaitId;
  readonly run_id: RunId;
  readonly session_id: SessionId;
  readonly org_name: string;
  readonly agent_name: string;
  readonly org_id: OrgId;
  readonly org_version: number;
  readonly agent_id: string;
  readonly depth: number;
  readonly task: string;
  readonly asked_at: Date;
  readonly kind: OpenWait["kind"];
  readonly request: StoredRequest;
}

interface AnsweredWaitRow extends OpenWaitRow {
  readonly answer: QuestionAnswer;
  readonly answered_at: Date;
}

const COLUMNS =
  "w.id, w.run_id, w.session_id, r.org_name, r.org_id, r.org_version, s.agent_name, s.agent_id, s.depth, r.task, w.asked_at, w.kind, w.request";
const JOINS = "from wait w join run r on r.id = w.run_id join session s on s.id = w.session_id";

async function listOpenWaits(database: Database): Promise<readonly Listed<OpenWait>[]> {
  const { rows } = await database.query<OpenWaitRow>({
    text: `select ${COLUMNS} ${JOINS} where w.status = 'open' order by w.asked_at limit 200`,
  });
  return rows.map((row) => shortened(toOpenWait(row)));
}

async function readOpenWait(database: Database, waitId: WaitId): Promise<Listed<OpenWait> | undefined> {
  if (!isId(waitId)) return undefined;
  const { rows } = await database.query<OpenWaitRow>({
    name: "read-open-wait",
    text: `select ${COLUMNS} ${JOINS} where w.id = $1 and w.status = 'open'`,
    values: [waitId],
  });
  return rows[0] && toOpenWait(rows[0]);
}

async function listAnsweredWaits(database: Database): Promise<readonly Listed<AnsweredWait>[]> {
  const { rows } = await database.query<AnsweredWaitRow>({
    // The newest are chosen first: runs and sessions of all that was ever asked need not be read.
    text: `with newest as (
  select id from wait where status = 'answered' and kind <> 'delay' order by answered_at desc limit 50
) select ${COLUMNS}, w.answer, w.answered_at ${JOINS} join newest on newest.id = w.id order by w.answered_at desc`,
  });
  return rows.map((row) => ({
    ...shortened(toOpenWait(row)),
    answer: row.answer,
    answeredAt: row.answered_at.toISOString(),
  }));
}

/** Characters of a task that a line of a list may show. */
const MOST_TASK = 1_000;

/** As a list carries it: every page reads the open ones at each change, and whoever opens one reads it whole. */
function shortened({ task, approval, ...wait }: Listed<OpenWait>): Listed<OpenWait> {
  const isWhole = task.length <= MOST_TASK && (approval === undefined || isShort(approval));
  const short = {
    ...wait,
    task: cut(task, MOST_TASK),
    ...(approval ? { approval: shortApproval(approval) } : {}),
  };
  return isWhole ? short : { ...short, isShortened: true };
}

function isShort({ input, identities }: ApprovalRequest): boolean {
  return clipInput(input) === input && identities.every(({ shape }) => shape.length <= MOST_INPUT);
}

function shortApproval(approval: ApprovalRequest): ApprovalRequest {
  const identities = approval.identities.map(({ executable, shape }) => ({
    executable,
    shape: cut(shape, MOST_INPUT),
  }));
  return { ...approval, input: clipInput(approval.input), identities };
}

const cut = (text: string, most: number) => text.slice(0, most).toWellFormed();

function toOpenWait(row: OpenWaitRow): Listed<OpenWait> {
  return {
    id: row.id,
    kind: row.kind,
    runId: row.run_id,
    sessionId: row.session_id,
    orgName: row.org_name,
    agentName: row.agent_name,
    task: row.task,
    askedAt: row.asked_at.toISOString(),
    ...toRequest(row),
    from: {
      orgId: row.org_id,
      orgVersion: row.org_version,
      agentId: row.agent_id,
      depth: row.depth,
    },
  };
}
