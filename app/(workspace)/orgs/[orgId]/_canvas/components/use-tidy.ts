"use client";

import { useCallback } from "react";
import { autoLayout } from "../model/auto-layout.ts";
import { useEditorStore } from "./editor-context.tsx";
import { viewDuration } from "./is-typing.ts";
import { useFit } from "./use-fit.ts";

/** Lays the whole org out, animated, as one edit. */
export function useTidy(): () => Promise<void> {
  const store = useEditorStore();
  const fitOrg = useFit();
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
      fitOrg();
    }, viewDuration());
  }, [store, fitOrg]);
}
