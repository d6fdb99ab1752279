import type { OrgDocument } from "@/server/contract/org-document.ts";
import { type AgentTree, createTree } from "./agent-tree.ts";

/** One row of the outline. */
export interface OutlineRow {
  readonly id: string;
  readonly kind: "agent" | "group" | "note";
  /** 1 for the outermost. */
  readonly level: number;
  readonly placeAmongSiblings: number;
  readonly siblingCount: number;
  /** Undefined where there is nothing below it. */
  readonly isOpen: boolean | undefined;
}

/** The org as a list: every agent before its reports, then groups and notes; what is below a folded agent is left out. */
export function outlineRows(document: OrgDocument, folded: ReadonlySet<string>): readonly OutlineRow[] {
  const tree = createTree(document);
  const rows: OutlineRow[] = [];
  const extras = [
    ...document.groups.map(({ id }) => ({ id, kind: "group" as const })),
    ...document.notes.map(({ id }) => ({ id, kind: "note" as const })),
  ];
  const siblingCount = tree.roots.length + extras.length;
  const open = toOpen(tree.roots, { level: 1, siblingCount });
  for (let next = open.pop(); next; next = open.pop()) {
    const children = tree.children.get(next.id) ?? [];
    const isOpen = children.length === 0 ? undefined : !folded.has(next.id);
    rows.push({ ...next, isOpen });
    if (isOpen) open.push(...toOpen(children, { level: next.level + 1, siblingCount: children.length }));
  }
  addLoops(rows, tree, siblingCount);
  extras.forEach(({ id, kind }, index) => {
    const placeAmongSiblings = tree.roots.length + index + 1;
    rows.push({ id, kind, level: 1, placeAmongSiblings, siblingCount, isOpen: undefined });
  });
  return rows;
}

interface Siblings {
  readonly level: number;
  readonly siblingCount: number;
}

/** In reverse, so that the first is taken first from the end. */
function toOpen(ids: readonly string[], siblings: Siblings): Omit<OutlineRow, "isOpen">[] {
  return ids
    .map((id, index) => ({ id, kind: "agent" as const, placeAmongSiblings: index + 1, ...siblings }))
    .reverse();
}

/** Members of a loop have nobody above them all; they are listed too, so that they can be repaired here. */
function addLoops(rows: OutlineRow[], tree: AgentTree, siblingCount: number): void {
  for (const id of tree.agents.keys()) {
    if (tree.levels.has(id)) continue;
    rows.push({ id, kind: "agent", level: 1, placeAmongSiblings: 1, siblingCount, isOpen: undefined });
  }
}
