"use client";

import { useReactFlow, useStore } from "@xyflow/react";
import { type PointerEvent, useMemo, useRef } from "react";
import { useShallow } from "zustand/react/shallow";
import type { OrgDocument } from "@/server/contract/org-document.ts";
import { boxOf } from "../model/edit-groups.ts";
import { type Box, boundingBox, cardBox, cardSize } from "../model/geometry.ts";
import type { CanvasNode, LineEdge } from "../store/canvas-items.ts";
import { useEditor } from "./editor-context.tsx";

const size = { width: 136, height: 84 } as const;

/**
 * The whole org in small, with the part in view; press or drag in it to move there. Two paths whatever the number of
 * agents, drawn anew when a drag has ended: cheap enough to stay while 2,000 cards are moved about.
 */
export function OrgMap() {
  const drawing = useEditor((state) => state.document);
  const selection = useEditor((state) => state.selection);
  const view = useView();
  const { setCenter, getZoom } = useReactFlow<CanvasNode, LineEdge>();
  const svg = useRef<SVGSVGElement>(null);
  const frame = useMemo(() => frameOf(drawing), [drawing]);
  const others = useMemo(() => cardsPath(drawing, (id) => !selection.has(id)), [drawing, selection]);
  const selected = useMemo(() => cardsPath(drawing, (id) => selection.has(id)), [drawing, selection]);
  const boxes = useMemo(() => drawing.groups.map(boxOf).map(rectangle).join(""), [drawing]);
  const shown = boundingBox([frame, view]) ?? frame;
  const scale = Math.max(shown.width / size.width, shown.height / size.height);
  // Room for the frame's stroke where the view reaches beyond the org.
  const edge = 2 * scale;

  const goTo = (event: PointerEvent) => {
    const matrix = svg.current?.getScreenCTM()?.inverse();
    if (!matrix || event.buttons !== 1) return;
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
    void setCenter(x, y, { zoom: getZoom() });
  };
  return (
    <svg
      ref={svg}
      role="img"
      aria-label="Map of the org"
      viewBox={`${shown.x - edge} ${shown.y - edge} ${shown.width + 2 * edge} ${shown.height + 2 * edge}`}
      {...size}
      className="cursor-move touch-none"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        goTo(event);
      }}
      onPointerMove={goTo}
    >
      <path d={boxes} fill="var(--surface-3)" stroke="var(--border)" strokeWidth={scale} />
      <path d={others} fill="var(--border-strong)" />
      <path d={selected} fill="var(--accent)" />
      <rect {...view} rx={2 * scale} fill="none" stroke="var(--text-3)" strokeWidth={1.25 * scale} />
    </svg>
  );
}

/** The part of the canvas in view, in canvas pixels. */
function useView(): Box {
  return useStore(
    useShallow(({ transform: [x, y, zoom], width, height }) => ({
      x: -x / zoom,
      y: -y / zoom,
      width: width / zoom,
      height: height / zoom,
    })),
  );
}

function frameOf({ agents, groups }: OrgDocument): Box {
  const box = boundingBox([...agents.map((agent) => cardBox(agent.position)), ...groups.map(boxOf)]) ?? {
    x: 0,
    y: 0,
    ...cardSize,
  };
  const margin = Math.max(box.width, box.height) * 0.05;
  return {
    x: box.x - margin,
    y: box.y - margin,
    width: box.width + 2 * margin,
    height: box.height + 2 * margin,
  };
}

function rectangle({ x, y, width, height }: Box): string {
  return `M${x} ${y}h${width}v${height}h-${width}z`;
}

/** All cards as one path of rectangles. */
function cardsPath({ agents }: OrgDocument, isIn: (id: string) => boolean): string {
  return agents
    .filter((agent) => isIn(agent.id))
    .map((agent) => rectangle(cardBox(agent.position)))
    .join("");
}
