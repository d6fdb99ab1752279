"use client";

import {
  Copy,
  CornerDownRight,
  FoldVertical,
  Link,
  Pencil,
  Play,
  Spline,
  StickyNote,
  Trash2,
  UnfoldVertical,
  Waypoints,
} from "lucide-react";
import { AgentIcon } from "@/app/_ui/agent-icon.tsx";
import { DropdownMenu, type MenuEntry } from "@/app/_ui/menu.tsx";
import type { Point } from "../model/geometry.ts";
import { askReport, openLine, type State } from "./agent-keys.ts";
import { copyAgentLink } from "./copy-agent-link.ts";
import { useEditorStore } from "./editor-context.tsx";
import { GroupIcon } from "./group-icon.tsx";
import { useRemove } from "./use-remove.ts";

/** What the menu was asked for on, and where. */
export interface MenuPlace {
  /** In pixels of the window. */
  readonly x: number;
  readonly y: number;
  /** The same place on the canvas. */
  readonly point: Point;
  /** The agent, group, note or line there; undefined on empty canvas. */
  readonly targetId: string | undefined;
}

interface CanvasMenuProps {
  readonly place: MenuPlace;
  readonly onClose: () => void;
}

/** What can be done where the pointer was pressed; the same as keys and inspector offer. */
export function CanvasMenu({ place, onClose }: CanvasMenuProps) {
  const store = useEditorStore();
  const remove = useRemove();
  // The menu gives the focus back first.
  const later = (run: (state: State) => void) => () => void setTimeout(() => run(store.getState()));
  const entries = entriesFor(store.getState(), place, { later, remove });
  return (
    <DropdownMenu
      isOpenAtFirst
      onClose={onClose}
      entries={entries}
      trigger={
        <button
          type="button"
          tabIndex={-1}
          aria-label="Menu"
          className="pointer-events-none fixed size-px opacity-0"
          style={{ left: place.x, top: place.y }}
        />
      }
    />
  );
}

interface Means {
  readonly later: (run: (state: State) => void) => () => void;
  readonly remove: () => boolean;
}

function entriesFor(state: State, place: MenuPlace, means: Means): readonly MenuEntry[] {
  const { targetId } = place;
  if (targetId === undefined) return canvasEntries(place, means);
  const end: readonly MenuEntry[] = [
    { kind: "separator", id: "before-delete" },
    {
      kind: "action",
      label: "Delete",
      icon: <Trash2 />,
      keys: ["Delete"],
      isDanger: true,
      onSelect: means.later(() => means.remove()),
    },
  ];
  if (state.cards.has(targetId)) return [...agentEntries(state, targetId, means), ...end];
  const isLine = state.document.lines.some((line) => line.id === targetId);
  return isLine ? end.slice(1) : [...itemEntries(state, targetId, means), ...end];
}

function agentEntries(state: State, id: string, { later }: Means): readonly MenuEntry[] {
  const card = state.cards.get(id);
  const isMany = state.selection.size > 1;
  const entries: MenuEntry[] = [
    rename(id, later),
    {
      kind: "action",
      label: "Add a child",
      icon: <CornerDownRight />,
      keys: ["Tab"],
      onSelect: later(({ actions }) => actions.setRenaming(actions.addChild(id))),
    },
    {
      kind: "action",
      label: "Run from here",
      icon: <Play />,
      onSelect: later(({ actions }) => actions.startAt(id)),
    },
    {
      kind: "action",
      label: "Choose whom it reports to",
      icon: <Spline />,
      keys: ["R"],
      onSelect: later((now) => askReport(now, id)),
    },
  ];
  if (state.document.lines.some(({ childId }) => childId === id)) entries.push(toLine(id, later));
  if (card && card.childCount > 0) entries.push(fold(id, card.hiddenCount > 0, later));
  entries.push(duplicate(later));
  if (isMany) entries.push(group(later));
  else if (card) entries.push(copyLink(id, card.agent.name, later));
  return entries;
}

function itemEntries(state: State, id: string, { later }: Means): readonly MenuEntry[] {
  const isGroup = state.document.groups.some((candidate) => candidate.id === id);
  const entries = isGroup ? [rename(id, later), fold(id, state.folded.has(id), later)] : [];
  return [...entries, duplicate(later)];
}

function canvasEntries({ point }: MenuPlace, { later }: Means): readonly MenuEntry[] {
  return [
    {
      kind: "action",
      label: "Add an agent here",
      icon: <AgentIcon name="bot" className="size-3.5" />,
      onSelect: later(({ actions }) => actions.setRenaming(actions.addAgent("blank", { position: point }))),
    },
    {
      kind: "action",
      label: "Add a note here",
      icon: <StickyNote />,
      onSelect: later(({ actions }) => void actions.addNote(point)),
    },
    {
      kind: "action",
      label: "Add a group here",
      icon: <GroupIcon />,
      onSelect: later(({ actions }) => void actions.addGroup(point)),
    },
  ];
}

type Later = Means["later"];

function rename(id: string, later: Later): MenuEntry {
  const onSelect = later(({ actions }) => actions.setRenaming(id));
  return { kind: "action", label: "Rename", icon: <Pencil />, keys: ["F2"], onSelect };
}

function copyLink(id: string, name: string, later: Later): MenuEntry {
  const onSelect = later(() => void copyAgentLink(id, name));
  return { kind: "action", label: "Copy link", icon: <Link />, onSelect };
}

function toLine(id: string, later: Later): MenuEntry {
  const onSelect = later((now) => openLine(now, id));
  return { kind: "action", label: "Open its reporting line", icon: <Waypoints />, keys: ["L"], onSelect };
}

function fold(id: string, isFolded: boolean, later: Later): MenuEntry {
  return {
    kind: "action",
    label: isFolded ? "Unfold" : "Fold",
    icon: isFolded ? <UnfoldVertical /> : <FoldVertical />,
    keys: ["C"],
    onSelect: later(({ actions }) => actions.toggleFolded(id)),
  };
}

function duplicate(later: Later): MenuEntry {
  return {
    kind: "action",
    label: "Duplicate",
    icon: <Copy />,
    keys: ["Mod", "D"],
    onSelect: later(({ selection, actions }) => actions.duplicate(selection)),
  };
}

function group(later: Later): MenuEntry {
  const onSelect = later(({ actions }) => void actions.groupSelected());
  return { kind: "action", label: "Group", icon: <GroupIcon />, keys: ["Mod", "G"], onSelect };
}
