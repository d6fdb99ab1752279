import { createStore, type StoreApi } from "zustand/vanilla";
import type { OrgDetail } from "@/server/contract/api.ts";
import { nothingFolded } from "../model/folding.ts";
import { emptyHistory } from "../model/history.ts";
import { deriveView } from "./derive-view.ts";
import { createDocumentActions, type DocumentActions } from "./document-actions.ts";
import type { EditorState } from "./editor-state.ts";
import { createItemActions, type ItemActions } from "./item-actions.ts";
import type { StoreAccess } from "./store-access.ts";
import { createStructureActions, type StructureActions } from "./structure-actions.ts";
import { createViewActions, type ViewActions } from "./view-actions.ts";

/** Everything that can be done in the editor; the object never changes. */
export type EditorActions = DocumentActions & ItemActions & StructureActions & ViewActions;

export interface EditorStoreState extends EditorState {
  readonly actions: EditorActions;
}

/** The store of one loaded org. Another load makes another store, so that no undo ever crosses one. */
export type EditorStore = StoreApi<EditorStoreState>;

/** Builds the store of an org that was loaded. */
export function createEditorStore(detail: OrgDetail, now: () => number = Date.now): EditorStore {
  return createStore<EditorStoreState>()((set, get) => {
    const access: StoreAccess = { get, set: (change) => set(counted(get(), change)), now };
    const documentActions = createDocumentActions(access);
    return {
      ...initialState(detail),
      actions: {
        ...documentActions,
        ...createItemActions(access, documentActions),
        ...createStructureActions(access, documentActions),
        ...createViewActions(access),
      },
    };
  });
}

/** A change with which something is told counts as one, whatever its words. */
function counted({ announcementCount }: EditorState, change: Partial<EditorState>): Partial<EditorState> {
  return change.announcement === undefined ? change : { ...change, announcementCount: announcementCount + 1 };
}

function initialState(detail: OrgDetail): EditorState {
  const { document, version } = detail;
  const base: EditorState = {
    orgId: detail.id,
    document,
    savedDocument: document,
    version,
    save: { kind: "saved" },
    history: emptyHistory,
    broughtIn: 0,
    ownTask: undefined,
    selection: new Set(),
    folded: new Set(),
    folding: nothingFolded,
    focusedId: undefined,
    focusRequest: undefined,
    renamingId: undefined,
    workplace: "canvas",
    isOutlineOpen: false,
    drag: undefined,
    nodes: [],
    edges: [],
    cards: new Map(),
    problems: [],
    checkedProblems: [],
    zoomStep: "whole",
    guides: [],
    isInspectorOpen: true,
    inspectorTab: "identity",
    isInspectorCalled: false,
    pendingGrant: undefined,
    pendingReport: undefined,
    isMoving: false,
    dropTargetId: undefined,
    reason: undefined,
    announcement: "",
    announcementCount: 0,
  };
  return { ...base, ...deriveView(base, document) };
}
