"use client";

import type { ReactNode } from "react";
import { classNames } from "@/app/_ui/class-names.ts";
import { type SheetStop, sheetStops, useSheetDrag } from "@/app/_ui/use-sheet-drag.ts";

interface RunSheetProps {
  readonly stop: SheetStop;
  readonly setStop: (stop: SheetStop) => void;
  readonly canvas: ReactNode;
  readonly panel: ReactNode;
  readonly strip: ReactNode;
}

/** On narrow screens: the canvas above, and a sheet that always shows at least who is doing what. */
export function RunSheet({ stop, setStop, canvas, panel, strip }: RunSheetProps) {
  const { height, isDragging, handleProps } = useSheetDrag({ stop, setStop, onClose: () => setStop(25) });
  const next = sheetStops[(sheetStops.indexOf(stop) + 1) % sheetStops.length] ?? 55;
  return (
    <div data-stop={stop} className="group/sheet relative min-h-0 flex-1 overflow-hidden">
      <div className="absolute inset-x-0 top-0 bottom-[max(25%,320px)]">{canvas}</div>
      <div
        style={{ height: `max(320px, ${height}%)` }}
        className={classNames(
          "absolute inset-x-0 bottom-0 z-20 flex flex-col overflow-hidden rounded-t-4 border-t bg-surface",
          !isDragging && "transition-[height] duration-190 ease-travel",
        )}
      >
        <button
          type="button"
          aria-label={`Panel: ${stop} percent of the screen, make it ${next}`}
          onClick={() => setStop(next)}
          className="flex h-5 w-full flex-none touch-none items-center justify-center focus-inside"
          {...handleProps}
        >
          <span className="h-1 w-9 rounded-full bg-border-strong" />
        </button>
        <div className="min-h-0 flex-1">{panel}</div>
        {strip}
      </div>
    </div>
  );
}
