import { type Edge, type Node, Position } from "@xyflow/react";
import type {
  CanvasGroup,
  CanvasNote,
  LayoutDirection,
  OrgDocument,
} from "@/server/contract/org-document.ts";
import type { Folding } from "../model/folding.ts";
import { type Box, cardSize } from "../model/geometry.ts";
import { lineWords } from "../model/line-words.ts";

/** A card as React Flow places it; what it shows it reads from the store by its id. */
export type AgentNode = Node<Record<string, never>, "agent">;
/** A note as React Flow places it. */
export type NoteNode = Node<Record<string, never>, "note">;
/** A group as React Flow places it; the size of a card while it is folded. */
export type GroupNode = Node<Record<string, never>, "box">;
export type CanvasNode = AgentNode | NoteNode | GroupNode;
/** A reporting line as React Flow draws it; active when it is selected or leads to the selected agent. `words` say what it holds back. */
export type LineEdge = Edge<{ isActive: boolean; words: string | undefined }, "line">;

const noData: Record<string, never> = {};

/** A finger moves only what is selected: all else pans with the canvas. A mouse moves anything. */
const draggableByTouch = { draggable: true } as const;

/** The card itself is the tree item; React Flow's box around it says nothing. */
const silent: NonNullable<AgentNode["domAttributes"]> = { "aria-roledescription": undefined };

/** Where lines leave and arrive; written out so that lines are drawn before anything is measured. The first source is where lines leave. */
interface LineEnds {
  readonly handles: NonNullable<AgentNode["handles"]>;
  readonly sourcePosition: Position;
  readonly targetPosition: Position;
}

const middle = { x: cardSize.width / 2 - 6, y: cardSize.height / 2 - 6 };
const dot = { width: 12, height: 12 };

const lineEnds: Readonly<Record<LayoutDirection, LineEnds>> = {
  down: {
    handles: [
      { type: "target", position: Position.Top, x: middle.x, y: 0, ...dot },
      { type: "source", position: Position.Bottom, x: middle.x, y: cardSize.height - 12, ...dot },
      { id: "add", type: "source", position: Position.Bottom, x: middle.x, y: cardSize.height - 12, ...dot },
    ],
    sourcePosition: Position.Bottom,
    targetPosition: Position.Top,
  },
  right: {
    handles: [
      { type: "target", position: Position.Left, x: 0, y: middle.y, ...dot },
      { type: "source", position: Position.Right, x: cardSize.width - 12, y: middle.y, ...dot },
      { id: "add", type: "source", position: Position.Right, x: cardSize.width - 12, y: middle.y, ...dot },
    ],
    sourcePosition: Position.Right,
    targetPosition: Position.Left,
  },
};

/**
 * What React Flow is to place, derived from the document. A thing that neither moved nor changed its selection stays the
 * same object, and the whole list does when nothing changed.
 */
export function deriveNodes(
  document: OrgDocument,
  { selection, folded, folding }: DrawnAs,
  previous: readonly CanvasNode[],
): CanvasNode[] {
  const before = new Map(previous.map((node) => [node.id, node]));
  const ends = lineEnds[document.direction ?? "down"];
  const isDrawn = ({ id }: Placed): boolean => !folding.hidden.has(id);
  const next = [
    ...document.groups.map((group) =>
      deriveGroup(
        group,
        { isSelected: selection.has(group.id), isFolded: folded.has(group.id), ends },
        before,
      ),
    ),
    ...document.notes
      .filter(isDrawn)
      .map((note) => deriveNote(note, selection.has(note.id), before.get(note.id))),
    ...document.agents
      .filter(isDrawn)
      .map((agent) =>
        deriveAgent(agent, { isSelected: selection.has(agent.id), ends }, before.get(agent.id)),
      ),
  ];
  return isSameList(next, previous) ? (previous as CanvasNode[]) : next;
}

/** Where a thing stands on the canvas, and how large it is. */
export function nodeBox({ position, width = 0, height = 0 }: CanvasNode): Box {
  return { ...position, width, height };
}

/** How a document is looked at: what is selected and what is folded away. */
export interface DrawnAs {
  readonly selection: ReadonlySet<string>;
  readonly folded: ReadonlySet<string>;
  readonly folding: Folding;
}

interface Placed {
  readonly id: string;
  readonly position: { x: number; y: number };
}

interface CardLook {
  readonly isSelected: boolean;
  readonly ends: LineEnds;
}

function deriveAgent(
  { id, position }: Placed,
  { isSelected, ends }: CardLook,
  before: CanvasNode | undefined,
): CanvasNode {
  const isSameWay = before?.handles === ends.handles;
  if (before && isSameWay && isUnchanged(before, position, isSelected)) return before;
  return {
    id,
    type: "agent",
    data: noData,
    position,
    selected: isSelected,
    ...(isSelected ? draggableByTouch : {}),
    ...cardSize,
    // A card is as large as it is said to be: nobody need tell the drawing what was measured.
    measured: cardSize,
    ...ends,
    domAttributes: silent,
  };
}

const throughToCanvas = { pointerEvents: "none" } as const;

/** Behind everything else. Only its frame and name take the pointer, so that cards inside can be pressed. */
function deriveGroup(
  { id, position, ...box }: CanvasGroup,
  { isSelected, isFolded, ends }: CardLook & { readonly isFolded: boolean },
  all: ReadonlyMap<string, CanvasNode>,
): CanvasNode {
  const before = all.get(id);
  const { width, height } = isFolded ? cardSize : box;
  const isSameSize = before?.width === width && before.height === height;
  const isSameWay = before?.handles === ends.handles;
  if (before && isSameSize && isSameWay && isUnchanged(before, position, isSelected)) return before;
  return {
    id,
    type: "box",
    data: noData,
    position,
    selected: isSelected,
    ...(isSelected ? draggableByTouch : {}),
    width,
    height,
    zIndex: isFolded ? 0 : -2,
    ...ends,
    ...(isFolded ? {} : { style: throughToCanvas }),
    dragHandle: isFolded ? ".group-card" : ".group-name",
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
    ...(isSelected ? draggableByTouch : {}),
    width,
    height,
    zIndex: -1,
    domAttributes: silent,
  };
}

/** The same thing, selected or not. */
export function withSelection({ draggable: _before, ...node }: CanvasNode, isSelected: boolean): CanvasNode {
  return { ...node, selected: isSelected, ...(isSelected ? draggableByTouch : {}) };
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
  { selection, folding }: DrawnAs,
  previous: readonly LineEdge[],
): LineEdge[] {
  const before = new Map(previous.map((edge) => [edge.id, edge]));
  const next = drawnLines(document, folding).map(({ line, source, target }): LineEdge => {
    const isSelected = selection.has(line.id);
    const isActive = isSelected || selection.has(line.childId);
    const old = before.get(line.id);
    const isSame = old?.source === source && old.target === target && old.selected === isSelected;
    const words = lineWords(line);
    if (old && isSame && old.data?.isActive === isActive && old.data.words === words) return old;
    const zIndex = isActive ? 1 : 0;
    return {
      id: line.id,
      type: "line",
      source,
      target,
      selected: isSelected,
      data: { isActive, words },
      zIndex,
    };
  });
  return isSameList(next, previous) ? (previous as LineEdge[]) : next;
}

interface DrawnLine {
  readonly line: OrgDocument["lines"][number];
  readonly source: string;
  readonly target: string;
}

/** Lines between what is drawn; those of a folded group end at the group, once for each agent outside. */
function drawnLines({ lines }: OrgDocument, { hidden, hosts }: Folding): readonly DrawnLine[] {
  if (hidden.size === 0) return lines.map((line) => ({ line, source: line.parentId, target: line.childId }));
  const seen = new Set<string>();
  return lines.flatMap((line) => {
    const source = hosts.get(line.parentId) ?? line.parentId;
    const target = hosts.get(line.childId) ?? line.childId;
    const key = `${source} ${target}`;
    if (hidden.has(source) || hidden.has(target) || source === target || seen.has(key)) return [];
    seen.add(key);
    return [{ line, source, target }];
  });
}

function isSameList(next: readonly unknown[], previous: readonly unknown[]): boolean {
  return next.length === previous.length && next.every((item, index) => item === previous[index]);
}
