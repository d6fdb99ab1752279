import { Copy, CornerDownRight, Link, Pencil, Play, Spline, Trash2, Waypoints, Wrench } from "lucide-react";
import type { Command } from "@/app/_shell/command-store.ts";
import { AgentIcon } from "@/app/_ui/agent-icon.tsx";
import type { AgentCard } from "../model/agent-card.ts";
import type { EditorStore } from "../store/create-editor-store.ts";
import { askReport, openLine } from "./agent-keys.ts";
import { copyAgentLink } from "./copy-agent-link.ts";

export interface AgentCommandTools {
  readonly store: EditorStore;
  readonly parentName: string | undefined;
  /** Deletes what is selected. */
  readonly remove: () => boolean;
  /** Acts once the palette has given the focus back. */
  readonly later: (run: () => void) => () => void;
}

/** An agent as the palette finds it, with what can be done with it. */
export function agentCommand(card: AgentCard, tools: AgentCommandTools): Command {
  const { agent } = card;
  const place = tools.parentName === undefined ? "Reports to nobody" : `Reports to ${tools.parentName}`;
  return {
    id: `agent ${agent.id}`,
    label: agent.name,
    hint: `${place}, ${agent.model.model}`,
    icon: <AgentIcon name={agent.icon} />,
    keywords: [agent.role, ...agent.skills],
    actions: () => agentActions(card, tools),
    onSelect: tools.later(() => tools.store.getState().actions.focus(agent.id)),
  };
}

function agentActions({ agent: { id, name } }: AgentCard, tools: AgentCommandTools): readonly Command[] {
  const { store, remove, later, parentName } = tools;
  const { actions } = store.getState();
  const select = () => actions.select(new Set([id]));
  const action = (key: string, command: Omit<Command, "id">): Command => ({
    ...command,
    id: `agent ${id} ${key}`,
    onSelect: later(() => {
      actions.focus(id);
      command.onSelect();
    }),
  });
  const toLine = action("line", {
    label: `Open the reporting line of ${name}`,
    hint: "Its limits and rights",
    icon: <Waypoints />,
    keys: ["L"],
    onSelect: () => openLine(store.getState(), id),
  });
  return [
    action("run", {
      label: `Run from ${name}`,
      hint: "Give it a task of its own",
      icon: <Play />,
      keys: ["Mod", "⏎"],
      onSelect: () => actions.startAt(id),
    }),
    action("child", {
      label: `Add a child to ${name}`,
      icon: <CornerDownRight />,
      keys: ["Tab"],
      onSelect: () => actions.setRenaming(actions.addChild(id)),
    }),
    action("rename", {
      label: `Rename ${name}`,
      icon: <Pencil />,
      keys: ["F2"],
      onSelect: () => {
        select();
        actions.setRenaming(id);
      },
    }),
    action("tools", {
      label: `Show the tools of ${name}`,
      icon: <Wrench />,
      onSelect: () => {
        select();
        actions.openInspector("tools");
        actions.callInspector(true);
      },
    }),
    action("duplicate", {
      label: `Duplicate ${name}`,
      icon: <Copy />,
      keys: ["Mod", "D"],
      onSelect: () => actions.duplicate(new Set([id])),
    }),
    action("report", {
      label: `Choose whom ${name} reports to`,
      icon: <Spline />,
      keys: ["R"],
      onSelect: () => askReport(store.getState(), id),
    }),
    ...(parentName === undefined ? [] : [toLine]),
    action("link", {
      label: `Copy the link to ${name}`,
      icon: <Link />,
      onSelect: () => void copyAgentLink(id, name),
    }),
    action("delete", {
      label: `Delete ${name}`,
      icon: <Trash2 />,
      keys: ["Delete"],
      onSelect: () => {
        select();
        remove();
      },
    }),
  ];
}
