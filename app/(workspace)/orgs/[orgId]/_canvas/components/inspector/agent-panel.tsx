"use client";

import { X } from "lucide-react";
import { AgentAvatar } from "@/app/_ui/agent-avatar.tsx";
import { IconButton } from "@/app/_ui/button.tsx";
import { plural } from "../../model/plural.ts";
import { useEditor, useEditorActions } from "../editor-context.tsx";
import { AgentMenu } from "./agent-menu.tsx";
import { AgentTabs } from "./agent-tabs.tsx";

interface AgentPanelProps {
  readonly agentId: string;
  readonly isInSheet: boolean;
}

/** One agent in full: who it is, and its views. */
export function AgentPanel({ agentId, isInSheet }: AgentPanelProps) {
  return (
    <div className="flex min-h-0 flex-1 flex-col" data-inspector>
      {isInSheet ? null : <AgentHead agentId={agentId} />}
      <AgentTabs key={agentId} agentId={agentId} />
    </div>
  );
}

interface AgentHeadProps {
  readonly agentId: string;
}

function AgentHead({ agentId }: AgentHeadProps) {
  const { closeInspector, focus } = useEditorActions();
  const agent = useEditor((state) => state.cards.get(agentId)?.agent);
  if (!agent) return null;
  return (
    <header className="flex flex-none items-center gap-2.5 px-4 py-3">
      <AgentAvatar icon={agent.icon} />
      <div className="min-w-0 flex-1">
        <h2 dir="auto" className="truncate text-14 leading-5 tracking-[-0.01em]">
          {agent.name}
        </h2>
        <Place agentId={agentId} />
      </div>
      <AgentMenu agentId={agentId} />
      <IconButton
        label="Close the inspector"
        className="-mr-1.5 -ml-1.5"
        onClick={() => {
          closeInspector();
          focus(agentId);
        }}
      >
        <X />
      </IconButton>
    </header>
  );
}

/** "Reports to Lead, leads 2 agents". */
function Place({ agentId }: AgentHeadProps) {
  const parentName = useEditor(({ document: { lines }, cards }) => {
    const parentId = lines.find((line) => line.childId === agentId)?.parentId;
    return parentId === undefined ? undefined : cards.get(parentId)?.agent.name;
  });
  const card = useEditor((state) => state.cards.get(agentId));
  const parts: string[] = [];
  if (parentName !== undefined) parts.push(`Reports to ${parentName}`);
  else if (!card?.isLead) parts.push("Reports to nobody");
  if (card && card.childCount > 0) parts.push(`leads ${plural(card.childCount, "agent")}`);
  const words = parts.join(", ");
  return <p className="truncate text-12 text-text-3">{words.charAt(0).toUpperCase() + words.slice(1)}</p>;
}
