import { v7 as uuid } from "uuid";
import { AppError } from "../../contract/app-error.ts";
import { type Budget, isEmptyBudget } from "../../contract/budget.ts";
import type { ArtifactId, RunId, SessionId } from "../../contract/ids.ts";
import type { Agent, ModelChoice } from "../../contract/org-document.ts";
import type { RunEvent, RunEventBody } from "../../contract/run-event.ts";
import type { ArtifactReference } from "../../contract/tool-result.ts";
import { type Database, inTransaction, type Queryable, type Transaction } from "../database.ts";
import { type EventRow, fromEventRow, toEventRows } from "../event-rows.ts";

export interface NewRun {
  readonly orgId: string;
  readonly orgName: string;
  readonly orgVersion: number;
  readonly task: string;
  readonly lead: Agent;
  readonly modelOverride?: ModelChoice | undefined;
  readonly budget?: Budget | undefined;
  /** What the request allows; undefined: everything. */
  readonly tools?: readonly string[] | undefined;
  /** Nobody can be asked; undefined: somebody can. */
  readonly isUnattended?: boolean | undefined;
  readonly attachments: readonly {
    readonly name: string;
    readonly mediaType: string;
    readonly content: Uint8Array;
  }[];
}

export interface CreatedRun {
  readonly runId: RunId;
  readonly sessionId: SessionId;
  readonly attachments: readonly ArtifactReference[];
  readonly events: readonly RunEvent[];
}

const CREATE = {
  name: "create-run",
  text: `
with o as (
  select id from org where id = $2 and version = $4 and removed_at is null for share
), r as (
  insert into run (id, org_id, org_name, org_version, task, status, seq, model_override, budget, clock_since, request_tools, is_unattended)
  select $1, o.id, $3, $4, $5, 'running', $6, $7::json, $8::json, clock_timestamp(), $15::json, $17 from o
  returning id
), s as (
  insert into session (id, run_id, agent_id, agent_name, depth, task, status, position, fence, owner)
  select $9, r.id, $10, $11, 0, $5, case when $16::int is null then 'ready' else 'running' end, 1, case when $16::int is null then 0 else 1 end, $16::int from r
)
insert into event (run_id, seq, session_id, position, type, payload)
select r.id, i.number, case when i.type = 'run.started' then null else $9::uuid end, i.place, i.type, i.payload::json
from r, unnest($12::text[], $13::text[], $14::int[]) with ordinality as i(type, payload, place, number)
returning run_id, seq, session_id, $11::text as agent_name, type, at, payload`,
};

/** Who goes on with a new run. */
export interface RunStart {
  /** The worker that has its first session from the first moment; absent: it is ready for whoever claims it. */
  readonly worker?: number | undefined;
  /** Adds the wake-up for other processes, in the same transaction. */
  enqueue?(sessionId: SessionId, transaction: Transaction): Promise<void>;
}

/**
 * Writes run, root session, files and first events, and the wake-up where one is needed, all in one commit. The org's row is held
 * meanwhile: a save at this moment waits and finds the run, so that it does not fold its version away, and so does a removal.
 *
 * @throws AppError `conflict` when this is not the newest version of the org any more: nothing is written then.
 */
export async function createRun(
  database: Database,
  run: NewRun,
  { worker, enqueue }: RunStart = {},
): Promise<CreatedRun> {
  const runId = uuid() as RunId;
  const sessionId = uuid() as SessionId;
  const attachments = run.attachments.map(
    (file): ArtifactReference => ({
      artifactId: uuid() as ArtifactId,
      name: file.name,
      mediaType: file.mediaType,
      size: file.content.byteLength,
    }),
  );
  const bodies = firstEvents(run, attachments);
  const create = async (target: Queryable): Promise<CreatedRun> => {
    const { types, payloads, places } = toEventRows(bodies);
    const { rows } = await target.query<EventRow>({
      ...CREATE,
      values: [
        runId,
        run.orgId,
        run.orgName,
        run.orgVersion,
        run.task,
        bodies.length,
        run.modelOverride ? JSON.stringify(run.modelOverride) : null,
        isEmptyBudget(run.budget) ? null : JSON.stringify(run.budget),
        sessionId,
        run.lead.id,
        run.lead.name,
        types,
        payloads,
        places,
        run.tools === undefined ? null : JSON.stringify(run.tools),
        worker ?? null,
        run.isUnattended ?? false,
      ],
    });
    if (rows.length === 0)
      throw new AppError("conflict", "The org was saved at this very moment. Start the run again.");
    return { runId, sessionId, attachments, events: rows.map(fromEventRow) };
  };
  // Most runs bring nothing along: then one statement is the whole commit.
  if (attachments.length === 0 && !enqueue) return create(database);
  return inTransaction(database, async (transaction) => {
    const created = await create(transaction);
    for (const [index, file] of attachments.entries()) {
      await insertArtifact(transaction, {
        runId,
        reference: file,
        content: run.attachments[index]?.content ?? new Uint8Array(),
      });
    }
    await enqueue?.(sessionId, transaction);
    return created;
  });
}

function firstEvents(run: NewRun, attachments: readonly ArtifactReference[]): readonly RunEventBody[] {
  const { orgName, orgVersion, task, lead } = run;
  const override = run.modelOverride ? { modelOverride: run.modelOverride } : {};
  const unattended = run.isUnattended ? ({ isUnattended: true } as const) : {};
  const budget = run.budget && !isEmptyBudget(run.budget) ? { budget: run.budget } : {};
  return [
    { type: "run.started", task, orgName, orgVersion, attachments, ...override, ...budget, ...unattended },
    { type: "session.started", agentId: lead.id as never, agentName: lead.name, depth: 0, task },
    { type: "message.received", text: task },
  ];
}

interface NewArtifact {
  readonly runId: RunId;
  readonly reference: ArtifactReference;
  readonly content: Uint8Array;
}

async function insertArtifact(
  transaction: Transaction,
  { runId, reference, content }: NewArtifact,
): Promise<void> {
  await transaction.query({
    text: `with a as (insert into artifact (id, run_id, name, media_type, size, is_attachment) values ($1, $2, $3, $4, $5, true))
insert into artifact_content (artifact_id, content) values ($1, $6)`,
    values: [reference.artifactId, runId, reference.name, reference.mediaType, reference.size, content],
  });
}
