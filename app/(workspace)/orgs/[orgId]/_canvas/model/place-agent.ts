import type { OrgDocument } from "@/server/contract/org-document.ts";
import { type AgentTree, createTree } from "./agent-tree.ts";
import { cardBox, isHanging, isOverlapping, type Point, snapToGrid, spacing } from "./geometry.ts";

/**
 * A free place for a new child: at the end of the stack or row its siblings stand in, or for the first child where the
 * auto layout would put it.
 */
export function placeChild(document: OrgDocument, parentId: string): Point {
  const tree = createTree(document);
  const parent = tree.agents.get(parentId)?.position;
  if (!parent) return placeFree(document, { x: 0, y: 0 });
  const last = tree.agents.get(tree.children.get(parentId)?.at(-1) ?? "")?.position;
  if (!last) return placeFree(document, firstChildPlace(tree, parentId, parent));
  const next = isHanging(parent, last)
    ? { x: last.x, y: last.y + spacing.leaf }
    : { x: last.x + spacing.column, y: last.y };
  return placeFree(document, next);
}

function firstChildPlace(tree: AgentTree, parentId: string, parent: Point): Point {
  if (!tree.parents.has(parentId)) return { x: parent.x, y: parent.y + spacing.level };
  return { x: parent.x + spacing.indent, y: parent.y + spacing.firstLeaf };
}

/** The wanted place, or the first to the right of it where no card stands. */
export function placeFree(document: OrgDocument, wanted: Point): Point {
  let { x, y } = snapToGrid(wanted);
  const taken = document.agents.map((agent) => cardBox(agent.position));
  while (taken.some((box) => isOverlapping(box, cardBox({ x, y })))) x += spacing.column;
  return { x, y };
}
