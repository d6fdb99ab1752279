"use client";

import { Copy, CornerDownRight, Ellipsis, Link, Pencil, Play, Spline, Trash2, Waypoints } from "lucide-react";
import { IconButton } from "@/app/_ui/button.tsx";
import { DropdownMenu, type MenuEntry } from "@/app/_ui/menu.tsx";
import { askReport, openLine } from "../agent-keys.ts";
import { copyAgentLink } from "../copy-agent-link.ts";
import { useEditor, useEditorStore } from "../editor-context.tsx";
import { useRemove } from "../use-remove.ts";

interface AgentMenuProps {
  readonly agentId: string;
}

/** What can be done with an agent, for those without its keys at hand. */
export function AgentMenu({ agentId }: AgentMenuProps) {
  const store = useEditorStore();
  const remove = useRemove();
  const { actions } = store.getState();
  // The menu gives the focus back to its button first.
  const later = (run: () => void) => () => void setTimeout(run);
  const hasLine = useEditor(({ document }) => document.lines.some(({ childId }) => childId === agentId));
  const toLine: MenuEntry = {
    kind: "action",
    label: "Open its reporting line",
    icon: <Waypoints />,
    keys: ["L"],
    onSelect: later(() => openLine(store.getState(), agentId)),
  };
  return (
    <DropdownMenu
      align="end"
      trigger={
        <IconButton label="More">
          <Ellipsis />
        </IconButton>
      }
      entries={[
        {
          kind: "action",
          label: "Rename",
          icon: <Pencil />,
          keys: ["F2"],
          onSelect: later(() => actions.setRenaming(agentId)),
        },
        {
          kind: "action",
          label: "Add a child",
          icon: <CornerDownRight />,
          keys: ["Tab"],
          onSelect: later(() => actions.setRenaming(actions.addChild(agentId))),
        },
        {
          kind: "action",
          label: "Duplicate",
          icon: <Copy />,
          keys: ["Mod", "D"],
          onSelect: later(() => actions.duplicate(new Set([agentId]))),
        },
        {
          kind: "action",
          label: "Run from here",
          icon: <Play />,
          onSelect: later(() => actions.startAt(agentId)),
        },
        {
          kind: "action",
          label: "Choose whom it reports to",
          icon: <Spline />,
          keys: ["R"],
          onSelect: later(() => askReport(store.getState(), agentId)),
        },
        ...(hasLine ? [toLine] : []),
        {
          kind: "action",
          label: "Copy link",
          icon: <Link />,
          onSelect: later(
            () => void copyAgentLink(agentId, store.getState().cards.get(agentId)?.agent.name ?? ""),
          ),
        },
        { kind: "separator", id: "before-delete" },
        {
          kind: "action",
          label: "Delete",
          icon: <Trash2 />,
          keys: ["Delete"],
          isDanger: true,
          onSelect: later(() => {
            actions.select(new Set([agentId]));
            remove();
          }),
        },
      ]}
    />
  );
}
