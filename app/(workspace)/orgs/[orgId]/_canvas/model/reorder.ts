import type { OrgDocument } from "@/server/contract/org-document.ts";
import { type AgentTree, createTree, siblingsOf, subtreeOf } from "./agent-tree.ts";
import { moveItems } from "./edit-items.ts";
import type { Point } from "./geometry.ts";

/**
 * Moves an agent before or after its neighbour among those who report to the same agent. Places are the order, so the two
 * change places, each with everyone below it. The same document at the end of the row.
 */
export function reorder(document: OrgDocument, agentId: string, step: 1 | -1): OrgDocument {
  const tree = createTree(document);
  const siblings = siblingsOf(tree, agentId);
  const otherId = siblings[siblings.indexOf(agentId) + step];
  const here = tree.agents.get(agentId)?.position;
  const there = tree.agents.get(otherId ?? "")?.position;
  if (otherId === undefined || !here || !there) return document;
  const by = { x: there.x - here.x, y: there.y - here.y };
  return moveItems(
    document,
    new Map([...shifted(tree, agentId, by), ...shifted(tree, otherId, { x: -by.x, y: -by.y })]),
  );
}

function shifted(tree: AgentTree, agentId: string, by: Point): readonly (readonly [string, Point])[] {
  return [...subtreeOf(tree, agentId)].flatMap((id) => {
    const at = tree.agents.get(id)?.position;
    return at ? [[id, { x: at.x + by.x, y: at.y + by.y }] as const] : [];
  });
}

/** Whom an agent would report to one level further in: the sibling before it. */
export function parentFurtherIn(document: OrgDocument, agentId: string): string | undefined {
  const siblings = siblingsOf(createTree(document), agentId);
  return siblings[siblings.indexOf(agentId) - 1];
}

/** Whom an agent would report to one level further out; null for nobody, undefined when it reports to nobody now. */
export function parentFurtherOut(document: OrgDocument, agentId: string): string | null | undefined {
  const { parents } = createTree(document);
  const parent = parents.get(agentId);
  return parent === undefined ? undefined : (parents.get(parent) ?? null);
}
