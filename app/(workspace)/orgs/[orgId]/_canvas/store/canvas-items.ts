import { type Edge, type Node, Position } from "@xyflow/react";
import type { CanvasNote, OrgDocument } from "@/server/contract/org-document.ts";
import { cardSize } from "../model/geometry.ts";

/** A card as React Flow places it; what it shows it reads from the store by its id. */
export type AgentNode = Node<Record<string, never>, "agent">;
/** A note as React Flow places it. */
export type NoteNode = Node<Record<string, never>, "note">;
export type CanvasNode = AgentNode | NoteNode;
/** A reporting line as React Flow draws it; active when it is selected or leads to the selected agent. */
export type LineEdge = Edge<{ isActive: boolean }, "line">;

const noData: Record<string, never> = {};

/** The card itself is the tree item; React Flow's box around it says nothing. */
const silent: NonNullable<AgentNode["domAttributes"]> = { "aria-roledescription": undefined };

/** A line is told by the cards it joins ("leads 2 agents"), not by itself. */
const silentLine: NonNullable<LineEdge["domAttributes"]> = {
  "aria-hidden": true,
  "aria-roledescription": undefined,
};

/** Where lines leave and arrive; written out so that lines are drawn before anything is measured. */
const handles: NonNullable<AgentNode["handles"]> = [
  { type: "target", position: Position.Top, x: cardSize.width / 2 - 6, y: 0, width: 12, height: 12 },
  {
    type: "source",
    position: Position.Bottom,
    x: cardSize.width / 2 - 6,
    y: cardSize.height - 12,
    width: 12,
    height: 12,
  },
];

/**
 * What React Flow is to place, derived from the document. A thing that neither moved nor changed its selection stays the
 * same object, and the whole list does when nothing changed.
 */
export function deriveNodes(
  document: OrgDocument,
  selection: ReadonlySet<string>,
  previous: readonly CanvasNode[],
): CanvasNode[] {
  const before = new Map(previous.map((node) => [node.id, node]));
  const next = [
    ...document.notes.map((note) => deriveNote(note, selection.has(note.id), before.get(note.id))),
    ...document.agents.map((agent) => deriveAgent(agent, selection.has(agent.id), before.get(agent.id))),
  ];
  return isSameList(next, previous) ? (previous as CanvasNode[]) : next;
}

interface Placed {
  readonly id: string;
  readonly position: { x: number; y: number };
}

function deriveAgent(
  { id, position }: Placed,
  isSelected: boolean,
  before: CanvasNode | undefined,
): CanvasNode {
  if (before && isUnchanged(before, position, isSelected)) return before;
  return {
    id,
    type: "agent",
    data: noData,
    position,
    selected: isSelected,
    ...cardSize,
    handles,
    domAttributes: silent,
  };
}

function deriveNote(
  { id, position, width, height }: CanvasNote,
  isSelected: boolean,
  before: CanvasNode | undefined,
): CanvasNode {
  const isSameSize = before?.width === width && before.height === height;
  if (before && isSameSize && isUnchanged(before, position, isSelected)) return before;
  return {
    id,
    type: "note",
    data: noData,
    position,
    selected: isSelected,
    width,
    height,
    zIndex: -1,
    domAttributes: silent,
  };
}

function isUnchanged(before: CanvasNode, position: Placed["position"], isSelected: boolean): boolean {
  return (
    before.position.x === position.x &&
    before.position.y === position.y &&
    before.selected === isSelected &&
    !before.dragging
  );
}

/** Reporting lines as React Flow draws them; unchanged ones stay the same objects. */
export function deriveEdges(
  document: OrgDocument,
  selection: ReadonlySet<string>,
  previous: readonly LineEdge[],
): LineEdge[] {
  const before = new Map(previous.map((edge) => [edge.id, edge]));
  const next = document.lines.map((line): LineEdge => {
    const isSelected = selection.has(line.id);
    const isActive = isSelected || selection.has(line.childId);
    const old = before.get(line.id);
    const isSame =
      old?.source === line.parentId && old.target === line.childId && old.selected === isSelected;
    if (old && isSame && old.data?.isActive === isActive) return old;
    const zIndex = isActive ? 1 : 0;
    return {
      id: line.id,
      type: "line",
      source: line.parentId,
      target: line.childId,
      selected: isSelected,
      data: { isActive },
      zIndex,
      ariaRole: "presentation",
      domAttributes: silentLine,
    };
  });
  return isSameList(next, previous) ? (previous as LineEdge[]) : next;
}

function isSameList(next: readonly unknown[], previous: readonly unknown[]): boolean {
  return next.length === previous.length && next.every((item, index) => item === previous[index]);
}
