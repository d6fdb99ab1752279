"use client";

import { type RefObject, useLayoutEffect, useState } from "react";
import type { Viewport } from "../model/fit-viewport.ts";
import type { CanvasSize } from "../model/geometry.ts";
import { useEditorStore } from "./editor-context.tsx";
import { wholeOrg } from "./use-fit.ts";
import { toZoomStep } from "./zoom-step.ts";

/** How the canvas is looked at first, and the room it was worked out for. */
export interface FirstView {
  readonly viewport: Viewport;
  readonly size: CanvasSize;
}

const UNMOVED: Viewport = { x: 0, y: 0, zoom: 1 };

/**
 * The whole org, as soon as the room for it is known, and undefined before that: a canvas that begins with it draws its cards once,
 * where they stay, and as what can be seen of them from there.
 */
export function useFirstView(canvas: RefObject<HTMLElement | null>): FirstView | undefined {
  const store = useEditorStore();
  const [view, setView] = useState<FirstView>();
  useLayoutEffect(() => {
    const { clientWidth: width = 0, clientHeight: height = 0 } = canvas.current ?? {};
    const size = { width, height };
    const viewport = wholeOrg(store.getState(), size, true) ?? UNMOVED;
    store.getState().actions.setZoomStep(toZoomStep(viewport.zoom));
    setView({ viewport, size });
  }, [store, canvas]);
  return view;
}
