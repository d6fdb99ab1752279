"use client";

import { useReactFlow } from "@xyflow/react";
import { useEffect } from "react";
import { useSingleKeys } from "@/app/_ui/use-single-keys.ts";
import { duplicateItems } from "../model/clipboard.ts";
import type { CanvasNode, LineEdge } from "../store/canvas-items.ts";
import type { EditorStore } from "../store/create-editor-store.ts";
import { useEditorStore } from "./editor-context.tsx";
import { fitOptions } from "./fit-options.ts";
import { isDialogOpen, isTyping, viewDuration } from "./is-typing.ts";
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
  const { fitView, zoomIn, zoomOut } = useReactFlow<CanvasNode, LineEdge>();
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
      "shift+!": () => void fitView({ ...fitOptions(), duration }),
      "shift+1": () => void fitView({ ...fitOptions(), duration }),
      "shift+?": onShowShortcuts,
      "?": onShowShortcuts,
    };
    const onKeyDown = (event: KeyboardEvent) => {
      const hasControl = event.ctrlKey || event.metaKey;
      if (hasControl && event.key === "Enter" && !isDialogOpen()) {
        event.preventDefault();
        onRun();
        return;
      }
      if (event.defaultPrevented || event.altKey || isTyping(event.target) || isDialogOpen()) return;
      if (event.key === "F6") {
        event.preventDefault();
        moveBetweenPlaces(event.shiftKey ? -1 : 1);
        return;
      }
      const name = `${event.shiftKey ? "shift+" : ""}${event.key.toLowerCase()}`;
      const action = hasControl ? withControl[name] : isLetterOn ? letters[name] : undefined;
      if (!action) return;
      event.preventDefault();
      action();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [store, isLetterOn, tidy, pick, fitView, zoomIn, zoomOut, onRun, onShowShortcuts]);
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
