"use client";

import { ViewportPortal } from "@xyflow/react";
import { useMemo, useState } from "react";
import { createLineSheet } from "../model/line-sheet.ts";
import type { LineEdge } from "../store/canvas-items.ts";
import { useEditor } from "./editor-context.tsx";

interface LineSheetProps {
  readonly lines: readonly LineEdge[];
}

/**
 * The lines of a large org that is seen from far: one path instead of an element for each of thousands, as wide on the screen
 * whatever the zoom. Nobody can press a line that is a hair; those of the selection are drawn as elsewhere.
 */
export function LineSheet({ lines }: LineSheetProps) {
  const cards = useEditor((state) => state.nodes);
  const direction = useEditor((state) => state.document.direction);
  const [draw] = useState(createLineSheet);
  const path = useMemo(() => draw({ cards, lines, direction }), [draw, cards, lines, direction]);
  return (
    <ViewportPortal>
      <svg aria-hidden="true" className="line-sheet">
        <path d={path} />
      </svg>
    </ViewportPortal>
  );
}
