import type { OrgDocument } from "@/server/contract/org-document.ts";
import { childrenByParent, findLead } from "@/server/contract/org-graph.ts";
import type { RunView } from "../view/run-view.ts";

/** Of each run's drawing, once its first session is known: that never changes. */
const known = new WeakMap<OrgDocument, ReadonlySet<string>>();

/**
 * Whether no work can come to an agent in this run, as it stands neither where the run began nor below. That is its first session's
 * agent, and until there is one whom the run was started at; false while neither is known.
 */
export function isOutsideRun(
  document: OrgDocument,
  { sessions, begins }: Pick<RunView, "sessions"> & { readonly begins?: string | undefined },
  agentId: string,
): boolean {
  const first = Object.values(sessions)[0]?.agentId;
  const reached = known.get(document) ?? reachedFrom(document, first ?? begins);
  if (reached.size === 0) return false;
  if (first !== undefined) known.set(document, reached);
  return !reached.has(agentId);
}

/** The agent that a run was started at, by the name that is kept of it; undefined where several have it. */
export function beginsAt(document: OrgDocument, fromAgent: string | null): string | undefined {
  if (fromAgent === null) return findLead(document)?.id;
  const named = document.agents.filter(({ name }) => name === fromAgent);
  return named.length === 1 ? named[0]?.id : undefined;
}

function reachedFrom({ lines }: OrgDocument, first: string | undefined): ReadonlySet<string> {
  const children = childrenByParent(lines);
  const reached = new Set(first === undefined ? [] : [first]);
  // A set that grows is walked to its end.
  for (const id of reached) for (const child of children.get(id) ?? []) reached.add(child);
  return reached;
}
