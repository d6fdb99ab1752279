import type { CanvasGroup, OrgDocument } from "@/server/contract/org-document.ts";
import { type Box, boundingBox, cardBox, gridStep, type Point } from "./geometry.ts";
import { newId } from "./new-id.ts";

/** Room between a group's edge and what it holds; on top there is its name too. */
const padding = { side: 24, top: 44 } as const;

/** Size of a group that is drawn before it holds anything: room for two cards beside each other. */
export const emptyGroupSize = { width: 508, height: 200 } as const;

/** Group by id of the agent or note it holds. */
export function groupsByMember(document: Pick<OrgDocument, "groups">): ReadonlyMap<string, CanvasGroup> {
  return new Map(document.groups.flatMap((group) => group.members.map((member) => [member, group] as const)));
}

/** Boxes of all agents and notes, by id. */
function boxesOf({ agents, notes }: Pick<OrgDocument, "agents" | "notes">): ReadonlyMap<string, Box> {
  return new Map([
    ...agents.map(({ id, position }) => [id, cardBox(position)] as const),
    ...notes.map(({ id, position, width, height }) => [id, { ...position, width, height }] as const),
  ]);
}

/** What a change of groups left behind. */
export interface GroupEdit {
  readonly document: OrgDocument;
  readonly id: string;
}

/** Draws a group around agents and notes; they leave the groups they were in. Undefined when there is nothing to hold. */
export function groupItems(document: OrgDocument, ids: ReadonlySet<string>): GroupEdit | undefined {
  const boxes = boxesOf(document);
  const members = [...boxes.keys()].filter((id) => ids.has(id));
  const box = around(members.flatMap((id) => boxes.get(id) ?? []));
  if (!box) return undefined;
  return putGroup(document, box, members);
}

/** Draws a group at a place; what stands in it already and is in no other group belongs to it. */
export function addGroup(document: OrgDocument, position: Point): GroupEdit {
  const box = { ...position, ...emptyGroupSize };
  const taken = groupsByMember(document);
  const members = [...boxesOf(document)]
    .filter(([id, item]) => !taken.has(id) && holds(box, item))
    .map(([id]) => id);
  return putGroup(document, box, members);
}

function putGroup(document: OrgDocument, { x, y, width, height }: Box, members: string[]): GroupEdit {
  const id = newId("group");
  const moved = new Set(members);
  const others = document.groups.map((group) => without(group, moved));
  const name = `Group ${document.groups.length + 1}`;
  const group: CanvasGroup = { id, name, position: { x, y }, width, height, members };
  return { document: { ...document, groups: [...others, group] }, id };
}

/** Changes a group's name or its box; the same document when there is no such group. */
export function updateGroup(
  document: OrgDocument,
  groupId: string,
  patch: Partial<Omit<CanvasGroup, "id" | "members">>,
): OrgDocument {
  if (!document.groups.some((group) => group.id === groupId)) return document;
  const groups = document.groups.map((group) => (group.id === groupId ? { ...group, ...patch } : group));
  return { ...document, groups };
}

const noneClosed: ReadonlySet<string> = new Set();

/** The group a box stands in, by its middle; the one drawn last where several do. Those that are closed take nothing in. */
export function groupAround(
  { groups }: Pick<OrgDocument, "groups">,
  box: Box,
  closed = noneClosed,
): CanvasGroup | undefined {
  return groups.findLast((group) => !closed.has(group.id) && holds(boxOf(group), box));
}

/** Puts what was moved by itself into the group it was dropped in, or out of the one it left. */
export function joinGroups(
  document: OrgDocument,
  movedIds: ReadonlySet<string>,
  closed = noneClosed,
): OrgDocument {
  if (document.groups.length === 0) return document;
  const boxes = boxesOf(document);
  const before = groupsByMember(document);
  const wanted = new Map(
    [...movedIds].flatMap((id) => {
      const box = boxes.get(id);
      if (!box) return [];
      return [[id, groupAround(document, box, closed)?.id] as const];
    }),
  );
  const changed = new Map([...wanted].filter(([id, groupId]) => before.get(id)?.id !== groupId));
  if (changed.size === 0) return document;
  const groups = document.groups.map((group) => {
    const joined = [...changed].filter(([, groupId]) => groupId === group.id).map(([id]) => id);
    const left = without(group, changed);
    return joined.length === 0 ? left : { ...left, members: [...left.members, ...joined] };
  });
  return { ...document, groups };
}

/** Leaves out of every group what is no longer there, and what another group holds already. */
export function pruneGroups(document: OrgDocument): OrgDocument {
  const known = new Set([...document.agents, ...document.notes].map((item) => item.id));
  const held = new Set<string>();
  let isChanged = false;
  const groups = document.groups.map((group) => {
    const members = group.members.filter((member) => {
      const isKept = known.has(member) && !held.has(member);
      held.add(member);
      return isKept;
    });
    if (members.length === group.members.length) return group;
    isChanged = true;
    return { ...group, members };
  });
  return isChanged ? { ...document, groups } : document;
}

/** Places of notes that belong to a group whose agents are moved: each goes along with its group's upper left corner. */
export function notesAlong(
  { agents, notes, groups }: OrgDocument,
  positions: ReadonlyMap<string, Point>,
): ReadonlyMap<string, Point> {
  const before = new Map(agents.map((agent) => [agent.id, agent.position]));
  const moved = new Map<string, Point>();
  for (const { members } of groups) {
    const inside = members.filter((member) => before.has(member));
    const from = cornerOf(inside.flatMap((member) => before.get(member) ?? []));
    const to = cornerOf(inside.flatMap((member) => positions.get(member) ?? []));
    if (!from || !to) continue;
    for (const { id, position } of notes) {
      if (!members.includes(id)) continue;
      moved.set(id, { x: position.x + to.x - from.x, y: position.y + to.y - from.y });
    }
  }
  return moved;
}

function cornerOf(points: readonly Point[]): Point | undefined {
  return boundingBox(points.map(cardBox));
}

/** Boxes that fit around their members again, after the members were laid out anew. Empty groups stay as they are. */
export function fitGroups(document: OrgDocument): OrgDocument {
  if (document.groups.length === 0) return document;
  const boxes = boxesOf(document);
  const groups = document.groups.map((group) => {
    const box = around(group.members.flatMap((member) => boxes.get(member) ?? []));
    if (!box) return group;
    return { ...group, position: { x: box.x, y: box.y }, width: box.width, height: box.height };
  });
  return { ...document, groups };
}

/** A group whose box holds a card or note too, with room to its edge; the same group when it does already. */
export function growAround(group: CanvasGroup, item: Box): CanvasGroup {
  const before = boxOf(group);
  const needed = around([item]);
  const box = needed && boundingBox([before, needed]);
  if (!box || (box.width === before.width && box.height === before.height)) return group;
  return { ...group, position: { x: box.x, y: box.y }, width: box.width, height: box.height };
}

/** The box of a group as it is drawn while it is open. */
export function boxOf({ position, width, height }: Pick<CanvasGroup, "position" | "width" | "height">): Box {
  return { ...position, width, height };
}

function around(boxes: readonly Box[]): Box | undefined {
  const inner = boundingBox(boxes);
  if (!inner) return undefined;
  const toGrid = (value: number): number => Math.ceil(value / gridStep) * gridStep;
  return {
    x: inner.x - padding.side,
    y: inner.y - padding.top,
    width: toGrid(inner.width + 2 * padding.side),
    height: toGrid(inner.height + padding.top + padding.side),
  };
}

/** By its middle: a card that sticks out a little is still inside. */
function holds(group: Box, item: Box): boolean {
  const x = item.x + item.width / 2;
  const y = item.y + item.height / 2;
  return x >= group.x && x <= group.x + group.width && y >= group.y && y <= group.y + group.height;
}

function without(group: CanvasGroup, ids: { has(id: string): boolean }): CanvasGroup {
  const members = group.members.filter((member) => !ids.has(member));
  return members.length === group.members.length ? group : { ...group, members };
}
