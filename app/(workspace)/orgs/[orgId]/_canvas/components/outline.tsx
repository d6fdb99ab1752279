"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { X } from "lucide-react";
import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef } from "react";
import { IconButton } from "@/app/_ui/button.tsx";
import { outlineRows } from "../model/outline-rows.ts";
import { plural } from "../model/plural.ts";
import { useEditor, useEditorActions, useEditorStore } from "./editor-context.tsx";
import { isTyping } from "./is-typing.ts";
import { actOnOutline } from "./outline-keys.ts";
import { OutlineRow } from "./outline-row.tsx";
import { actOnSelection } from "./selection-keys.ts";
import { useRemove } from "./use-remove.ts";

/** Pixels; on touch screens rows are as tall as a finger needs. */
const rowHeight = { fine: 32, coarse: 44 } as const;

interface OutlineProps {
  /** In a sheet the sheet has the title and the way to close it. */
  readonly isInSheet?: boolean;
}

/**
 * The org as a list that can do everything the canvas can, by keys alone. Selection, folds and focus are those of the
 * canvas; one row is in the tab order.
 */
export function Outline({ isInSheet = false }: OutlineProps) {
  const drawing = useEditor((state) => state.document);
  const folded = useEditor((state) => state.folded);
  const { setOutlineOpen, setWorkplace } = useEditorActions();
  const rows = useMemo(() => outlineRows(drawing, folded), [drawing, folded]);
  const box = useRef<HTMLDivElement>(null);
  const onKeyDown = useOutlineKeys(rows);
  const isCoarse = useRef(typeof matchMedia === "function" && matchMedia("(pointer: coarse)").matches);
  const size = isCoarse.current ? rowHeight.coarse : rowHeight.fine;
  const getItemKey = useCallback((index: number) => rows[index]?.id ?? index, [rows]);
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    // A selected row is as tall as its whole name needs: each is measured.
    estimateSize: () => size,
    getItemKey,
    overscan: 12,
  });
  const focusedId = useOutlineFocus(rows);
  const focusedIndex = rows.findIndex((row) => row.id === focusedId);
  useEffect(() => {
    if (focusedIndex >= 0) list.scrollToIndex(focusedIndex);
  }, [focusedIndex, list]);
  return (
    <>
      {isInSheet ? null : (
        <header className="flex flex-none items-center gap-2 px-4 pt-3 pb-2">
          <div className="min-w-0 flex-1">
            <h2 className="text-14">Outline</h2>
            <p className="truncate text-12 text-text-3">{plural(drawing.agents.length, "agent")}</p>
          </div>
          <IconButton label="Close the outline" className="-mr-1.5" onClick={() => setOutlineOpen(false)}>
            <X />
          </IconButton>
        </header>
      )}
      <div
        ref={box}
        role="treegrid"
        aria-label="Outline of the org"
        aria-multiselectable="true"
        aria-rowcount={rows.length}
        aria-colcount={2}
        onFocus={() => setWorkplace("outline")}
        onKeyDown={onKeyDown}
        className="min-h-0 flex-1 overflow-y-auto border-t py-1"
      >
        <div role="presentation" className="relative" style={{ height: list.getTotalSize() }}>
          {list.getVirtualItems().map(({ index, start }) => {
            const row = rows[index];
            if (!row) return null;
            const isTabStop = row.id === focusedId || (focusedIndex < 0 && index === 0);
            return (
              <OutlineRow
                key={row.id}
                row={row}
                place={{ index, start, size }}
                isTabStop={isTabStop}
                measure={list.measureElement}
              />
            );
          })}
        </div>
      </div>
    </>
  );
}

type Rows = ReturnType<typeof outlineRows>;

/** The row Tab reaches: the selected note or group, else the agent that has the focus on the canvas. */
function useOutlineFocus(rows: Rows): string | undefined {
  const [only] = useEditor((state) => state.selection);
  const focusedId = useEditor((state) => state.focusedId);
  const isExtra = rows.some((row) => row.id === only && row.kind !== "agent");
  return isExtra ? only : focusedId;
}

function useOutlineKeys(rows: Rows): (event: KeyboardEvent) => void {
  const store = useEditorStore();
  const remove = useRemove();
  return (event) => {
    if (event.defaultPrevented || isTyping(event.target)) return;
    const state = store.getState();
    const id =
      event.target instanceof Element
        ? event.target.closest("[data-row-id]")?.getAttribute("data-row-id")
        : null;
    const index = rows.findIndex((row) => row.id === id);
    if (actOnRow({ state, rows, index, remove }, event)) event.preventDefault();
  };
}

interface Act {
  readonly state: ReturnType<ReturnType<typeof useEditorStore>["getState"]>;
  readonly rows: Rows;
  readonly index: number;
  readonly remove: () => boolean;
}

function actOnRow({ state, rows, index, remove }: Act, event: KeyboardEvent): boolean {
  return actOnSelection(state, event.key, remove) || actOnOutline(state, { rows, index }, event);
}
