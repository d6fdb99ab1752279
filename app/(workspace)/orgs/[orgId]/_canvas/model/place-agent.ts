import type { OrgDocument } from "@/server/contract/org-document.ts";
import { type AgentTree, createTree } from "./agent-tree.ts";
import { boxOf } from "./edit-groups.ts";
import {
  type Box,
  cardBox,
  cardSize,
  gridStep,
  isHanging,
  isOverlapping,
  type Point,
  snapToGrid,
  spacing,
} from "./geometry.ts";

/**
 * A free place for a new child: at the end of the stack or row its siblings stand in, or for the first child where the
 * auto layout would put it.
 */
export function placeChild(document: OrgDocument, parentId: string): Point {
  const tree = createTree(document);
  const parent = tree.agents.get(parentId)?.position;
  if (!parent) return placeFree(document, { x: 0, y: 0 });
  if (document.direction === "right") return placeBeside(document, tree, { parentId, parent });
  const last = tree.agents.get(tree.children.get(parentId)?.at(-1) ?? "")?.position;
  if (!last) return placeFree(document, firstChildPlace(tree, parentId, parent));
  const next = isHanging(parent, last)
    ? { x: last.x, y: last.y + spacing.leaf }
    : { x: last.x + spacing.column, y: last.y };
  return placeFree(document, next);
}

interface ParentPlace {
  readonly parentId: string;
  readonly parent: Point;
}

/** In an org that grows to the right: below the last sibling, or beside the parent. */
function placeBeside(document: OrgDocument, tree: AgentTree, { parentId, parent }: ParentPlace): Point {
  const last = tree.agents.get(tree.children.get(parentId)?.at(-1) ?? "")?.position;
  const wanted = last
    ? { x: last.x, y: last.y + spacing.sideRow }
    : { x: parent.x + spacing.sideLevel, y: parent.y };
  return placeFree(document, wanted);
}

function firstChildPlace(tree: AgentTree, parentId: string, parent: Point): Point {
  if (!tree.parents.has(parentId)) return { x: parent.x, y: parent.y + spacing.level };
  return { x: parent.x + spacing.indent, y: parent.y + spacing.firstLeaf };
}

/** The wanted place, or the first to the right of it where no card stands; below it in an org that grows to the right. */
export function placeFree(document: OrgDocument, wanted: Point): Point {
  let { x, y } = snapToGrid(wanted);
  const taken = document.agents.map((agent) => cardBox(agent.position));
  while (taken.some((box) => isOverlapping(box, cardBox({ x, y })))) {
    if (document.direction === "right") y += spacing.sideRow;
    else x += spacing.column;
  }
  return { x, y };
}

/** Room for a whole piece below an agent, or beside it in an org that grows to the right, where it covers nothing. */
export function placeBelow(document: OrgDocument, parent: Point, { width, height }: Box): Point {
  const isSideways = document.direction === "right";
  const gap = spacing.column - cardSize.width;
  let { x, y } = snapToGrid(
    isSideways
      ? { x: parent.x + spacing.sideLevel, y: parent.y }
      : { x: parent.x, y: parent.y + spacing.level },
  );
  const taken = [
    ...document.agents.map((agent) => cardBox(agent.position)),
    ...[...document.notes, ...document.groups].map(boxOf),
  ];
  const coverAt = () => taken.find((box) => isOverlapping(box, { x, y, width, height }));
  for (let cover = coverAt(); cover; cover = coverAt()) {
    // Up to the next place of the grid, never back onto what it was to clear.
    if (isSideways) y = Math.ceil((cover.y + cover.height + gap) / gridStep) * gridStep;
    else x = Math.ceil((cover.x + cover.width + gap) / gridStep) * gridStep;
  }
  return { x, y };
}
