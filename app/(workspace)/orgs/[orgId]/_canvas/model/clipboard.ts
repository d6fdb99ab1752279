import type {
  Agent,
  CanvasGroup,
  CanvasNote,
  OrgDocument,
  ReportingLine,
} from "@/server/contract/org-document.ts";
import { freeName } from "./edit-agents.ts";
import { boxOf, pruneGroups } from "./edit-groups.ts";
import { withMembers } from "./folding.ts";
import { boundingBox, cardBox, type Point } from "./geometry.ts";
import { newId } from "./new-id.ts";
import { placeBelow } from "./place-agent.ts";

/** A piece of an org that was copied, as it lies on the clipboard as JSON; it can be pasted into any org. */
export interface ClipboardPiece {
  readonly kind: "openhive/agents";
  readonly agents: readonly Agent[];
  readonly lines: readonly ReportingLine[];
  readonly notes: readonly CanvasNote[];
  readonly groups: readonly CanvasGroup[];
}

/** The selected agents, notes and groups with the lines among them; a group brings what it holds. */
export function copyItems(document: OrgDocument, selected: ReadonlySet<string>): ClipboardPiece {
  const ids = withMembers(document, selected);
  return {
    kind: "openhive/agents",
    agents: document.agents.filter((agent) => ids.has(agent.id)),
    lines: document.lines.filter((line) => ids.has(line.parentId) && ids.has(line.childId)),
    notes: document.notes.filter((note) => ids.has(note.id)),
    groups: document.groups.filter((group) => ids.has(group.id)),
  };
}

/** Where a piece is pasted. */
export interface PasteTarget {
  /** Who the pasted agents that have no parent in the piece report to; they stand where its reports would. */
  readonly parentId?: string | undefined;
}

/** Adds a piece under new ids and free names. */
export function pasteItems(
  document: OrgDocument,
  piece: ClipboardPiece,
  target: PasteTarget,
): { readonly document: OrgDocument; readonly ids: ReadonlySet<string> } {
  const offset = pasteOffset(document, piece, target);
  const agentIds = new Map(piece.agents.map((agent) => [agent.id, newId("agent")]));
  const shift = ({ x, y }: Point): { x: number; y: number } => ({ x: x + offset.x, y: y + offset.y });
  let pasted = document;
  for (const agent of piece.agents) {
    const copy = {
      ...agent,
      id: agentIds.get(agent.id) ?? newId("agent"),
      name: freeName(pasted, agent.name),
      position: shift(agent.position),
    };
    pasted = { ...pasted, agents: [...pasted.agents, copy] };
  }
  const noteIds = new Map(piece.notes.map((note) => [note.id, newId("note")]));
  const notes = piece.notes.map((note) => ({
    ...note,
    id: noteIds.get(note.id) ?? newId("note"),
    position: shift(note.position),
  }));
  const itemIds = new Map([...agentIds, ...noteIds]);
  const groups = piece.groups.map((group) => ({
    ...group,
    id: newId("group"),
    position: shift(group.position),
    members: group.members.flatMap((member) => itemIds.get(member) ?? []),
  }));
  const lines = [...copiedLines(piece, agentIds), ...adoptedLines(piece, agentIds, target.parentId)];
  return {
    document: pruneGroups({
      ...pasted,
      lines: [...document.lines, ...lines],
      notes: [...document.notes, ...notes],
      groups: [...document.groups, ...groups],
    }),
    ids: new Set([...itemIds.values(), ...groups.map((group) => group.id)]),
  };
}

/** Beside the originals and earlier copies of them, or in free room below whom they report to. */
function pasteOffset(document: OrgDocument, piece: ClipboardPiece, { parentId }: PasteTarget): Point {
  const box = boundingBox([
    ...piece.agents.map((agent) => cardBox(agent.position)),
    ...[...piece.notes, ...piece.groups].map(boxOf),
  ]);
  const parent = document.agents.find((agent) => agent.id === parentId);
  if (!box || !parent) return offsetBeside(document, piece);
  const place = placeBelow(document, parent.position, box);
  return { x: place.x - box.x, y: place.y - box.y };
}

/** A step down and to the right, and one more for each copy that stands there already: none hides another. */
function offsetBeside({ agents, notes, groups }: OrgDocument, piece: ClipboardPiece): Point {
  const [first] = [...piece.agents, ...piece.notes, ...piece.groups];
  if (!first) return { x: 0, y: 0 };
  const taken = new Set([...agents, ...notes, ...groups].map(({ position: { x, y } }) => `${x} ${y}`));
  const { x, y } = first.position;
  let step = 32;
  while (taken.has(`${x + step} ${y + step}`)) step += 32;
  return { x: step, y: step };
}

type Line = OrgDocument["lines"][number];

function copiedLines(piece: ClipboardPiece, ids: ReadonlyMap<string, string>): readonly Line[] {
  return piece.lines.flatMap((line) => {
    const parentId = ids.get(line.parentId);
    const childId = ids.get(line.childId);
    return parentId && childId ? [{ ...line, id: newId("line"), parentId, childId }] : [];
  });
}

function adoptedLines(
  piece: ClipboardPiece,
  ids: ReadonlyMap<string, string>,
  parentId: string | undefined,
): readonly Line[] {
  if (parentId === undefined) return [];
  const led = new Set(piece.lines.map((line) => line.childId));
  return piece.agents
    .filter((agent) => !led.has(agent.id))
    .flatMap((agent) => {
      const childId = ids.get(agent.id);
      return childId ? [{ id: newId("line"), parentId, childId }] : [];
    });
}

/** Copies agents and notes in place; the copies report to whom the originals report. */
export function duplicateItems(
  document: OrgDocument,
  ids: ReadonlySet<string>,
): { readonly document: OrgDocument; readonly ids: ReadonlySet<string> } {
  const piece = copyItems(document, ids);
  const led = new Set(piece.lines.map((line) => line.childId));
  const { document: pasted, ids: newIds } = pasteItems(document, piece, {});
  const copies = pasted.agents.slice(document.agents.length);
  const lines = piece.agents.flatMap((agent, index) => {
    const parentId = led.has(agent.id)
      ? undefined
      : document.lines.find((line) => line.childId === agent.id)?.parentId;
    const childId = copies[index]?.id;
    return parentId && childId ? [{ id: newId("line"), parentId, childId }] : [];
  });
  return { document: { ...pasted, lines: [...pasted.lines, ...lines] }, ids: newIds };
}
