"use client";

import { Trash2, X } from "lucide-react";
import { AgentAvatar } from "@/app/_ui/agent-avatar.tsx";
import { Button, IconButton } from "@/app/_ui/button.tsx";
import { Switch } from "@/app/_ui/switch.tsx";
import { TextArea } from "@/app/_ui/text-area.tsx";
import { TextField } from "@/app/_ui/text-field.tsx";
import type { CanvasGroup } from "@/server/contract/org-document.ts";
import { useEditor, useEditorActions } from "../editor-context.tsx";
import { useRemove } from "../use-remove.ts";

interface ItemPanelProps {
  readonly itemId: string;
  readonly isInSheet: boolean;
}

/** A group or a note, in full. */
export function ItemPanel({ itemId, isInSheet }: ItemPanelProps) {
  const group = useEditor((state) => state.document.groups.find(({ id }) => id === itemId));
  const note = useEditor((state) => state.document.notes.find(({ id }) => id === itemId));
  const { closeInspector, updateNote } = useEditorActions();
  const remove = useRemove();
  if (!group && !note) return null;
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-y-auto" data-inspector>
      {isInSheet ? null : (
        <header className="flex flex-none items-center gap-2 px-4 pt-3 pb-1">
          <div className="min-w-0 flex-1">
            <h2 className="text-14">{group ? "Group" : "Note"}</h2>
            <p className="truncate text-12 text-text-3">
              {group ? "Moves as one; its agents work as before" : "For people: no agent reads it"}
            </p>
          </div>
          <IconButton label="Close the inspector" className="-mr-1.5" onClick={closeInspector}>
            <X />
          </IconButton>
        </header>
      )}
      <div className="flex flex-col gap-4 p-4">
        {group ? <GroupFields group={group} /> : null}
        {note ? (
          <TextArea
            label="Text"
            dir="auto"
            rows={6}
            maxLength={5_000}
            value={note.text}
            onChange={(event) => updateNote(itemId, event.target.value)}
          />
        ) : null}
        <div>
          <Button variant="danger" onClick={() => remove()}>
            <Trash2 />
            {group ? "Take the box away" : "Delete"}
          </Button>
        </div>
      </div>
      {group ? <Members group={group} /> : null}
    </div>
  );
}

interface GroupProps {
  readonly group: CanvasGroup;
}

function GroupFields({ group }: GroupProps) {
  const isFolded = useEditor((state) => state.folded.has(group.id));
  const { typeName, toggleFolded } = useEditorActions();
  return (
    <>
      <TextField
        label="Name"
        dir="auto"
        maxLength={80}
        value={group.name}
        placeholder="Group"
        onChange={(event) => typeName(group.id, event.target.value)}
      />
      <Switch label="Folded" isOn={isFolded} onChange={() => toggleFolded(group.id)} />
    </>
  );
}

function Members({ group }: GroupProps) {
  const cards = useEditor((state) => state.cards);
  const { focus } = useEditorActions();
  const agents = group.members.flatMap((id) => cards.get(id)?.agent ?? []);
  return (
    <>
      <h3 className="flex h-8 flex-none items-center border-y bg-surface-2 px-4 text-12">Holds</h3>
      {agents.length === 0 ? (
        <p className="p-4 text-12 text-text-2">Drag cards into the box, or choose it as an agent's group.</p>
      ) : (
        <ul className="py-1">
          {agents.map((agent) => (
            <li key={agent.id}>
              <button
                type="button"
                onClick={() => focus(agent.id)}
                className="flex h-9 w-full items-center gap-2.5 px-4 text-left hover:bg-surface-3 focus-inside pointer-coarse:h-11"
              >
                <AgentAvatar icon={agent.icon} size={24} />
                <span className="truncate">{agent.name}</span>
                <span className="truncate text-12 text-text-3">{agent.role}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
