"use client";

import { useReactFlow, useStore } from "@xyflow/react";
import { useEffect, useRef } from "react";
import { FIT, isWhole } from "./whole-org.ts";

/**
 * Keeps the whole org in view when its canvas gets less room, as by a larger timeline, if it was in view before. What comes of
 * the run does not change that room, and so does not move the canvas.
 */
export function useStayWhole(): void {
  const flow = useReactFlow();
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);
  const before = useRef({ width, height });
  useEffect(() => {
    const room = { width, height };
    const cards = flow.getNodesBounds(flow.getNodes());
    const viewport = flow.getViewport();
    const isLost = isWhole(cards, viewport, before.current) && !isWhole(cards, viewport, room);
    before.current = room;
    // At once, as the room itself went.
    if (isLost && width > 0) void flow.fitView(FIT);
  }, [flow, width, height]);
}
