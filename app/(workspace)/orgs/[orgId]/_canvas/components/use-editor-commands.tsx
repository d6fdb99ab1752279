"use client";

import { CornerDownRight, Keyboard, Maximize, Network, Redo2, StickyNote, Undo2 } from "lucide-react";
import { useMemo } from "react";
import type { CommandGroup } from "@/app/_shell/command-store.ts";
import { useCommands } from "@/app/_shell/use-commands.ts";
import { AgentIcon } from "@/app/_ui/agent-icon.tsx";
import type { AgentCard } from "../model/agent-card.ts";
import { useEditor, useEditorStore } from "./editor-context.tsx";
import { useFit } from "./use-fit.ts";
import { usePalettePick } from "./use-palette-pick.ts";
import { useTidy } from "./use-tidy.ts";

/** Adds the org's agents and what can be done with them to the command palette. */
export function useEditorCommands(onShowShortcuts: () => void): void {
  const store = useEditorStore();
  const cards = useEditor((state) => state.cards);
  const fitOrg = useFit();
  const tidy = useTidy();
  const pick = usePalettePick();
  const groups = useMemo((): readonly CommandGroup[] => {
    const { actions } = store.getState();
    // The palette gives the focus back first.
    const later = (run: () => void) => () => void setTimeout(run, 50);
    return [
      {
        heading: "Agents",
        kind: "find",
        commands: [...cards.values()].map((card) =>
          toCommand(
            card,
            later(() => actions.focus(card.agent.id)),
          ),
        ),
      },
      {
        heading: "Do",
        kind: "do",
        commands: [
          {
            id: "editor child",
            label: "Add a child to the selected agent",
            icon: <CornerDownRight />,
            keys: ["Tab"],
            onSelect: later(() => addChild(store)),
          },
          {
            id: "editor note",
            label: "Add a note",
            icon: <StickyNote />,
            onSelect: later(() => pick({ kind: "note", label: "Note" })),
          },
          {
            id: "editor tidy",
            label: "Tidy the layout",
            hint: "Top down",
            icon: <Network />,
            keys: ["Shift", "L"],
            onSelect: later(() => void tidy()),
          },
          {
            id: "editor fit",
            label: "Fit the org",
            icon: <Maximize />,
            keys: ["Shift", "1"],
            onSelect: later(() => fitOrg()),
          },
          {
            id: "editor undo",
            label: "Undo",
            icon: <Undo2 />,
            keys: ["Mod", "Z"],
            onSelect: later(actions.undo),
          },
          {
            id: "editor redo",
            label: "Redo",
            icon: <Redo2 />,
            keys: ["Mod", "Y"],
            onSelect: later(actions.redo),
          },
          {
            id: "editor keys",
            label: "Show the keyboard shortcuts",
            icon: <Keyboard />,
            keys: ["?"],
            onSelect: later(onShowShortcuts),
          },
        ],
      },
    ];
  }, [store, cards, fitOrg, tidy, pick, onShowShortcuts]);
  useCommands(groups);
}

function addChild(store: ReturnType<typeof useEditorStore>): void {
  const { actions, focusedId } = store.getState();
  if (focusedId !== undefined) actions.setRenaming(actions.addChild(focusedId));
}

function toCommand({ agent }: AgentCard, onSelect: () => void): CommandGroup["commands"][number] {
  return {
    id: `agent ${agent.id}`,
    label: agent.name,
    hint: agent.role,
    icon: <AgentIcon name={agent.icon} />,
    keywords: [agent.model.model, ...agent.skills],
    onSelect,
  };
}
