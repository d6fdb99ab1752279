import { applyNodeChanges, type NodeChange } from "@xyflow/react";
import type { Guide } from "../model/alignment.ts";
import type { Grantable } from "../model/edit-grants.ts";
import type { Point } from "../model/geometry.ts";
import { type CanvasNode, deriveEdges } from "./canvas-items.ts";
import type { CursorReason, InspectorTab, PaletteDrag, ZoomStep } from "./editor-state.ts";
import type { StoreAccess } from "./store-access.ts";

/** What is looked at and held: none of it is an edit, none of it is undone. */
export interface ViewActions {
  /** Takes React Flow's own movements while something is dragged, and its changes of the selection. */
  applyNodeChanges(changes: NodeChange<CanvasNode>[]): void;
  select(ids: ReadonlySet<string>): void;
  /** Selects one agent, gives its card the keyboard focus and brings it into view. */
  focus(agentId: string): void;
  setDrag(drag: PaletteDrag | undefined): void;
  /** Moves the tab stop without selecting. */
  setFocused(agentId: string): void;
  setRenaming(agentId: string | undefined): void;
  openInspector(tab?: InspectorTab): void;
  closeInspector(): void;
  /** Opens the inspector and moves the keyboard focus into it; `false` once it has taken it. */
  callInspector(isCalled: boolean): void;
  setZoomStep(step: ZoomStep): void;
  setGuides(guides: readonly Guide[]): void;
  setDropTarget(agentId: string | undefined): void;
  setPendingGrant(item: Grantable | undefined): void;
  setReason(reason: CursorReason | undefined): void;
  announce(text: string): void;
  /** Where each dragged thing stands now. */
  readPositions(ids: Iterable<string>): ReadonlyMap<string, Point>;
}

/** Builds the actions on one store. */
export function createViewActions({ get, set }: StoreAccess): ViewActions {
  const select = (ids: ReadonlySet<string>): void => {
    const { document, selection, nodes, edges } = get();
    if (isSameSet(ids, selection)) return;
    set({ selection: ids, nodes: reselect(nodes, ids), edges: deriveEdges(document, ids, edges) });
  };
  return {
    applyNodeChanges: (changes) => {
      const selection = changedSelection(get().selection, changes);
      const moves = changes.filter((change) => change.type === "position" || change.type === "dimensions");
      if (moves.length > 0) set({ nodes: applyNodeChanges(moves, get().nodes) });
      if (selection) select(selection);
    },
    select,
    focus: (agentId) => {
      select(new Set([agentId]));
      set({ focusedId: agentId, focusRequest: { id: agentId } });
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
    setGuides: (guides) => {
      if (guides.length > 0 || get().guides.length > 0) set({ guides });
    },
    setDropTarget: (dropTargetId) => {
      if (dropTargetId !== get().dropTargetId) set({ dropTargetId });
    },
    setPendingGrant: (pendingGrant) => set({ pendingGrant }),
    setReason: (reason) => {
      if (reason !== get().reason) set({ reason });
    },
    announce: (announcement) => set({ announcement }),
    readPositions: (ids) => {
      const wanted = new Set(ids);
      return new Map(
        get()
          .nodes.filter((node) => wanted.has(node.id))
          .map((node) => [node.id, node.position]),
      );
    },
  };
}

/** The nodes with new marks of selection and everything else as it is, a running drag included. */
function reselect(nodes: CanvasNode[], selection: ReadonlySet<string>): CanvasNode[] {
  let isChanged = false;
  const next = nodes.map((node) => {
    const isSelected = selection.has(node.id);
    if ((node.selected ?? false) === isSelected) return node;
    isChanged = true;
    return { ...node, selected: isSelected };
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
