"use client";

import { useCallback } from "react";
import { loadOrTell } from "@/app/_ui/load-or-tell.ts";
import { viewDuration } from "@/app/_ui/view-duration.ts";
import type { LayoutDirection } from "@/server/contract/org-document.ts";
import { useEditorStore } from "./editor-context.tsx";
import { useFit } from "./use-fit.ts";

/** Lays the whole org out, animated, as one edit; the way it grows already unless another is named. */
export function useTidy(): (direction?: LayoutDirection) => Promise<void> {
  const store = useEditorStore();
  const fitOrg = useFit();
  return useCallback(
    async function tidy(direction) {
      const { document: drawing, actions } = store.getState();
      const way = direction ?? drawing.direction ?? "down";
      const positions = await loadOrTell({
        load: async () => (await import("../model/auto-layout.ts")).autoLayout(drawing, way),
        again: () => void tidy(direction),
      });
      if (!positions || store.getState().document !== drawing) return;
      const canvas = document.querySelector(".org-canvas");
      canvas?.classList.add("is-tidying");
      actions.layOut(positions, way);
      setTimeout(() => {
        canvas?.classList.remove("is-tidying");
        fitOrg();
      }, viewDuration());
    },
    [store, fitOrg],
  );
}
