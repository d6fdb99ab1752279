import type { OrgDocument } from "@/server/contract/org-document.ts";
import { boxOf, fitGroups, groupsByMember } from "./edit-groups.ts";
import { moveItems } from "./edit-items.ts";
import { boundingBox, cardBox, isOverlapping, type Point, snapToGrid } from "./geometry.ts";

const GAP = 24;
const GROUP_HEAD = 44;

/**
 * Puts an agent into a group, below what stands in it, or with `undefined` out of the one it is in, to the right of it: its place
 * says the same as its membership, as when it is dragged. The same document when nothing changes.
 */
export function moveToGroup(
  document: OrgDocument,
  agentId: string,
  groupId: string | undefined,
): OrgDocument {
  const before = groupsByMember(document).get(agentId);
  if (before?.id === groupId || !document.agents.some((agent) => agent.id === agentId)) return document;
  const groups = document.groups.map((group) => {
    const members = group.members.filter((member) => member !== agentId);
    return { ...group, members: group.id === groupId ? [...members, agentId] : members };
  });
  const moved = moveItems(document, new Map([[agentId, placeFor(document, agentId, groupId)]]));
  return fitGroups({ ...moved, groups });
}

function placeFor(document: OrgDocument, agentId: string, groupId: string | undefined): Point {
  const others = document.agents.filter((agent) => agent.id !== agentId);
  const target = document.groups.find((group) => group.id === groupId);
  const left = groupsByMember(document).get(agentId);
  if (target) {
    const inside = others.filter((agent) => target.members.includes(agent.id));
    const stack = boundingBox(inside.map((agent) => cardBox(agent.position)));
    if (!stack) return { x: target.position.x + GAP, y: target.position.y + GROUP_HEAD };
    return free({ x: stack.x, y: stack.y + stack.height + GAP }, others);
  }
  const own = document.agents.find((agent) => agent.id === agentId)?.position ?? { x: 0, y: 0 };
  return left ? free({ x: boxOf(left).x + left.width + GAP, y: own.y }, others) : own;
}

/** The wanted place, or the first below it where no card stands. */
function free(wanted: Point, others: OrgDocument["agents"]): Point {
  let { x, y } = snapToGrid(wanted);
  while (others.some((agent) => isOverlapping(cardBox(agent.position), cardBox({ x, y })))) y += GAP;
  return { x, y };
}
