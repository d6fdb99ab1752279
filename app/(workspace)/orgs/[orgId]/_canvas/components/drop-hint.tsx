"use client";

import { isGranted } from "../model/edit-grants.ts";
import type { PaletteItem } from "../store/editor-state.ts";
import { CursorTip } from "./cursor-tip.tsx";
import { useEditor } from "./editor-context.tsx";
import { useGrantCost } from "./use-grant-cost.ts";

interface DropHintProps {
  readonly item: PaletteItem;
  readonly x: number;
  readonly y: number;
}

/** What dropping a palette item here would do, and what it would cost. */
export function DropHint({ item, x, y }: DropHintProps) {
  const target = useEditor((state) =>
    state.dropTargetId === undefined ? undefined : state.cards.get(state.dropTargetId)?.agent,
  );
  const cost = useGrantCost(item);
  if (!target || item.kind === "note" || item.kind === "group") return null;
  const words = hintWords(item, target);
  return (
    <CursorTip x={x - 40} y={y + 46}>
      {words}
      {words.startsWith("Grant") && cost !== undefined ? (
        <span className="num opacity-70">+{cost} tokens a turn</span>
      ) : null}
    </CursorTip>
  );
}

function hintWords(item: PaletteItem, target: Parameters<typeof isGranted>[0]): string {
  if (item.kind === "agent") return `Add below ${target.name}`;
  if (!("name" in item)) return "";
  return isGranted(target, item) ? `${target.name} has it already` : `Grant to ${target.name}`;
}
