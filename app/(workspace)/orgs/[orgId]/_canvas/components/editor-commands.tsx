"use client";

import {
  CornerDownRight,
  FoldVertical,
  History,
  Keyboard,
  ListTree,
  Maximize,
  Network,
  Play,
  Redo2,
  ScanLine,
  Spline,
  StickyNote,
  Undo2,
  UnfoldVertical,
} from "lucide-react";
import { useEffect, useMemo, useRef } from "react";
import type { CommandGroup } from "@/app/_shell/command-store.ts";
import { useCommands } from "@/app/_shell/use-commands.ts";
import { agentCommand } from "./agent-commands.tsx";
import { askReport } from "./agent-keys.ts";
import { useEditor, useEditorStore } from "./editor-context.tsx";
import { GroupIcon } from "./group-icon.tsx";
import { useFit } from "./use-fit.ts";
import { usePalettePick } from "./use-palette-pick.ts";
import { useRemove } from "./use-remove.ts";
import { useTidy } from "./use-tidy.ts";

interface EditorCommandsProps {
  readonly onShowShortcuts: () => void;
  readonly onRun: () => void;
  readonly onXray: () => void;
}

/** Adds the org's agents and what can be done with them to the command palette; draws nothing. */
export function EditorCommands(props: EditorCommandsProps) {
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  const store = useEditorStore();
  const cards = useEditor((state) => state.cards);
  const fitOrg = useFit();
  const tidy = useTidy();
  const pick = usePalettePick();
  const remove = useRemove();
  const groups = useMemo((): readonly CommandGroup[] => {
    const { actions, document } = store.getState();
    const parents = new Map(document.lines.map(({ childId, parentId }) => [childId, parentId]));
    const parentOf = (id: string) => cards.get(parents.get(id) ?? "")?.agent.name;
    // The palette gives the focus back first.
    const later = (run: () => void) => () => void setTimeout(run, 50);
    return [
      {
        heading: "Agents",
        kind: "find",
        commands: [...cards.values()].map((card) =>
          agentCommand(card, { store, remove, later, parentName: parentOf(card.agent.id) }),
        ),
      },
      {
        heading: "Do",
        kind: "do",
        commands: [
          {
            id: "editor run",
            label: "Run the task",
            icon: <Play />,
            keys: ["Mod", "⏎"],
            onSelect: later(() => latest.current.onRun()),
          },
          {
            id: "editor xray",
            label: "Show the X-ray",
            hint: "The most a run could do, and what is wrong",
            icon: <ScanLine />,
            onSelect: later(() => latest.current.onXray()),
          },
          {
            id: "editor versions",
            label: "Show the versions",
            hint: "Name, compare, restore",
            icon: <History />,
            onSelect: later(openVersions),
          },
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
            onSelect: later(() => void tidy("down")),
          },
          {
            id: "editor tidy right",
            label: "Tidy the layout",
            hint: "Left to right",
            icon: <Network className="-rotate-90" />,
            keys: ["Shift", "R"],
            onSelect: later(() => void tidy("right")),
          },
          {
            id: "editor group",
            label: "Group what is selected",
            icon: <GroupIcon />,
            keys: ["Mod", "G"],
            onSelect: later(() => pick({ kind: "group", label: "Group" })),
          },
          {
            id: "editor outline",
            label: "Show the outline",
            icon: <ListTree />,
            keys: ["O"],
            onSelect: later(() => actions.setOutlineOpen(true)),
          },
          {
            id: "editor report",
            label: "Choose whom the selected agent reports to",
            icon: <Spline />,
            keys: ["R"],
            onSelect: later(() => askFocused(store)),
          },
          {
            id: "editor fold",
            label: "Fold everything below the top level",
            icon: <FoldVertical />,
            onSelect: later(() => foldAll(store)),
          },
          {
            id: "editor unfold",
            label: "Unfold everything",
            icon: <UnfoldVertical />,
            onSelect: later(() => unfoldAll(store)),
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
            onSelect: later(() => latest.current.onShowShortcuts()),
          },
        ],
      },
    ];
  }, [store, cards, fitOrg, tidy, pick, remove]);
  useCommands(groups);
  return null;
}

/** Its button holds whether they are open. */
function openVersions(): void {
  document.querySelector<HTMLButtonElement>("[data-versions]")?.click();
}

function askFocused(store: ReturnType<typeof useEditorStore>): void {
  const state = store.getState();
  if (state.focusedId !== undefined) askReport(state, state.focusedId);
}

/** The lead and those who report to it stay; what is below them is folded away. */
function foldAll(store: ReturnType<typeof useEditorStore>): void {
  const { actions, cards } = store.getState();
  const inner = [...cards.values()].filter((card) => card.level === 2 && card.childCount > 0);
  actions.setFolded(
    inner.map((card) => card.agent.id),
    true,
  );
  actions.announce("All below the top level folded");
}

function unfoldAll(store: ReturnType<typeof useEditorStore>): void {
  const { actions, folded } = store.getState();
  actions.setFolded(folded, false);
  actions.announce("All unfolded");
}

function addChild(store: ReturnType<typeof useEditorStore>): void {
  const { actions, focusedId } = store.getState();
  if (focusedId !== undefined) actions.setRenaming(actions.addChild(focusedId));
}
