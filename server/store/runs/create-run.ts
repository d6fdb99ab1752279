import { AppError } from "../../contract/app-error.ts";
import { type Budget, isEmptyBudget } from "../../contract/budget.ts";
import type { ArtifactId, RunId, SessionId } from "../../contract/ids.ts";
import type { Agent, ModelChoice } from "../../contract/org-document.ts";
import type { RunEvent, RunEventBody } from "../../contract/run-event.ts";
import type { ArtifactReference } from "../../contract/tool-result.ts";
import { type Database, inTransaction, type Transaction } from "../database.ts";
import { toCommitted, toEventRows } from "../event-rows.ts";
import { createGathering } from "../gather.ts";
import { createLane, type Lane, laneOver, toArrayText, toLines } from "../lane.ts";
import { newId } from "../new-id.ts";
import { toJsonText } from "../to-json-text.ts";

export interface NewRun {
  readonly orgId: string;
  readonly orgName: string;
  readonly orgVersion: number;
  readonly task: string;
  /** Who gets the task. */
  readonly lead: Agent;
  /** True where that is an agent below the lead. */
  readonly isPart?: boolean | undefined;
  /** Who starts it; undefined: nobody knows. */
  readonly startedBy?: string | undefined;
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

/**
 * Several runs at once. Orgs are locked in one order, and one of which this is not the newest version any more starts none.
 * Payloads and what tells the runs apart are lines of JSON.
 */
const CREATE = {
  name: "create-runs",
  text: `
with i as materialized (
  select l.number, r.* from unnest(string_to_array($1, E'\\n')) with ordinality as l(line, number)
    cross join lateral json_to_record(l.line::json) as r("runId" uuid, "orgId" uuid, "orgName" text, "orgVersion" int, task text, override json,
      budget json, "sessionId" uuid, "agentId" text, "agentName" text, tools json, worker int, "isUnattended" bool,
      events int, "fromAgent" text, "startedBy" text)
), o as materialized (
  select id, version from org where id in (select "orgId" from i) and removed_at is null order by id for share
), n as materialized (
  select i.* from i join o on o.id = i."orgId" and o.version = i."orgVersion"
), t as materialized (
  select clock_timestamp()::timestamptz(3) as at from (select 1 from n limit 1) locked
), r as (
  insert into run (id, org_id, org_name, org_version, task, status, seq, model_override, budget, clock_since, request_tools, is_unattended,
    from_agent, started_by)
  select n."runId", n."orgId", n."orgName", n."orgVersion", n.task, 'running', n.events, n.override, n.budget, clock_timestamp(), n.tools, n."isUnattended",
    n."fromAgent", n."startedBy" from n
), s as (
  insert into session (id, run_id, agent_id, agent_name, depth, task, status, position, fence, owner)
  select n."sessionId", n."runId", n."agentId", n."agentName", 0, n.task, case when n.worker is null then 'ready' else 'running' end, 1,
    case when n.worker is null then 0 else 1 end, n.worker from n
), e as (
  insert into event (run_id, seq, session_id, position, type, at, payload)
  select n."runId", q.seq, case when q.type <> 'run.started' then n."sessionId" end, q.place, q.type, t.at, q.payload::json
  from t, n join unnest($2::int[], $3::int[], $4::int[], $5::text[], string_to_array($6, E'\\n')) as q(number, seq, place, type, payload) on q.number = n.number
)
select n.number, (extract(epoch from t.at) * 1000)::bigint from n, t`,
};

/** Who goes on with a new run. */
export interface RunStart {
  /** The worker that has its first session from the first moment; absent: it is ready for whoever claims it. */
  readonly worker?: number | undefined;
  /** Adds the wake-up for other processes, in the same transaction. */
  enqueue?(sessionId: SessionId, transaction: Transaction): Promise<void>;
}

/** A run with its ids, before it is written. */
interface PlannedRun {
  readonly run: NewRun;
  readonly runId: RunId;
  readonly sessionId: SessionId;
  readonly attachments: readonly ArtifactReference[];
  readonly worker: number | undefined;
}

function planRun(run: NewRun, worker: number | undefined): PlannedRun {
  const attachments = run.attachments.map(
    (file): ArtifactReference => ({
      artifactId: newId() as ArtifactId,
      name: file.name,
      mediaType: file.mediaType,
      size: file.content.byteLength,
    }),
  );
  return { run, runId: newId() as RunId, sessionId: newId() as SessionId, attachments, worker };
}

/** One commit. Of runs whose org was saved or removed since it was read none is written: a `conflict` stands in their place. */
async function writeRuns(
  lane: Lane,
  planned: readonly PlannedRun[],
): Promise<readonly (CreatedRun | AppError)[]> {
  const parts = planned.map((plan) => {
    const bodies = firstEvents(plan.run, plan.attachments);
    return { plan, bodies, rows: toEventRows(bodies) };
  });
  const events = parts.flatMap(({ rows }, index) =>
    rows.types.map((type, place) => [index + 1, place + 1, rows.places[place] ?? null, type] as const),
  );
  const answers = await lane.send({
    ...CREATE,
    values: [
      toLines(parts.map(({ plan, bodies }) => toJsonText(toRunLine(plan, bodies.length)))),
      ...([0, 1, 2, 3] as const).map((column) => toArrayText(events.map((event) => event[column]))),
      toLines(parts.flatMap(({ rows }) => rows.payloads)),
    ],
  });
  const writtenAt = new Map(answers.map(([number, at]) => [Number(number), Number(at)]));
  return parts.map(({ plan, bodies, rows }, index) => {
    const at = writtenAt.get(index + 1);
    if (at === undefined)
      return new AppError("conflict", "The org was saved at this very moment. Start the run again.");
    const { runId, sessionId, attachments, run } = plan;
    const place = { runId, sessionId, agent: run.lead.name, at, base: 0 };
    return { runId, sessionId, attachments, events: toCommitted(place, bodies, rows.payloads) };
  });
}

function toRunLine({ run, runId, sessionId, worker }: PlannedRun, events: number) {
  const { orgId, orgName, orgVersion, task, lead, modelOverride, budget, tools, isUnattended } = run;
  const { isPart, startedBy } = run;
  return {
    ...{ runId, orgId, orgName, orgVersion, task, sessionId, events },
    agentId: lead.id,
    agentName: lead.name,
    override: modelOverride ?? null,
    budget: isEmptyBudget(budget) ? null : budget,
    tools: tools ?? null,
    worker: worker ?? null,
    isUnattended: isUnattended ?? false,
    fromAgent: isPart ? lead.name : null,
    startedBy: startedBy ?? null,
  };
}

/**
 * Writes run, root session, files and first events, and the wake-up where one is needed, all in one commit. The org's row is held
 * meanwhile: a save at this moment waits and finds the run, so that it does not fold its version away, and so does a removal.
 *
 * @throws AppError `conflict` when this is not the newest version of the org any more: nothing is written then.
 */
export type CreateRun = (run: NewRun, start?: RunStart) => Promise<CreatedRun>;

/**
 * Starts runs. Those that bring nothing along go over a connection of their own, and share a commit where they come together: the
 * writer of sessions must not wait for whoever saves an org.
 */
export function createRunStarter(database: Database): CreateRun {
  const lane = createLane(database);
  const write = createGathering<PlannedRun, CreatedRun>((planned) => writeRuns(lane, planned));
  return async (run, { worker, enqueue } = {}) => {
    const plan = planRun(run, worker);
    if (plan.attachments.length === 0 && !enqueue) return write(plan);
    return inTransaction(database, async (transaction) => {
      const [created] = await writeRuns(laneOver(transaction), [plan]);
      if (!created || created instanceof AppError) throw created ?? new Error("The run was not written.");
      for (const [index, reference] of plan.attachments.entries()) {
        const content = run.attachments[index]?.content ?? new Uint8Array();
        await insertArtifact(transaction, { runId: plan.runId, reference, content });
      }
      await enqueue?.(plan.sessionId, transaction);
      return created;
    });
  };
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
