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
  Trash2,
} from "lucide-react";
import { AgentAvatar } from "@/app/_ui/agent-avatar.tsx";
import { Button, IconButton } from "@/app/_ui/button.tsx";
import { useIsApple } from "@/app/_ui/use-is-apple.ts";
import type { AlignEdge } from "../../model/arrange.ts";
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
        <IconButton key={edge} label={label} onClick={() => alignSelected(edge)}>
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
  readonly agentIds: readonly string[];
}

/** Several agents at once: who they are, and what can be done with all of them. */
export function ManyPanel({ agentIds }: ManyPanelProps) {
  const store = useEditorStore();
  const cards = useEditor((state) => state.cards);
  const remove = useRemove();
  const isApple = useIsApple();
  const { actions } = store.getState();
  return (
    <div className="flex min-h-0 flex-1 flex-col" data-inspector>
      <header className="flex-none px-4 py-3">
        <h2 className="text-14">{plural(agentIds.length, "agent")} selected</h2>
        <p className="text-12 text-text-3">
          Drag one to move all; {isApple ? "⌘" : "Ctrl"} C copies them with their lines
        </p>
      </header>
      <ArrangeBar count={agentIds.length} />
      <div className="flex flex-none gap-2 border-b px-4 pb-3">
        <Button onClick={() => actions.groupSelected()}>
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
        {agentIds.map((id) => {
          const agent = cards.get(id)?.agent;
          if (!agent) return null;
          return (
            <li key={id}>
              <button
                type="button"
                onClick={() => actions.focus(id)}
                className="flex h-9 w-full items-center gap-2.5 px-4 text-left hover:bg-surface-3 focus-inside pointer-coarse:h-11"
              >
                <AgentAvatar icon={agent.icon} size={24} />
                <span className="truncate">{agent.name}</span>
                <span className="truncate text-12 text-text-3">{agent.role}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
