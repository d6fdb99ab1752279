"use client";

import { useReactFlow } from "@xyflow/react";
import { useEffect } from "react";
import { useSingleKeys } from "@/app/_ui/use-single-keys.ts";
import { viewDuration } from "@/app/_ui/view-duration.ts";
import { plural } from "../model/plural.ts";
import type { CanvasNode, LineEdge } from "../store/canvas-items.ts";
import type { EditorStore } from "../store/create-editor-store.ts";
import { askReport, openLine, type State } from "./agent-keys.ts";
import { useEditorStore } from "./editor-context.tsx";
import { isDialogOpen, isTyping } from "./is-typing.ts";
import { useFit } from "./use-fit.ts";
import { usePalettePick } from "./use-palette-pick.ts";
import { useTidy } from "./use-tidy.ts";

interface ShortcutHandlers {
  readonly onRun: () => void;
  readonly onShowShortcuts: () => void;
}

type Shortcuts = Readonly<Record<string, () => void>>;

/** Keys that work wherever the focus is, except in text fields; running works there too. */
export function useEditorShortcuts({ onRun, onShowShortcuts }: ShortcutHandlers): void {
  const store = useEditorStore();
  const isLetterOn = useSingleKeys();
  const tidy = useTidy();
  const pick = usePalettePick();
  const fitOrg = useFit();
  const { zoomIn, zoomOut } = useReactFlow<CanvasNode, LineEdge>();
  useEffect(() => {
    const { actions } = store.getState();
    const duration = viewDuration();
    const withControl: Shortcuts = {
      z: actions.undo,
      "shift+z": actions.redo,
      y: actions.redo,
      d: () => actions.duplicate(store.getState().selection),
      a: () => selectAll(store),
      g: () => group(store),
      "+": () => void zoomIn({ duration }),
      // Where + itself is typed with Shift.
      "shift++": () => void zoomIn({ duration }),
      "=": () => void zoomIn({ duration }),
      "-": () => void zoomOut({ duration }),
    };
    const letters: Shortcuts = {
      a: () => pick({ kind: "agent", templateKey: "blank", label: "Blank agent" }),
      c: () => foldFocused(store),
      r: () => actOnFocused(store, askReport),
      l: () => actOnFocused(store, openLine),
      o: () => actions.setOutlineOpen(!store.getState().isOutlineOpen),
      "shift+l": () => void tidy("down"),
      "shift+r": () => void tidy("right"),
      "shift+!": () => fitOrg(),
      "shift+1": () => fitOrg(),
      "shift+?": onShowShortcuts,
      "?": onShowShortcuts,
    };
    const onKeyDown = (event: KeyboardEvent) => {
      const action = findAction(event, { withControl, letters: isLetterOn ? letters : {}, onRun });
      if (!action) return;
      event.preventDefault();
      action();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [store, isLetterOn, tidy, pick, fitOrg, zoomIn, zoomOut, onRun, onShowShortcuts]);
}

interface KnownShortcuts {
  readonly withControl: Shortcuts;
  readonly letters: Shortcuts;
  readonly onRun: () => void;
}

/** What a key press does; undefined when it is meant for something else. */
function findAction(
  event: KeyboardEvent,
  { withControl, letters, onRun }: KnownShortcuts,
): (() => void) | undefined {
  const hasControl = event.ctrlKey || event.metaKey;
  if (isDialogOpen()) return undefined;
  if (hasControl && event.key === "Enter") return onRun;
  if (event.defaultPrevented || event.altKey || isTyping(event.target)) return undefined;
  const name = `${event.shiftKey ? "shift+" : ""}${event.key.toLowerCase()}`;
  return hasControl ? withControl[name] : letters[name];
}

function selectAll(store: EditorStore): void {
  const { nodes, actions } = store.getState();
  actions.select(new Set(nodes.map((node) => node.id)));
  actions.announce(`${plural(nodes.length, "card")} selected`);
}

/** The box that is drawn has the focus, so that the next key is about it. */
function group(store: EditorStore): void {
  const { actions } = store.getState();
  const id = actions.groupSelected();
  if (id !== undefined) actions.focusItem(id);
}

/** Folds the agent that has the focus, or the selected group; shows what is below it again when it is folded. */
function foldFocused(store: EditorStore): void {
  const { document: drawing, selection, focusedId, cards, actions } = store.getState();
  const group = drawing.groups.find(({ id }) => selection.has(id));
  const id = group?.id ?? focusedId;
  const isLeaf = group === undefined && (cards.get(id ?? "")?.childCount ?? 0) === 0;
  if (id !== undefined && !isLeaf) actions.toggleFolded(id);
}

/** What a letter does with the agent that has, or last had, the focus. */
function actOnFocused(store: EditorStore, act: (state: State, agentId: string) => void): void {
  const state = store.getState();
  if (state.focusedId !== undefined) act(state, state.focusedId);
}
