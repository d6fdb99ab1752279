"use client";

import { Command as Cmdk } from "cmdk";
import { Check, Search } from "lucide-react";
import { type ReactNode, useState } from "react";
import { AgentIcon } from "@/app/_ui/agent-icon.tsx";
import { Popover } from "@/app/_ui/popover.tsx";
import type { Agent } from "@/server/contract/org-document.ts";
import { findLead } from "@/server/contract/org-graph.ts";
import { foundAgents } from "../model/found-agents.ts";
import { taskTarget } from "../model/own-task.ts";
import { useEditor, useEditorActions } from "./editor-context.tsx";

interface RunTargetMenuProps {
  readonly trigger: ReactNode;
}

/** As many as are read through; what is typed finds the rest. */
const MOST = 60;

/** The agents to choose from, found by what is typed; open from the start, because its button was pressed to get it. */
export function RunTargetMenu({ trigger }: RunTargetMenuProps) {
  const [isOpen, setIsOpen] = useState(true);
  return (
    <Popover
      trigger={trigger}
      label="Who gets the task"
      side="top"
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      className="flex max-h-[min(26rem,var(--radix-popper-available-height))] w-72 flex-col overflow-hidden"
    >
      <Choice onDone={() => setIsOpen(false)} />
    </Popover>
  );
}

function Choice({ onDone }: { readonly onDone: () => void }) {
  const document = useEditor((state) => state.document);
  const chosen = useEditor(taskTarget).agentId;
  const { startAt } = useEditorActions();
  const [text, setText] = useState("");
  const leadId = findLead(document)?.id;
  const found = foundAgents(document.agents, leadId, text);
  const choose = (id: string) => {
    onDone();
    // The panel goes first; then the task takes the focus.
    setTimeout(() => startAt(id === leadId ? undefined : id), 50);
  };
  return (
    <Cmdk label="Who gets the task" loop shouldFilter={false} className="flex min-h-0 flex-col">
      <div className="flex h-9 flex-none items-center gap-2 border-b px-3 pointer-coarse:h-11">
        <Search className="size-3.5 flex-none text-text-3" />
        <Cmdk.Input
          autoFocus
          value={text}
          onValueChange={setText}
          placeholder="Who gets the task"
          className="h-full min-w-0 flex-1 bg-transparent text-13 outline-none pointer-coarse:text-16"
        />
      </div>
      <Cmdk.List className="min-h-0 flex-1 scroll-py-1 overflow-y-auto p-1">
        <Cmdk.Empty className="px-2 py-3 text-12 text-text-2 wrap-anywhere">
          No agent is called “{text}”.
        </Cmdk.Empty>
        {found.slice(0, MOST).map((agent) => (
          <Option key={agent.id} agent={agent} isChosen={agent.id === chosen} onChoose={choose} />
        ))}
        {found.length > MOST ? (
          <p className="px-2 py-1.5 text-12 text-text-3">
            {found.length - MOST} more: type a name or a role.
          </p>
        ) : null}
      </Cmdk.List>
    </Cmdk>
  );
}

interface OptionProps {
  readonly agent: Agent;
  readonly isChosen: boolean;
  readonly onChoose: (id: string) => void;
}

function Option({ agent: { id, name, role, icon }, isChosen, onChoose }: OptionProps) {
  return (
    <Cmdk.Item
      value={id}
      onSelect={() => onChoose(id)}
      className="flex min-h-8 cursor-default items-center gap-2 rounded-2 px-2 py-1 text-13 data-[selected=true]:bg-surface-3 pointer-coarse:min-h-11"
    >
      <AgentIcon name={icon} className="size-3.5 flex-none text-text-3" />
      <span className="min-w-0 flex-1">
        <span dir="auto" className="block truncate">
          {name}
        </span>
        {role ? (
          <span dir="auto" className="block truncate text-11 text-text-3">
            {role}
          </span>
        ) : null}
      </span>
      {isChosen ? (
        <>
          <Check aria-hidden="true" className="size-3.5 flex-none text-accent" />
          <span className="sr-only">, gets it now</span>
        </>
      ) : null}
    </Cmdk.Item>
  );
}
