import type { CanvasNote, OrgDocument } from "@/server/contract/org-document.ts";
import { pruneGroups } from "./edit-groups.ts";
import type { Point } from "./geometry.ts";
import { newId } from "./new-id.ts";

/** What a deletion took away, for the message that offers to undo it. */
export interface Removal {
  readonly document: OrgDocument;
  readonly agentNames: readonly string[];
  readonly lineCount: number;
  readonly noteCount: number;
  /** Names of the groups that were taken away around what they held. */
  readonly groupNames: readonly string[];
}

/** Deletes agents, notes, groups and lines by id; an agent's lines go with it. */
export function removeItems(document: OrgDocument, ids: ReadonlySet<string>): Removal {
  const agents = document.agents.filter((agent) => !ids.has(agent.id));
  const lines = document.lines.filter(
    (line) => !ids.has(line.id) && !ids.has(line.parentId) && !ids.has(line.childId),
  );
  const notes = document.notes.filter((note) => !ids.has(note.id));
  const groups = document.groups.filter((group) => !ids.has(group.id));
  const agentNames = document.agents.filter((agent) => ids.has(agent.id)).map((agent) => agent.name);
  const lineCount = document.lines.length - lines.length;
  const noteCount = document.notes.length - notes.length;
  const groupNames = document.groups.filter((group) => ids.has(group.id)).map((group) => group.name);
  const isChanged = agentNames.length + lineCount + noteCount + groupNames.length > 0;
  return {
    document: isChanged ? pruneGroups({ ...document, agents, lines, notes, groups }) : document,
    agentNames,
    lineCount,
    noteCount,
    groupNames,
  };
}

/** Moves many things at once; the same document when nothing moved. */
export function moveItems(document: OrgDocument, positions: ReadonlyMap<string, Point>): OrgDocument {
  const agents = moved(document.agents, positions);
  const notes = moved(document.notes, positions);
  const groups = moved(document.groups, positions);
  if (agents === document.agents && notes === document.notes && groups === document.groups) return document;
  return { ...document, agents, notes, groups };
}

interface Placed {
  readonly id: string;
  readonly position: { x: number; y: number };
}

function moved<Item extends Placed>(items: Item[], positions: ReadonlyMap<string, Point>): Item[] {
  let isChanged = false;
  const next = items.map((item) => {
    const to = positions.get(item.id);
    if (!to || (to.x === item.position.x && to.y === item.position.y)) return item;
    isChanged = true;
    return { ...item, position: { x: to.x, y: to.y } };
  });
  return isChanged ? next : items;
}

/** Size of a note that nobody has made larger. */
export const noteSize = { width: 208, height: 96 } as const;

/** Adds a note; it may be written at once. */
export function addNote(
  document: OrgDocument,
  position: Point,
  text = "",
): { document: OrgDocument; id: string } {
  const note: CanvasNote = {
    id: newId("note"),
    text,
    position: { x: position.x, y: position.y },
    ...noteSize,
  };
  return { document: { ...document, notes: [...document.notes, note] }, id: note.id };
}

/** Changes text or size of a note. */
export function updateNote(
  document: OrgDocument,
  noteId: string,
  patch: Partial<Omit<CanvasNote, "id">>,
): OrgDocument {
  const notes = document.notes.map((note) => (note.id === noteId ? { ...note, ...patch } : note));
  return { ...document, notes };
}
