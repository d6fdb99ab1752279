"use client";

import { Copy, Trash2 } from "lucide-react";
import { AgentAvatar } from "@/app/_ui/agent-avatar.tsx";
import { Button } from "@/app/_ui/button.tsx";
import { duplicateItems } from "../../model/clipboard.ts";
import { plural } from "../../model/plural.ts";
import { useEditor, useEditorStore } from "../editor-context.tsx";
import { useRemove } from "../use-remove.ts";

interface ManyPanelProps {
  readonly agentIds: readonly string[];
}

/** Several agents at once: who they are, and what can be done with all of them. */
export function ManyPanel({ agentIds }: ManyPanelProps) {
  const store = useEditorStore();
  const cards = useEditor((state) => state.cards);
  const remove = useRemove();
  const { actions } = store.getState();
  return (
    <div className="flex min-h-0 flex-1 flex-col" data-inspector>
      <header className="flex-none px-4 py-3">
        <h2 className="text-14">{plural(agentIds.length, "agent")} selected</h2>
        <p className="text-12 text-text-3">Drag one to move all; Ctrl C copies them with their lines</p>
      </header>
      <div className="flex flex-none gap-2 border-b px-4 pb-3">
        <Button
          onClick={() =>
            actions.insert(duplicateItems(store.getState().document, store.getState().selection), "Duplicate")
          }
        >
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
