"use client";

import { useReactFlow } from "@xyflow/react";
import { useEffect } from "react";
import { useSingleKeys } from "@/app/_ui/use-single-keys.ts";
import { duplicateItems } from "../model/clipboard.ts";
import type { CanvasNode, LineEdge } from "../store/canvas-items.ts";
import type { EditorStore } from "../store/create-editor-store.ts";
import { useEditorStore } from "./editor-context.tsx";
import { isDialogOpen, isTyping, viewDuration } from "./is-typing.ts";
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
      d: () => duplicate(store),
      a: () => actions.select(new Set([...store.getState().cards.keys()])),
      "+": () => void zoomIn({ duration }),
      "=": () => void zoomIn({ duration }),
      "-": () => void zoomOut({ duration }),
    };
    const letters: Shortcuts = {
      a: () => pick({ kind: "agent", templateKey: "blank", label: "Blank agent" }),
      "shift+l": () => void tidy(),
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
  if (event.key === "F6") return () => moveBetweenPlaces(event.shiftKey ? -1 : 1);
  const name = `${event.shiftKey ? "shift+" : ""}${event.key.toLowerCase()}`;
  return hasControl ? withControl[name] : letters[name];
}

function duplicate(store: EditorStore): void {
  const { document: drawing, selection, actions } = store.getState();
  if (selection.size > 0) actions.insert(duplicateItems(drawing, selection), "Duplicate");
}

/** F6: from one part of the page to the next. */
function moveBetweenPlaces(step: 1 | -1): void {
  const places = [...document.querySelectorAll<HTMLElement>("[data-place]")].filter(
    (place) => place.offsetParent !== null,
  );
  const here = places.findIndex((place) => place.contains(document.activeElement));
  const next = places[(here + step + places.length) % places.length];
  next
    ?.querySelector<HTMLElement>('[tabindex="0"], button:not([disabled]), a[href], input, textarea')
    ?.focus();
}
