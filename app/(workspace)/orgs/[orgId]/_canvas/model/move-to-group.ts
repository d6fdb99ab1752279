import type { CanvasGroup, OrgDocument } from "@/server/contract/org-document.ts";
import { boxOf, groupsByMember, growAround } from "./edit-groups.ts";
import { moveItems } from "./edit-items.ts";
import { type Box, boundingBox, cardBox, isOverlapping, type Point, snapToGrid } from "./geometry.ts";

const GAP = 24;
const GROUP_HEAD = 44;

/**
 * Puts an agent into a group, beside what stands in it, or with `undefined` out of the one it is in, to the right of it: its
 * place says the same as its membership, as when it is dragged. Only the box it joins grows, and no further than it has to; every
 * other box stays as it was drawn. The same document when nothing changes.
 */
export function moveToGroup(
  document: OrgDocument,
  agentId: string,
  groupId: string | undefined,
): OrgDocument {
  const before = groupsByMember(document).get(agentId);
  if (before?.id === groupId || !document.agents.some((agent) => agent.id === agentId)) return document;
  const place = placeFor(document, agentId, groupId);
  const groups = document.groups.map((group) => {
    const members = group.members.filter((member) => member !== agentId);
    if (group.id === groupId) return { ...growAround(group, cardBox(place)), members: [...members, agentId] };
    return members.length === group.members.length ? group : { ...group, members };
  });
  return moveItems({ ...document, groups }, new Map([[agentId, place]]));
}

function placeFor(document: OrgDocument, agentId: string, groupId: string | undefined): Point {
  const target = document.groups.find((group) => group.id === groupId);
  const standing = document.agents.filter((agent) => agent.id !== agentId);
  if (target) return placeIn(target, document, standing);
  const left = groupsByMember(document).get(agentId);
  const own = document.agents.find((agent) => agent.id === agentId)?.position ?? { x: 0, y: 0 };
  if (!left) return own;
  const taken = [...cardsOf(standing), ...document.groups.map(boxOf)];
  return below({ x: boxOf(left).x + left.width + GAP, y: own.y }, (card) => isFree(card, taken));
}

/** Below what stands in the group, right of it, or left of it: where its box can grow without reaching what is not its own. */
function placeIn(target: CanvasGroup, document: OrgDocument, standing: OrgDocument["agents"]): Point {
  const members = new Set(target.members);
  const inside = cardsOf(standing.filter(({ id }) => members.has(id)));
  const box = boxOf(target);
  const stack = boundingBox(inside);
  if (!stack) return snapToGrid({ x: box.x + GAP, y: box.y + GROUP_HEAD });
  const others = document.groups.filter((group) => group !== target).map(boxOf);
  const strangers = [...cardsOf(standing.filter(({ id }) => !members.has(id))), ...others];
  const { width, height } = cardBox(stack);
  const corners = [
    { x: stack.x, y: stack.y + stack.height + GAP },
    { x: stack.x + stack.width + GAP, y: stack.y },
    { x: stack.x - width - GAP, y: stack.y },
    { x: stack.x, y: stack.y - height - GAP },
  ].map(snapToGrid);
  const taken = [...inside, ...strangers];
  const roomy = corners.find((corner) => {
    const card = cardBox(corner);
    return isFree(card, taken) && isFree(boxOf(growAround(target, card)), beyond(strangers, box));
  });
  return roomy ?? below(corners[0] ?? stack, (card) => isFree(card, taken));
}

/** What the box does not touch already: that it grows over cannot be helped by another place. */
function beyond(boxes: readonly Box[], box: Box): readonly Box[] {
  return boxes.filter((one) => !isOverlapping(one, box));
}

function cardsOf(agents: OrgDocument["agents"]): readonly Box[] {
  return agents.map((agent) => cardBox(agent.position));
}

function isFree(box: Box, taken: readonly Box[]): boolean {
  return !taken.some((one) => isOverlapping(one, box));
}

/** The wanted place, or the first below it that fits. There is one: what is taken ends somewhere. */
function below(wanted: Point, fits: (card: Box) => boolean): Point {
  let { x, y } = snapToGrid(wanted);
  while (!fits(cardBox({ x, y }))) y += GAP;
  return { x, y };
}
