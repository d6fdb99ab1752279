import type { OrgDocument } from "@/server/contract/org-document.ts";
import { childrenByParent } from "@/server/contract/org-graph.ts";
import type { RunView } from "../view/run-view.ts";

/** Of each run's drawing, once its first session is known: that never changes. */
const known = new WeakMap<OrgDocument, ReadonlySet<string>>();

/** Whether no work can come to an agent in this run, as it stands neither where the run began nor below; false until that is known. */
export function isOutsideRun(
  document: OrgDocument,
  { sessions }: Pick<RunView, "sessions">,
  agentId: string,
): boolean {
  const reached = known.get(document) ?? reachedFrom(document, Object.values(sessions)[0]?.agentId);
  if (reached.size === 0) return false;
  known.set(document, reached);
  return !reached.has(agentId);
}

function reachedFrom({ lines }: OrgDocument, first: string | undefined): ReadonlySet<string> {
  const children = childrenByParent(lines);
  const reached = new Set(first === undefined ? [] : [first]);
  // A set that grows is walked to its end.
  for (const id of reached) for (const child of children.get(id) ?? []) reached.add(child);
  return reached;
}
