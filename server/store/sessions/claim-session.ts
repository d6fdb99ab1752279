import type { Budget } from "../../contract/budget.ts";
import type { Compaction } from "../../contract/compaction.ts";
import type { OrgId, RunId, SessionId } from "../../contract/ids.ts";
import type { Message } from "../../contract/message.ts";
import type { ModelChoice } from "../../contract/org-document.ts";
import type { RunEventBody } from "../../contract/run-event.ts";
import type { ArtifactReference } from "../../contract/tool-result.ts";
import type { ClaimedSession } from "../../engine/ports.ts";
import { countedIn, toMessage } from "../../engine/transcript.ts";
import type { Database } from "../database.ts";
import type { OrgVersionCache } from "../orgs/org-version-cache.ts";
import { SPENT_COLUMNS } from "../runs/run-clock.ts";
import type { SlotDesk } from "../slots/slot-desk.ts";
import { toUsage, type UsageRow } from "../usage-row.ts";
import { providerOf, type RunContext, type RunContexts, toClaimedSession } from "./run-contexts.ts";
import { type NewsRow, toNews } from "./session-news.ts";

const CLAIM = {
  name: "claim-session",
  text: `
update session s set fence = s.fence + 1, owner = $2, status = 'running'
from run
where s.id = $1 and s.status = 'ready' and run.id = s.run_id and run.status = 'running'
returning s.run_id, s.parent_id, s.fence, s.agent_id, s.depth, s.turns, s.input_tokens, s.cached_input_tokens, s.output_tokens, s.cost,
  s.steering, s.position, case when s.fence = 1 then s.task end as first_task,
  (select json_agg(json_build_object('artifactId', a.id, 'name', a.name, 'mediaType', a.media_type, 'size', a.size) order by a.id)
    from artifact a where a.run_id = s.run_id and a.is_attachment) as attachments, run.org_id, run.org_version, run.model_override, run.budget, run.request_tools, run.is_unattended, run.warned, ${SPENT_COLUMNS}`,
};

interface ClaimRow extends NewsRow, UsageRow {
  readonly run_id: string;
  readonly parent_id: SessionId | null;
  readonly fence: number;
  readonly agent_id: string;
  readonly depth: number;
  readonly position: number;
  /** Only at the first claim. */
  readonly first_task: string | null;
  readonly attachments: readonly ArtifactReference[] | null;
  readonly turns: number;
  readonly org_id: string;
  readonly org_version: number;
  readonly model_override: ModelChoice | null;
  readonly budget: Budget | null;
  readonly request_tools: readonly string[] | null;
  readonly is_unattended: boolean;
  readonly warned: readonly string[] | null;
}

export interface SessionClaim {
  readonly sessionId: SessionId;
  readonly worker: number;
}

export interface ClaimDeps {
  readonly database: Database;
  readonly versions: OrgVersionCache;
  readonly contexts: RunContexts;
  /** Where it gets the slots that it needs, if any. */
  readonly slots?: SlotDesk | undefined;
}

/**
 * Takes a ready session for a worker: bumps its fence, reads its transcript and the drawing its run is pinned to. Undefined
 * when there is nothing to take, or no room for it under some limit.
 */
export async function claimSession(
  { database, versions, contexts, slots }: ClaimDeps,
  { sessionId, worker }: SessionClaim,
): Promise<ClaimedSession | undefined> {
  const claimed = await database.query<ClaimRow>({ ...CLAIM, values: [sessionId, worker] });
  const row = claimed.rows[0];
  if (!row) return undefined;
  const runId = row.run_id as RunId;
  const context = contexts.find(runId) ?? (await toContext(versions, row));
  contexts.remember(runId, context);
  const isFree = await slots?.take(context.document, {
    sessionId,
    fence: row.fence,
    orgId: row.org_id,
    agentId: row.agent_id,
    provider: providerOf(context, row.agent_id),
  });
  if (isFree === false) return undefined;
  return toClaimedSession(context, {
    ...(await transcriptOf(database, sessionId, row)),
    sessionId,
    runId,
    parentId: row.parent_id ?? undefined,
    agentId: row.agent_id,
    depth: row.depth,
    fence: row.fence,
    turns: row.turns,
    usage: toUsage(row),
    warned: row.warned ?? [],
    news: toNews(row),
  });
}

async function toContext(versions: OrgVersionCache, row: ClaimRow): Promise<RunContext> {
  return {
    orgId: row.org_id as OrgId,
    document: await versions.read(row.org_id as OrgId, row.org_version),
    modelOverride: row.model_override,
    budget: row.budget,
    requestTools: row.request_tools,
    isUnattended: row.is_unattended,
    attachments: row.attachments ?? [],
  };
}

const TRANSCRIPT = {
  name: "read-transcript",
  text: `select type, payload from event where session_id = $1 and (position is not null or type in ('tool_call', 'context.compacted', 'question.asked')) order by seq`,
};

/** A session that nobody had in hand before has its task for a transcript: nothing has to be read. */
async function transcriptOf(database: Database, sessionId: SessionId, row: ClaimRow) {
  if (row.first_task === null || row.position !== 1) return readTranscript(database, sessionId);
  const messages: readonly Message[] = [{ role: "user", text: row.first_task }];
  const none = new Set<string>();
  return { messages, startedCalls: none, askedCalls: none, compaction: undefined };
}

async function readTranscript(database: Database, sessionId: SessionId) {
  const { rows } = await database.query<{ type: string; payload: object }>({
    ...TRANSCRIPT,
    values: [sessionId],
  });
  const events = rows.map((row) => ({ ...row.payload, type: row.type }) as RunEventBody);
  const messages: Message[] = [];
  const startedCalls = new Set<string>();
  const askedCalls = new Set<string>();
  let compaction: Compaction | undefined;
  for (const event of events) {
    const message = toMessage(event);
    if (message) messages.push(message);
    if (event.type === "tool_call") startedCalls.add(event.callId);
    if (isApproval(event)) askedCalls.add(event.callId);
    if (event.type === "context.compacted") compaction = event;
  }
  return { messages, startedCalls, askedCalls, compaction, counted: countedIn(events) };
}

type EventOf<Type extends RunEventBody["type"]> = Extract<RunEventBody, { readonly type: Type }>;

/** A person was asked whether the call may run: not what the call itself asks. */
function isApproval(event: RunEventBody): event is EventOf<"question.asked"> {
  return event.type === "question.asked" && event.approval !== undefined;
}
