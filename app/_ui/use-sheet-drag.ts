"use client";

import { type PointerEvent, useRef, useState } from "react";

/** Where a sheet rests, in percent of the screen's height. */
export const sheetStops = [25, 55, 92] as const;
export type SheetStop = (typeof sheetStops)[number];

/** Lower than this when let go and the sheet closes. */
const CLOSE_BELOW = 12;

/** The stop a sheet goes to when it is let go at a height; undefined closes it. */
export function settleSheet(height: number): SheetStop | undefined {
  if (height < CLOSE_BELOW) return undefined;
  return sheetStops.reduce((best, stop) => (Math.abs(stop - height) < Math.abs(best - height) ? stop : best));
}

interface SheetDragOptions {
  readonly stop: SheetStop;
  readonly setStop: (stop: SheetStop) => void;
  readonly onClose: () => void;
}

interface Grip {
  readonly y: number;
  readonly height: number;
}

/** Lets the pointer pull a sheet by its handle. A press without movement stays a click. */
export function useSheetDrag({ stop, setStop, onClose }: SheetDragOptions) {
  const grip = useRef<Grip | null>(null);
  const [dragged, setDragged] = useState<number | null>(null);

  const end = () => {
    grip.current = null;
    if (dragged === null) return;
    setDragged(null);
    const settled = settleSheet(dragged);
    if (settled === undefined) onClose();
    else setStop(settled);
  };

  return {
    height: dragged ?? stop,
    isDragging: dragged !== null,
    handleProps: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        grip.current = { y: event.clientY, height: stop };
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        if (!grip.current) return;
        const moved = grip.current.y - event.clientY;
        if (dragged === null && Math.abs(moved) < 4) return;
        const next = grip.current.height + (moved / window.innerHeight) * 100;
        setDragged(Math.min(92, Math.max(0, next)));
      },
      onPointerUp: end,
      onPointerCancel: end,
    },
  };
}
