"use client";

import { useReactFlow } from "@xyflow/react";
import { type MouseEvent, type PointerEvent, useCallback, useEffect, useRef, useState } from "react";
import type { CanvasNode, LineEdge } from "../store/canvas-items.ts";
import type { MenuPlace } from "./canvas-menu.tsx";
import { useEditorStore } from "./editor-context.tsx";

/** Milliseconds a finger has to rest on a card, and pixels it may tremble meanwhile. */
const longPress = { time: 500, tremble: 8 } as const;

interface CanvasMenuHandlers {
  /** Where the menu is open; undefined while it is closed. */
  readonly place: MenuPlace | undefined;
  readonly close: () => void;
  readonly handlers: {
    onContextMenu(event: MouseEvent): void;
    onPointerDownCapture(event: PointerEvent): void;
  };
}

/** Opens the menu at the pointer: by its right button, or by a finger that rests. */
export function useCanvasMenu(): CanvasMenuHandlers {
  const store = useEditorStore();
  const { screenToFlowPosition } = useReactFlow<CanvasNode, LineEdge>();
  const [place, setPlace] = useState<MenuPlace>();
  const stop = useRef<() => void>(undefined);
  useEffect(() => () => stop.current?.(), []);

  const open = useCallback(
    (target: EventTarget, { x, y }: { readonly x: number; readonly y: number }) => {
      const { selection, actions } = store.getState();
      const targetId = itemAt(target);
      if (targetId !== undefined && !selection.has(targetId)) actions.select(new Set([targetId]));
      setPlace({ x, y, point: screenToFlowPosition({ x, y }), targetId });
    },
    [store, screenToFlowPosition],
  );

  const onPointerDownCapture = useCallback(
    (event: PointerEvent) => {
      stop.current?.();
      if (event.pointerType !== "touch" || itemAt(event.target) === undefined) return;
      const { target, clientX: x, clientY: y } = event;
      stop.current = afterRest({ x, y }, () => open(target, { x, y }));
    },
    [open],
  );
  return {
    place,
    close: useCallback(() => setPlace(undefined), []),
    handlers: {
      onPointerDownCapture,
      onContextMenu: useCallback(
        (event) => {
          event.preventDefault();
          stop.current?.();
          open(event.target, { x: event.clientX, y: event.clientY });
        },
        [open],
      ),
    },
  };
}

/** Calls back when the finger has rested in one place for long enough; the function it returns gives that up. */
function afterRest(start: { readonly x: number; readonly y: number }, then: () => void): () => void {
  const onMove = (event: globalThis.PointerEvent) => {
    const far = Math.hypot(event.clientX - start.x, event.clientY - start.y) > longPress.tremble;
    if (far || !event.isPrimary) stop();
  };
  const timer = setTimeout(() => {
    stop();
    // Lifting the finger would count as a tap on what lies below the menu.
    window.addEventListener("touchend", (event) => event.preventDefault(), {
      capture: true,
      once: true,
      passive: false,
    });
    then();
  }, longPress.time);
  const stop = () => {
    clearTimeout(timer);
    window.removeEventListener("pointermove", onMove, true);
    window.removeEventListener("pointerup", stop, true);
    window.removeEventListener("pointercancel", stop, true);
  };
  window.addEventListener("pointermove", onMove, true);
  window.addEventListener("pointerup", stop, true);
  window.addEventListener("pointercancel", stop, true);
  return stop;
}

function itemAt(target: EventTarget): string | undefined {
  if (!(target instanceof Element)) return undefined;
  return target.closest(".react-flow__node, .react-flow__edge")?.getAttribute("data-id") ?? undefined;
}
