"use client";

import { useMemo } from "react";
import type { LineEdge } from "../store/canvas-items.ts";
import { useEditor } from "./editor-context.tsx";

interface FarLines {
  /** What is drawn line by line. */
  readonly near: LineEdge[];
  /** What is drawn as one; empty in a small org, and where cards can be read. */
  readonly far: readonly LineEdge[];
}

const none: readonly LineEdge[] = [];

/** Parts the lines of a large org seen from far into those that touch the selection and all others. */
export function useFarLines(isLarge: boolean): FarLines {
  const edges = useEditor((state) => state.edges);
  const selection = useEditor((state) => state.selection);
  const isFar = useEditor((state) => state.zoomStep === "plain");
  return useMemo(() => {
    if (!isLarge || !isFar) return { near: edges, far: none };
    const isNear = ({ id, source, target }: LineEdge) =>
      [id, source, target].some((one) => selection.has(one));
    return { near: edges.filter(isNear), far: edges.filter((edge) => !isNear(edge)) };
  }, [edges, selection, isLarge, isFar]);
}
