"use client";

import { useState } from "react";
import { AgentIcon, agentIconNames } from "@/app/_ui/agent-icon.tsx";
import { Button } from "@/app/_ui/button.tsx";
import { classNames } from "@/app/_ui/class-names.ts";
import { lazyPart } from "@/app/_ui/lazy-part.tsx";
import { Popover } from "@/app/_ui/popover.tsx";
import { Select, type SelectOption } from "@/app/_ui/select.tsx";
import { Skeleton } from "@/app/_ui/skeleton.tsx";
import { TextField } from "@/app/_ui/text-field.tsx";
import type { Agent, OrgDocument } from "@/server/contract/org-document.ts";
import { createTree, readingOrder, subtreeOf } from "../../model/agent-tree.ts";
import { useEditor, useEditorActions } from "../editor-context.tsx";
import type { AgentTabProps } from "./agent-tab-props.ts";
import { GroupChoice } from "./group-choice.tsx";

const MarkdownEditor = lazyPart(async () => (await import("@/app/_ui/markdown-editor.tsx")).MarkdownEditor);

const nobody = "-";
const toNobody: SelectOption = { value: nobody, label: "Nobody" };

/** Who the agent is: name, role, icon, whom it reports to, and the persona that begins its prompt. */
export function IdentityTab({ agentId }: AgentTabProps) {
  const agent = useEditor((state) => state.cards.get(agentId)?.agent);
  const broughtIn = useEditor((state) => state.broughtIn);
  const { updateAgent } = useEditorActions();
  const [name, setName] = useState<string>();
  if (!agent) return null;
  return (
    <div className="flex flex-1 flex-col gap-4 p-4">
      <div className="flex items-end gap-2">
        <IconPicker agentId={agentId} icon={agent.icon} />
        <TextField
          label="Name"
          value={name ?? agent.name}
          maxLength={80}
          dir="auto"
          hint={name === undefined ? undefined : ""}
          error={name !== undefined && name.trim() === "" ? "An agent needs a name" : undefined}
          onChange={(event) => {
            const typed = event.target.value;
            setName(typed);
            if (typed.trim() !== "") updateAgent(agentId, { name: typed });
          }}
          onBlur={() => {
            if (name !== undefined && name.trim() !== "") updateAgent(agentId, { name: name.trim() });
            setName(undefined);
          }}
          fieldClassName="flex-1"
        />
      </div>
      <TextField
        label="Role"
        value={agent.role}
        maxLength={200}
        dir="auto"
        placeholder="What it is there for, in a few words"
        hint="Whoever leads this agent reads name and role before delegating"
        onChange={(event) => updateAgent(agentId, { role: event.target.value })}
      />
      <ReportsTo agentId={agentId} />
      <GroupChoice agentId={agentId} />
      <div className="flex min-h-48 flex-1 flex-col gap-1.5">
        <span className="flex items-baseline justify-between text-12 font-medium" id={`persona-${agentId}`}>
          Persona
          <span className="font-normal text-text-3">Markdown, begins the system prompt</span>
        </span>
        <MarkdownEditor
          fallback={<Skeleton className="min-h-40 w-full flex-1 rounded-2" />}
          key={`${agentId} ${broughtIn}`}
          label="Persona"
          placeholder="How this agent works, what it must not do, what its answers look like"
          className="min-h-40 flex-1"
          value={agent.persona}
          onChange={(persona) => updateAgent(agentId, { persona })}
        />
      </div>
    </div>
  );
}

/** Whom it reports to. Its choices are read and drawn when it is opened: an org has thousands of them, and changes with every key. */
function ReportsTo({ agentId }: AgentTabProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { reparent } = useEditorActions();
  const drawing = useEditor((state) => (isOpen ? state.document : undefined));
  const parent = useEditor(
    ({ document, cards }) =>
      cards.get(document.lines.find(({ childId }) => childId === agentId)?.parentId ?? "")?.agent,
  );
  const leads = useEditor(({ document }) => document.lines.some(({ parentId }) => parentId === agentId));
  const chosen = parent ? toOption(parent) : toNobody;
  return (
    <Select
      label="Reports to"
      value={parent?.id ?? nobody}
      onValueChange={(value) => reparent(agentId, value === nobody ? undefined : value)}
      onOpenChange={setIsOpen}
      options={drawing ? [toNobody, ...parentsFor(drawing, agentId)] : [chosen]}
      hint={leads ? "Agents below this one cannot lead it" : undefined}
    />
  );
}

function parentsFor(document: OrgDocument, agentId: string) {
  const tree = createTree(document);
  const below = subtreeOf(tree, agentId);
  return readingOrder(tree)
    .filter((id) => !below.has(id))
    .flatMap((id) => tree.agents.get(id) ?? [])
    .map(toOption);
}

function toOption({ id, name, role }: Pick<Agent, "id" | "name" | "role">): SelectOption {
  return { value: id, label: name, hint: role.slice(0, 32) };
}

interface IconPickerProps extends AgentTabProps {
  readonly icon: string;
}

function IconPicker({ agentId, icon }: IconPickerProps) {
  const { updateAgent } = useEditorActions();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Popover
      label="Icon"
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      className="grid w-61 grid-cols-6 gap-1 p-2"
      trigger={
        <Button size={32} aria-label={`Icon: ${icon}`} className="w-9 px-0! pointer-coarse:w-11">
          <AgentIcon name={icon} />
        </Button>
      }
    >
      {agentIconNames.map((name) => (
        <button
          key={name}
          type="button"
          aria-label={name}
          aria-pressed={name === icon}
          onClick={() => {
            updateAgent(agentId, { icon: name });
            setIsOpen(false);
          }}
          className={classNames(
            "grid size-9 place-items-center rounded-2 pointer-coarse:size-11",
            name === icon ? "bg-accent-soft text-accent" : "hover:bg-surface-3",
          )}
        >
          <AgentIcon name={name} />
        </button>
      ))}
    </Popover>
  );
}
