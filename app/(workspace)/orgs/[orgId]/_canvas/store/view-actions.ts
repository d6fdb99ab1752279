import { applyNodeChanges, type NodeChange } from "@xyflow/react";
import type { Guide } from "../model/alignment.ts";
import type { Grantable } from "../model/edit-grants.ts";
import { foldsOver, withFolded, withMembers } from "../model/folding.ts";
import type { Point } from "../model/geometry.ts";
import { type CanvasNode, deriveEdges, withSelection } from "./canvas-items.ts";
import { deriveView } from "./derive-view.ts";
import type {
  CursorReason,
  EditorState,
  FocusRequest,
  InspectorTab,
  PaletteDrag,
  Workplace,
  ZoomStep,
} from "./editor-state.ts";
import type { StoreAccess } from "./store-access.ts";

/** What a drag shows besides the cards that move. */
export interface DragMarks {
  readonly guides: readonly Guide[];
  /** The group that would take the card in. */
  readonly dropTargetId: string | undefined;
}

/** What is looked at and held: none of it is an edit, none of it is undone. */
export interface ViewActions {
  /**
   * Takes React Flow's own movements while something is dragged, and its changes of the selection. What is drawn because of a
   * movement comes with it: everybody who listens is told once for each.
   */
  applyNodeChanges(changes: NodeChange<CanvasNode>[], drawn?: DragMarks): void;
  select(ids: ReadonlySet<string>): void;
  /** Selects one agent, unfolds what hides it, gives it the keyboard focus and brings it into view. */
  focus(agentId: string): void;
  /** The same for a note or a group, which has a focus of its own only in the outline. */
  focusItem(id: string): void;
  /** The focus was taken as asked: it is asked for no more. */
  serveFocus(request: FocusRequest): void;
  /** Folds agents and groups away, or shows what is in and below them again. */
  setFolded(ids: Iterable<string>, isFolded: boolean): void;
  toggleFolded(id: string): void;
  /** Takes the folds this browser remembers. */
  restoreFolded(ids: ReadonlySet<string>): void;
  setWorkplace(workplace: Workplace): void;
  setOutlineOpen(isOpen: boolean): void;
  setPendingReport(agentId: string | undefined): void;
  setDrag(drag: PaletteDrag | undefined): void;
  /** Moves the tab stop without selecting. */
  setFocused(agentId: string): void;
  setRenaming(agentId: string | undefined): void;
  openInspector(tab?: InspectorTab): void;
  closeInspector(): void;
  /** Opens the inspector and moves the keyboard focus into it; `false` once it has taken it. */
  callInspector(isCalled: boolean): void;
  setZoomStep(step: ZoomStep): void;
  setMoving(isMoving: boolean): void;
  /** Nothing is dragged any more: takes away what was drawn because of it. */
  clearDragMarks(): void;
  setDropTarget(agentId: string | undefined): void;
  setPendingGrant(item: Grantable | undefined): void;
  setReason(reason: CursorReason | undefined): void;
  announce(text: string): void;
  /** Gives the next task to this agent, with an empty one to begin with; undefined: to the lead, with the org's own. */
  startAt(agentId: string | undefined): void;
  setOwnTask(text: string): void;
  /** Where each dragged thing stands now, with what is folded away below it and what a dragged group holds. */
  readPositions(ids: Iterable<string>): ReadonlyMap<string, Point>;
}

/** Builds the actions on one store. */
export function createViewActions({ get, set }: StoreAccess): ViewActions {
  const select = (ids: ReadonlySet<string>): void => {
    const { document, selection, nodes, edges, folded, folding } = get();
    if (isSameSet(ids, selection)) return;
    const look = { selection: ids, folded, folding };
    set({ selection: ids, nodes: reselect(nodes, ids), edges: deriveEdges(document, look, edges) });
  };
  const setFolded = (ids: Iterable<string>, isFolded: boolean): void => {
    const { document, folded } = get();
    const next = new Set(folded);
    for (const id of ids) {
      if (isFolded) next.add(id);
      else next.delete(id);
    }
    if (!isSameSet(next, folded)) set(deriveView(get(), document, { folded: next }));
  };
  return {
    applyNodeChanges: (changes, drawn) => {
      const selection = changedSelection(get().selection, changes);
      const moves = changes.filter((change) => change.type === "position" || change.type === "dimensions");
      const marks = drawn ? changedMarks(get(), drawn) : {};
      if (moves.length > 0) set({ nodes: applyNodeChanges(moves, get().nodes), ...marks });
      if (selection) select(selection);
    },
    select,
    setFolded,
    toggleFolded: (id) => {
      const isFolded = !get().folded.has(id);
      setFolded([id], isFolded);
      const { cards, document } = get();
      const group = document.groups.find((candidate) => candidate.id === id);
      const name = group?.name ?? cards.get(id)?.agent.name ?? "";
      set({ announcement: isFolded ? `${name} folded` : `${name} unfolded` });
    },
    restoreFolded: (folded) => set(deriveView(get(), get().document, { folded })),
    setWorkplace: (workplace) => {
      if (workplace !== get().workplace) set({ workplace });
    },
    setOutlineOpen: (isOutlineOpen) =>
      set({ isOutlineOpen, workplace: isOutlineOpen ? "outline" : "canvas" }),
    setPendingReport: (pendingReport) => set({ pendingReport }),
    focus: (agentId) => {
      const { document, folded } = get();
      setFolded(foldsOver(document, folded, agentId), false);
      select(new Set([agentId]));
      set({ focusedId: agentId, focusRequest: { id: agentId, place: get().workplace } });
    },
    focusItem: (id) => {
      select(new Set([id]));
      set({ focusRequest: { id, place: get().workplace } });
    },
    serveFocus: (request) => {
      if (request === get().focusRequest) set({ focusRequest: undefined });
    },
    setDrag: (drag) => set({ drag }),
    setFocused: (focusedId) => set({ focusedId }),
    setRenaming: (renamingId) => set({ renamingId }),
    openInspector: (tab) => set({ isInspectorOpen: true, ...(tab ? { inspectorTab: tab } : {}) }),
    callInspector: (isCalled) =>
      set({ isInspectorCalled: isCalled, ...(isCalled ? { isInspectorOpen: true } : {}) }),
    closeInspector: () => set({ isInspectorOpen: false }),
    setZoomStep: (zoomStep) => {
      if (zoomStep !== get().zoomStep) set({ zoomStep });
    },
    setMoving: (isMoving) => {
      if (isMoving !== get().isMoving) set({ isMoving });
    },
    clearDragMarks: () => {
      const { guides, dropTargetId } = get();
      if (guides.length > 0 || dropTargetId !== undefined) set({ guides: [], dropTargetId: undefined });
    },
    setDropTarget: (dropTargetId) => {
      if (dropTargetId !== get().dropTargetId) set({ dropTargetId });
    },
    setPendingGrant: (pendingGrant) => set({ pendingGrant }),
    setReason: (reason) => {
      if (reason !== get().reason) set({ reason });
    },
    announce: (announcement) => set({ announcement }),
    startAt: (agentId) => {
      const { ownTask, cards } = get();
      if (agentId === undefined) set({ ownTask: undefined, announcement: "The lead gets the task" });
      else if (agentId !== ownTask?.agentId) {
        const name = cards.get(agentId)?.agent.name ?? "";
        set({ ownTask: { agentId, text: "" }, announcement: `${name} gets the task` });
      }
    },
    setOwnTask: (text) => {
      const { ownTask } = get();
      if (ownTask) set({ ownTask: { ...ownTask, text } });
    },
    readPositions: (ids) => {
      const { document, nodes, folding } = get();
      const wanted = new Set(ids);
      const drawn = new Map(nodes.map((node) => [node.id, node.position]));
      const places = new Map([...drawn].filter(([id]) => wanted.has(id)));
      for (const [id, place] of hiddenPlaces({ document, folding }, wanted, drawn)) places.set(id, place);
      return places;
    },
  };
}

/** Marks that are not the ones that stand. */
function changedMarks(before: EditorState, { guides, dropTargetId }: DragMarks): Partial<DragMarks> {
  return {
    ...(guides.length > 0 || before.guides.length > 0 ? { guides } : {}),
    ...(dropTargetId === before.dropTargetId ? {} : { dropTargetId }),
  };
}

/** Where what is not drawn goes along with what was dragged: below a folded agent, inside a folded group. */
function hiddenPlaces(
  { document, folding }: Pick<EditorState, "document" | "folding">,
  dragged: ReadonlySet<string>,
  drawn: ReadonlyMap<string, Point>,
): ReadonlyMap<string, Point> {
  const places = new Map<string, Point>();
  if (folding.hidden.size === 0) return places;
  const items = [...document.agents, ...document.notes, ...document.groups];
  const before = new Map(items.map((item) => [item.id, item.position]));
  for (const id of dragged) {
    const from = before.get(id);
    const to = drawn.get(id);
    if (!from || !to) continue;
    const along = withFolded(document, withMembers(document, new Set([id])), folding);
    for (const other of along) {
      const place = before.get(other);
      if (place && folding.hidden.has(other) && !places.has(other))
        places.set(other, { x: place.x + to.x - from.x, y: place.y + to.y - from.y });
    }
  }
  return places;
}

/** The nodes with new marks of selection and everything else as it is, a running drag included. */
function reselect(nodes: CanvasNode[], selection: ReadonlySet<string>): CanvasNode[] {
  let isChanged = false;
  const next = nodes.map((node) => {
    const isSelected = selection.has(node.id);
    if ((node.selected ?? false) === isSelected) return node;
    isChanged = true;
    return withSelection(node, isSelected);
  });
  return isChanged ? next : nodes;
}

function changedSelection(
  before: ReadonlySet<string>,
  changes: readonly NodeChange<CanvasNode>[],
): ReadonlySet<string> | undefined {
  const selects = changes.filter((change) => change.type === "select");
  if (selects.length === 0) return undefined;
  const next = new Set(before);
  for (const { id, selected } of selects) {
    if (selected) next.add(id);
    else next.delete(id);
  }
  return next;
}

function isSameSet(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every((id) => other.has(id));
}
