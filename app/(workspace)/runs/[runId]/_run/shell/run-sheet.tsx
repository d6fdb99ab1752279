"use client";

import { type ReactNode, useEffect, useRef } from "react";
import { classNames } from "@/app/_ui/class-names.ts";
import { type SheetStop, sheetStops, useSheetDrag } from "@/app/_ui/use-sheet-drag.ts";
import { RunFigures } from "./run-figures.tsx";

interface RunSheetProps {
  readonly stop: SheetStop;
  readonly setStop: (stop: SheetStop) => void;
  /** There is no room for both: the sheet stands below the canvas, and the page scrolls. */
  readonly isShort: boolean;
  readonly canvas: ReactNode;
  readonly panel: ReactNode;
  readonly strip: ReactNode;
}

/** On narrow screens: the canvas above, and a sheet that always shows at least who is doing what, and what the run has used. */
export function RunSheet({ stop, setStop, isShort, canvas, panel, strip }: RunSheetProps) {
  const { height, isDragging, handleProps } = useSheetDrag({ stop, setStop, onClose: () => setStop(25) });
  const next = sheetStops[(sheetStops.indexOf(stop) + 1) % sheetStops.length] ?? 55;
  const sheet = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isShort && stop !== 25) sheet.current?.scrollIntoView({ block: "start" });
  }, [isShort, stop]);
  return (
    <div
      data-stop={isShort ? 25 : stop}
      className={classNames(
        "group/sheet relative min-h-0 flex-1",
        isShort ? "overflow-y-auto overscroll-contain" : "overflow-hidden",
      )}
    >
      <div
        className={
          // Some of the sheet stays in view: a finger on the canvas moves the drawing, not the page.
          isShort ? "h-[calc(100%-3rem)] min-h-24" : "absolute inset-x-0 top-0 bottom-[max(25%,320px)]"
        }
      >
        {canvas}
      </div>
      <div
        ref={sheet}
        style={isShort ? {} : { height: `max(320px, ${height}%)` }}
        className={classNames(
          "z-20 flex flex-col overflow-hidden border-t bg-surface",
          isShort ? "relative h-104" : "absolute inset-x-0 bottom-0 rounded-t-4",
          !isDragging && "transition-[height] duration-190 ease-travel",
        )}
      >
        {isShort ? null : (
          <button
            type="button"
            aria-label={`Panel: ${stop} percent of the screen, make it ${next}`}
            onClick={() => setStop(next)}
            className="flex h-6 w-full flex-none touch-none items-center justify-center focus-inside"
            {...handleProps}
          >
            <span className="h-1 w-9 rounded-full bg-border-strong" />
          </button>
        )}
        {isShort ? null : (
          <div className="flex-none border-b px-4 pb-1.5">
            <RunFigures />
          </div>
        )}
        <div className="min-h-0 flex-1">{panel}</div>
        {/* The little of it that is in view beside the canvas says whose words these are. */}
        {isShort ? (
          <div className="flex-none border-t px-4 py-1.5">
            <RunFigures />
          </div>
        ) : null}
        {strip}
      </div>
    </div>
  );
}
