"use client";

import {
  AlignCenterHorizontal,
  AlignCenterVertical,
  AlignEndHorizontal,
  AlignEndVertical,
  AlignHorizontalSpaceAround,
  AlignStartHorizontal,
  AlignStartVertical,
  AlignVerticalSpaceAround,
  Copy,
  type LucideIcon,
  StickyNote,
  Trash2,
} from "lucide-react";
import { useShallow } from "zustand/react/shallow";
import { AgentAvatar } from "@/app/_ui/agent-avatar.tsx";
import { Button, IconButton } from "@/app/_ui/button.tsx";
import { useIsApple } from "@/app/_ui/use-is-apple.ts";
import type { AlignEdge } from "../../model/arrange.ts";
import { arrangedIds } from "../../model/arranged-items.ts";
import { plural } from "../../model/plural.ts";
import { useEditor, useEditorStore } from "../editor-context.tsx";
import { GroupIcon } from "../group-icon.tsx";
import { useRemove } from "../use-remove.ts";

const alignments: readonly {
  readonly edge: AlignEdge;
  readonly label: string;
  readonly Icon: LucideIcon;
}[] = [
  { edge: "left", label: "Align left edges", Icon: AlignStartVertical },
  { edge: "center", label: "Align centres", Icon: AlignCenterVertical },
  { edge: "right", label: "Align right edges", Icon: AlignEndVertical },
  { edge: "top", label: "Align top edges", Icon: AlignStartHorizontal },
  { edge: "middle", label: "Align middles", Icon: AlignCenterHorizontal },
  { edge: "bottom", label: "Align bottom edges", Icon: AlignEndHorizontal },
];

/** Brings what is selected level, or spreads it evenly. */
function ArrangeBar({ count }: { readonly count: number }) {
  const { alignSelected, distributeSelected } = useEditorStore().getState().actions;
  return (
    <div
      role="toolbar"
      aria-label="Align and distribute"
      className="flex flex-none flex-wrap gap-px px-3 pb-3 pointer-coarse:gap-1"
    >
      {alignments.map(({ edge, label, Icon }) => (
        <IconButton key={edge} label={label} disabled={count < 2} onClick={() => alignSelected(edge)}>
          <Icon />
        </IconButton>
      ))}
      <IconButton
        label="Spread evenly across"
        disabled={count < 3}
        onClick={() => distributeSelected("across")}
      >
        <AlignHorizontalSpaceAround />
      </IconButton>
      <IconButton label="Spread evenly down" disabled={count < 3} onClick={() => distributeSelected("down")}>
        <AlignVerticalSpaceAround />
      </IconButton>
    </div>
  );
}

interface ManyPanelProps {
  /** Of agents, groups and notes. */
  readonly ids: readonly string[];
}

/** Several cards at once: what they are, and what can be done with all of them. */
export function ManyPanel({ ids }: ManyPanelProps) {
  const store = useEditorStore();
  const chosen = new Set(ids);
  const { agentCount, groupCount, arrangedCount } = useEditor(
    useShallow(({ cards, document }) => ({
      agentCount: ids.filter((id) => cards.has(id)).length,
      groupCount: document.groups.filter((group) => chosen.has(group.id)).length,
      arrangedCount: arrangedIds(document, chosen).size,
    })),
  );
  const remove = useRemove();
  const isApple = useIsApple();
  const { actions } = store.getState();
  return (
    <div className="flex min-h-0 flex-1 flex-col" data-inspector>
      <header className="flex-none px-4 py-3">
        <h2 className="text-14">
          {plural(ids.length, agentCount === ids.length ? "agent" : "card")} selected
        </h2>
        <p className="text-12 text-text-3">
          Drag one to move all; {isApple ? "⌘" : "Ctrl"} C copies them with their lines
        </p>
      </header>
      <ArrangeBar count={arrangedCount} />
      <div className="flex flex-none gap-2 border-b px-4 pb-3">
        <Button disabled={groupCount === ids.length} onClick={() => actions.groupSelected()}>
          <GroupIcon />
          Group
        </Button>
        <Button onClick={() => actions.duplicate(store.getState().selection)}>
          <Copy />
          Duplicate
        </Button>
        <Button variant="danger" onClick={() => remove()}>
          <Trash2 />
          Delete
        </Button>
      </div>
      <ul className="min-h-0 flex-1 overflow-y-auto py-1">
        {ids.map((id) => (
          <li key={id}>
            <Row id={id} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** One of them; pressed, it is the only one. */
function Row({ id }: { readonly id: string }) {
  const agent = useEditor(({ cards }) => cards.get(id)?.agent);
  const group = useEditor(({ document }) => document.groups.find((one) => one.id === id));
  const note = useEditor(({ document }) => document.notes.find((one) => one.id === id));
  const { focus, focusItem } = useEditorStore().getState().actions;
  const name = agent?.name ?? (group ? group.name || "Group" : note?.text.split("\n")[0] || "Empty note");
  return (
    <button
      type="button"
      onClick={() => (agent ? focus(id) : focusItem(id))}
      className="flex h-9 w-full items-center gap-2.5 px-4 text-left hover:bg-surface-3 focus-inside pointer-coarse:h-11"
    >
      {agent ? (
        <AgentAvatar icon={agent.icon} size={24} />
      ) : (
        <span className="grid size-6 flex-none place-items-center text-text-3">
          {group ? <GroupIcon /> : <StickyNote className="size-3.5" />}
        </span>
      )}
      <span dir="auto" className="truncate">
        {name}
      </span>
      {agent ? <span className="truncate text-12 text-text-3">{agent.role}</span> : null}
    </button>
  );
}
