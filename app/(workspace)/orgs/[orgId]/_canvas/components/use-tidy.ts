"use client";

import { useReactFlow } from "@xyflow/react";
import { useCallback } from "react";
import { autoLayout } from "../model/auto-layout.ts";
import type { CanvasNode, LineEdge } from "../store/canvas-items.ts";
import { useEditorStore } from "./editor-context.tsx";
import { fitOptions } from "./fit-options.ts";
import { viewDuration } from "./is-typing.ts";

/** Lays the whole org out, animated, as one edit. */
export function useTidy(): () => Promise<void> {
  const store = useEditorStore();
  const { fitView } = useReactFlow<CanvasNode, LineEdge>();
  return useCallback(async () => {
    const { document: drawing, actions } = store.getState();
    const positions = await autoLayout(drawing);
    if (store.getState().document !== drawing) return;
    const canvas = document.querySelector(".org-canvas");
    canvas?.classList.add("is-tidying");
    actions.move(positions, "Tidy the layout");
    actions.announce("Layout tidied");
    setTimeout(() => {
      canvas?.classList.remove("is-tidying");
      void fitView({ ...fitOptions(), duration: viewDuration() });
    }, viewDuration());
  }, [store, fitView]);
}
