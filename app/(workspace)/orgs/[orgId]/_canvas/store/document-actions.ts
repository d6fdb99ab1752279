import type { SaveConflict } from "@/server/contract/api.ts";
import type { OrgDocument } from "@/server/contract/org-document.ts";
import type { OrgProblem } from "@/server/contract/org-graph.ts";
import { emptyHistory, recordEdit, redo, type TimeTravel, undo } from "../model/history.ts";
import { deriveView } from "./derive-view.ts";
import type { UnsavedDraft } from "./draft-keeper.ts";
import type { SaveState } from "./save-state.ts";
import type { StoreAccess } from "./store-access.ts";

/** How an edit is remembered and what is selected after it. */
export interface EditOptions {
  /** For the tooltip of undo: "Move 2 agents". */
  readonly label: string;
  /** Edits with the same key in quick succession are one step back. */
  readonly joinKey?: string | undefined;
  readonly selection?: ReadonlySet<string>;
  /** Read aloud. */
  readonly announcement?: string | undefined;
}

/** Changing, undoing and saving the document. */
export interface DocumentActions {
  /** Puts an edited document in place; nothing happens when it is the same one. */
  edit(document: OrgDocument, options: EditOptions): void;
  undo(): void;
  redo(): void;
  setSaveState(save: SaveState): void;
  /** The server keeps this document as this version. */
  markSaved(version: number, document: OrgDocument): void;
  /** Shows another version's document as the present one; undo does not lead back past it. */
  load(conflict: SaveConflict): void;
  /**
   * Bases the own document on a newer version, so that the next save replaces that version. Undo goes on as before; where the
   * document is a merge, that is one step of it.
   */
  rebase(conflict: SaveConflict, document: OrgDocument): void;
  /** Goes on with edits from before that were never saved, on the version they were based on. */
  resume(draft: UnsavedDraft): void;
  setCheckedProblems(problems: readonly OrgProblem[]): void;
}

/** Builds the actions on one store. */
export function createDocumentActions({ get, set, now }: StoreAccess): DocumentActions {
  const travel = (step: TimeTravel | undefined, word: string): void => {
    if (!step) return;
    set({
      ...deriveView(get(), step.document),
      history: step.history,
      announcement: `${word}: ${step.label}`,
    });
  };
  const bringIn = (document: OrgDocument) => ({
    ...deriveView(get(), document),
    broughtIn: get().broughtIn + 1,
  });
  return {
    edit: (document, options) => {
      const state = get();
      if (document === state.document) return;
      const history = recordEdit(state.history, state.document, {
        label: options.label,
        joinKey: options.joinKey,
        at: now(),
      });
      set({
        ...deriveView(state, document, options.selection ? { selection: options.selection } : {}),
        history,
        ...(options.announcement === undefined ? {} : { announcement: options.announcement }),
      });
    },
    undo: () => travel(undo(get().history, get().document), "Undone"),
    redo: () => travel(redo(get().history, get().document), "Done again"),
    setSaveState: (save) => {
      if (save.kind !== get().save.kind || save.kind === "failed") set({ save });
    },
    markSaved: (version, document) => set({ version, savedDocument: document }),
    load: ({ version, document }) =>
      set({ ...bringIn(document), version, savedDocument: document, history: emptyHistory }),
    rebase: (theirs, document) => {
      const { document: mine, history } = get();
      const label = `Merge with version ${theirs.version}`;
      set({
        ...(document === mine
          ? {}
          : { ...bringIn(document), history: recordEdit(history, mine, { label, at: now() }) }),
        version: theirs.version,
        savedDocument: theirs.document,
      });
    },
    resume: ({ version, base, document }) =>
      set({ ...bringIn(document), version, savedDocument: base, history: emptyHistory }),
    setCheckedProblems: (checkedProblems) => set(deriveView(get(), get().document, { checkedProblems })),
  };
}
