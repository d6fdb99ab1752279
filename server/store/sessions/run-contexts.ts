import { modelOf } from "../../contract/agent-model.ts";
import type { Budget } from "../../contract/budget.ts";
import type { OrgId, RunId, SessionId } from "../../contract/ids.ts";
import type { ModelChoice, OrgDocument } from "../../contract/org-document.ts";
import { directChildren, parentsOf } from "../../contract/org-graph.ts";
import type { ArtifactReference } from "../../contract/tool-result.ts";
import { NO_USAGE } from "../../contract/usage.ts";
import { budgetsOf } from "../../engine/budgets.ts";
import type { ClaimedSession, SessionNews } from "../../engine/ports.ts";
import { toScopePlace } from "../../engine/scope-place.ts";
import type { AgentScope } from "../../engine/tool.ts";
import type { SlotDesk } from "../slots/slot-desk.ts";

/** What every session of a run shares and nothing changes any more. */
export interface RunContext {
  readonly orgId: OrgId;
  readonly document: OrgDocument;
  readonly modelOverride: ModelChoice | null;
  readonly budget: Budget | null;
  /** The tools that its request named, if it named any. */
  readonly requestTools: readonly string[] | null;
  readonly attachments: readonly ArtifactReference[];
  /** Nobody can be asked. */
  readonly isUnattended: boolean;
}

/** Runs that this process works on, as far as it remembers them: whatever is not here is read. */
export interface RunContexts {
  find(runId: RunId): RunContext | undefined;
  remember(runId: RunId, context: RunContext): void;
}

const MOST = 1_000;

export function createRunContexts(): RunContexts {
  const kept = new Map<RunId, RunContext>();
  return {
    find: (runId) => kept.get(runId),
    remember(runId, context) {
      kept.delete(runId);
      kept.set(runId, context);
      const oldest = kept.keys().next().value;
      if (kept.size > MOST && oldest !== undefined) kept.delete(oldest);
    },
  };
}

/** What tells a claimed session from the others of its run. */
export interface SessionPlace
  extends Pick<
    ClaimedSession,
    | "sessionId"
    | "runId"
    | "parentId"
    | "fence"
    | "messages"
    | "turns"
    | "usage"
    | "startedCalls"
    | "askedCalls"
    | "compaction"
    | "counted"
    | "warned"
    | "news"
  > {
  readonly agentId: string;
  readonly depth: number;
}

/** Rejects what cannot be: an agent that its org's version does not have. */
export function toClaimedSession(context: RunContext, place: SessionPlace): ClaimedSession {
  const { document, orgId, attachments } = context;
  const { agentId, depth, ...session } = place;
  const neighbours = neighboursOf(document, agentId);
  const model = modelOf(neighbours.agent, context.modelOverride);
  return {
    ...session,
    model,
    scope: {
      orgId,
      ...neighbours,
      // Whoever got the task from a person reports to nobody in this run.
      parent: depth === 0 ? null : neighbours.parent,
      depth,
      attachments,
      isUnattended: context.isUnattended,
      sharesWorkspace: document.workspace === "org",
      messages: session.messages,
      place: toScopePlace(document, agentId, {
        provider: model.provider,
        request: context.requestTools ?? undefined,
        depth,
      }),
    },
    isResumed: session.fence > 1,
    budgets: budgetsOf(document, context.budget),
  };
}

type Neighbours = Pick<AgentScope, "agent" | "parent" | "children">;

/** Of each version of an org, looked up once an agent. */
const drawn = new WeakMap<OrgDocument, Map<string, Neighbours>>();

function neighboursOf(document: OrgDocument, agentId: string): Neighbours {
  const known = drawn.get(document) ?? new Map<string, Neighbours>();
  drawn.set(document, known);
  const found = known.get(agentId) ?? findNeighbours(document, agentId);
  known.set(agentId, found);
  return found;
}

function findNeighbours(document: OrgDocument, agentId: string): Neighbours {
  const find = (id: string | undefined) => document.agents.find((candidate) => candidate.id === id);
  const agent = find(agentId);
  if (!agent) throw new Error(`Agent ${agentId} is not in its org.`);
  const parent = find(parentsOf(document.lines).get(agentId)) ?? null;
  return { agent, parent, children: directChildren(document, agentId) };
}

/** The provider of an agent's model in this run. Throws where its org has no such agent. */
export function providerOf({ document, modelOverride }: RunContext, agentId: string): string {
  return modelOf(neighboursOf(document, agentId).agent, modelOverride).provider;
}

/** A session that was opened for its worker: nobody had it before. */
export interface NewSession {
  readonly sessionId: SessionId;
  readonly runId: RunId;
  readonly parentId?: SessionId | undefined;
  readonly agentId: string;
  readonly depth: number;
  readonly task: string;
  readonly news: SessionNews;
}

export function toNewSession(context: RunContext, session: NewSession): ClaimedSession {
  const { task, parentId, ...place } = session;
  return toClaimedSession(context, {
    ...place,
    parentId,
    fence: 1,
    messages: [{ role: "user", text: task }],
    turns: 0,
    usage: NO_USAGE,
    startedCalls: new Set(),
    askedCalls: new Set(),
    compaction: undefined,
    warned: [],
  });
}

/** A worker of this process that takes sessions as they are opened, already claimed for it. */
export interface Adopter {
  /** The worker that takes so many sessions more at once; undefined where none does: they wait until one claims them. */
  worker(count: number): number | undefined;
  take(sessions: readonly ClaimedSession[]): void;
  /** Whether some limit on sessions at work concerns one of these: then it has to be claimed, and may have to wait. */
  isLimited(context: RunContext, agentIds: readonly string[]): Promise<boolean>;
}

/** The worker to open these sessions for, with what it needs to know; undefined: they are opened for whoever claims them. */
export async function findAdopter(
  adopter: Adopter | undefined,
  context: RunContext | undefined,
  agentIds: readonly string[],
): Promise<{ readonly adopter: Adopter; readonly context: RunContext; readonly worker: number } | undefined> {
  if (!adopter || !context || (await adopter.isLimited(context, agentIds))) return undefined;
  const worker = adopter.worker(agentIds.length);
  return worker === undefined ? undefined : { adopter, context, worker };
}

/** Whether some limit concerns a session of one of these agents. */
export async function isAnyLimited(
  slots: Pick<SlotDesk, "applies">,
  context: RunContext,
  agentIds: readonly string[],
): Promise<boolean> {
  for (const agentId of new Set(agentIds)) {
    const provider = providerOf(context, agentId);
    if (await slots.applies(context.document, { orgId: context.orgId, agentId, provider })) return true;
  }
  return false;
}
