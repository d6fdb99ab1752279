import type { OrgDocument } from "@/server/contract/org-document.ts";
import { childrenByParent, findLead, findUncalled, type OrgProblem } from "@/server/contract/org-graph.ts";

/** A task for one agent and those below it, instead of the org's own for its lead. */
export interface OwnTask {
  readonly agentId: string;
  readonly text: string;
}

interface Drawn {
  readonly document: OrgDocument;
  readonly ownTask: OwnTask | undefined;
}

export interface TaskTarget {
  /** Undefined while the org has no lead. */
  readonly agentId: string | undefined;
  readonly name: string | undefined;
  readonly task: string;
  /** An agent that was chosen, not the lead. */
  readonly isPart: boolean;
}

/** What was asked last: everything that listens to the store asks at each of its changes, most of which are none to the drawing. */
let last: { readonly drawn: Drawn; readonly target: TaskTarget } | undefined;

/** Who gets the next task, and the task. The same object as long as neither changes. */
export function taskTarget({ document, ownTask }: Drawn): TaskTarget {
  if (last?.drawn.document === document && last.drawn.ownTask === ownTask) return last.target;
  last = { drawn: { document, ownTask }, target: findTarget({ document, ownTask }) };
  return last.target;
}

function findTarget({ document, ownTask }: Drawn): TaskTarget {
  const chosen = ownTask && document.agents.find(({ id }) => id === ownTask.agentId);
  if (ownTask && chosen) return { agentId: chosen.id, name: chosen.name, task: ownTask.text, isPart: true };
  const lead = findLead(document);
  return { agentId: lead?.id, name: lead?.name, task: document.task, isPart: false };
}

/**
 * Of the problems those that concern the next run: all of them, or those of the part that would run. Whom such a run calls
 * is told anew: levels count from where it begins.
 */
export function problemsOfTask(
  problems: readonly OrgProblem[],
  { document, ownTask }: Drawn,
): readonly OrgProblem[] {
  const { agentId, isPart } = taskTarget({ document, ownTask });
  const first = isPart ? document.agents.find(({ id }) => id === agentId) : undefined;
  if (!first) return problems;
  const part = partOf(document, first.id);
  const others = problems.filter(({ isUncalled }) => !isUncalled);
  return [...others, ...findUncalled(document, first)].filter(
    (problem) => problem.isShape || (problem.agentId !== undefined && part.has(problem.agentId)),
  );
}

/** An agent and everybody below it. */
function partOf({ lines }: OrgDocument, agentId: string): ReadonlySet<string> {
  const children = childrenByParent(lines);
  const part = new Set([agentId]);
  // A set that grows is walked to its end.
  for (const id of part) for (const child of children.get(id) ?? []) part.add(child);
  return part;
}
