"use client";

import { Ban, BookOpen, FolderCog, Plug, StickyNote } from "lucide-react";
import { createPortal } from "react-dom";
import { AgentIcon } from "@/app/_ui/agent-icon.tsx";
import { agentTemplates } from "../model/agent-templates.ts";
import { isGranted } from "../model/edit-grants.ts";
import type { PaletteItem } from "../store/editor-state.ts";
import { useEditor } from "./editor-context.tsx";
import { GroupIcon } from "./group-icon.tsx";
import { useGrantCost } from "./use-grant-cost.ts";

const tip =
  "pointer-events-none fixed z-60 inline-flex items-center gap-1.5 rounded-2 bg-text px-2 py-[5px] text-12 whitespace-nowrap text-surface";

/** What follows the cursor: a dragged palette item with what dropping it would do, or why a line is refused. */
export function CursorNotes() {
  const drag = useEditor((state) => state.drag);
  const reason = useEditor((state) => state.reason);
  if (typeof document === "undefined") return null;
  return createPortal(
    <>
      {drag ? <DragGhost item={drag.item} x={drag.x} y={drag.y} /> : null}
      {reason ? (
        <div className={tip} style={{ left: reason.x + 14, top: reason.y + 18 }}>
          <Ban className="size-3.5" />
          {reason.text}
        </div>
      ) : null}
    </>,
    document.body,
  );
}

interface DragGhostProps {
  readonly item: PaletteItem;
  readonly x: number;
  readonly y: number;
}

function DragGhost({ item, x, y }: DragGhostProps) {
  return (
    <>
      <div
        className="pointer-events-none fixed z-60 inline-flex h-7 items-center gap-1.5 rounded-2 bg-surface px-2.5 text-12 font-medium shadow-float [&>.lucide]:size-3"
        style={{ left: x + 8, top: y + 10 }}
      >
        <PaletteIcon item={item} />
        {item.label}
      </div>
      <DropHint item={item} x={x} y={y} />
    </>
  );
}

/** The icon a palette item has everywhere. */
export function PaletteIcon({ item }: { readonly item: PaletteItem }) {
  switch (item.kind) {
    case "agent":
      return (
        <AgentIcon
          name={agentTemplates.find((template) => template.key === item.templateKey)?.fields.icon ?? "bot"}
          className="size-3.5"
        />
      );
    case "note":
      return <StickyNote />;
    case "group":
      return <GroupIcon className="lucide" />;
    case "skill":
      return <BookOpen />;
    case "mcp":
      return <Plug />;
    case "toolbox":
      return <FolderCog />;
  }
}

function DropHint({ item, x, y }: DragGhostProps) {
  const target = useEditor((state) =>
    state.dropTargetId === undefined ? undefined : state.cards.get(state.dropTargetId)?.agent,
  );
  const cost = useGrantCost(item);
  if (!target || item.kind === "note" || item.kind === "group") return null;
  const words = hintWords(item, target);
  return (
    <div className={tip} style={{ left: x - 40, top: y + 46 }}>
      {words}
      {words.startsWith("Grant") && cost !== undefined ? (
        <span className="num opacity-70">+{cost} tokens a turn</span>
      ) : null}
    </div>
  );
}

function hintWords(item: PaletteItem, target: Parameters<typeof isGranted>[0]): string {
  if (item.kind === "agent") return `Add below ${target.name}`;
  if (!("name" in item)) return "";
  return isGranted(target, item) ? `${target.name} has it already` : `Grant to ${target.name}`;
}
