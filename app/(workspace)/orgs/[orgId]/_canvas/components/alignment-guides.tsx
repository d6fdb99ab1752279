"use client";

import { ViewportPortal } from "@xyflow/react";
import { useEditor } from "./editor-context.tsx";

/** Thin lines along what a dragged card is level with. */
export function AlignmentGuides() {
  const guides = useEditor((state) => state.guides);
  if (guides.length === 0) return null;
  return (
    <ViewportPortal>
      {guides.map(({ axis, at, from, to }) => (
        <div
          key={axis}
          data-guide={axis}
          className="pointer-events-none absolute bg-accent"
          style={
            axis === "x"
              ? { left: at, top: from, width: 1, height: to - from }
              : { left: from, top: at, width: to - from, height: 1 }
          }
        />
      ))}
    </ViewportPortal>
  );
}
