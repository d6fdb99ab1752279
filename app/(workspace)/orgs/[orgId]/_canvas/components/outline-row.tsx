"use client";

import { ChevronDown, ChevronRight, StickyNote, TriangleAlert } from "lucide-react";
import { memo, useEffect, useRef } from "react";
import { useShallow } from "zustand/react/shallow";
import { AgentIcon } from "@/app/_ui/agent-icon.tsx";
import { classNames } from "@/app/_ui/class-names.ts";
import { describeCard } from "../model/agent-card.ts";
import type { OutlineRow as Row } from "../model/outline-rows.ts";
import { plural } from "../model/plural.ts";
import { answerReport } from "./agent-keys.ts";
import { useEditor, useEditorStore } from "./editor-context.tsx";
import { GroupIcon } from "./group-icon.tsx";
import { goTo } from "./outline-keys.ts";
import { RenameField } from "./rename-field.tsx";
import { useAskedFocus } from "./use-asked-focus.ts";

interface OutlineRowProps {
  readonly row: Row;
  /** Its number in the whole list, its top edge and its height at least. */
  readonly place: { readonly index: number; readonly start: number; readonly size: number };
  readonly isTabStop: boolean;
  /** Told of the row's element, so that its height counts. */
  readonly measure: (element: Element | null) => void;
}

/**
 * One agent, group or note in the outline: its name, which can be typed here, and what it is there for. Selected, by finger or
 * by key, it shows both whole, over as many lines as they need.
 */
export const OutlineRow = memo(function OutlineRow({ row, place, isTabStop, measure }: OutlineRowProps) {
  const { id, kind, level } = row;
  const store = useEditorStore();
  const element = useRef<HTMLDivElement>(null);
  const view = useEditor(
    useShallow((state) => ({
      card: state.cards.get(id),
      extra: kind === "agent" ? undefined : extraOf(state, id),
      isSelected: state.selection.has(id),
      isRenaming: state.renamingId === id && state.workplace === "outline",
      focusRequest:
        state.focusRequest?.id === id && state.focusRequest.place === "outline"
          ? state.focusRequest
          : undefined,
    })),
  );
  const { card, extra, isSelected, isRenaming, focusRequest } = view;
  useAskedFocus(element, { request: focusRequest, isRenaming });
  useEffect(() => measure(element.current), [measure]);
  const name = card?.agent.name ?? extra?.name ?? "";
  const detail = card?.agent.role ?? extra?.detail;
  const fit = isSelected ? "py-1 wrap-anywhere" : "truncate";
  const press = (isAdding: boolean) => {
    const state = store.getState();
    if (state.pendingReport !== undefined && kind === "agent") answerReport(state, state.pendingReport, id);
    else goTo(state, row, isAdding);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows of a virtual list are placed by hand, which table rows cannot be
    // biome-ignore lint/a11y/useKeyWithClickEvents: the treegrid around it has the keys
    <div
      ref={element}
      role="row"
      data-row-id={id}
      data-index={place.index}
      tabIndex={isTabStop ? 0 : -1}
      aria-level={level}
      aria-posinset={row.placeAmongSiblings}
      aria-setsize={row.siblingCount}
      aria-rowindex={place.index + 1}
      aria-expanded={row.isOpen}
      aria-selected={isSelected}
      onFocus={() => {
        if (kind === "agent") store.getState().actions.setFocused(id);
      }}
      onClick={(event) => press(event.shiftKey || event.ctrlKey || event.metaKey)}
      onDoubleClick={() => store.getState().actions.setRenaming(id)}
      style={{ top: place.start, minHeight: place.size, paddingLeft: 12 + (level - 1) * 16 }}
      className={classNames(
        "absolute inset-x-0 flex cursor-default items-center gap-1.5 pr-3 text-12 select-none focus-inside",
        isSelected ? "bg-accent-soft" : "hover:bg-surface-3",
      )}
    >
      <FoldMark row={row} name={name} />
      {/* biome-ignore lint/a11y/useSemanticElements: a cell of such a row */}
      <div role="gridcell" tabIndex={-1} className="flex min-w-0 flex-[3] items-center gap-2">
        <RowIcon kind={kind} icon={card?.agent.icon} />
        {isRenaming ? (
          <RenameField id={id} name={name} />
        ) : (
          <span aria-hidden="true" dir="auto" title={name} className={classNames("min-w-0 font-medium", fit)}>
            {name}
          </span>
        )}
        <span className="sr-only">
          {card ? describeCard(card) : `${kind === "group" ? "Group" : "Note"}: ${name}`}
        </span>
        {card?.problem ? (
          <TriangleAlert
            className={classNames(
              "size-3 flex-none",
              card.problem.level === "error" ? "text-st-fail" : "text-st-person",
            )}
          />
        ) : null}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a cell of such a row */}
      <div
        role="gridcell"
        tabIndex={-1}
        dir="auto"
        className={classNames("min-w-0 flex-[2] text-11 text-text-3", fit)}
      >
        <span aria-hidden={card !== undefined} title={detail}>
          {detail}
        </span>
      </div>
    </div>
  );
});

type EditorStoreState = Parameters<Parameters<typeof useEditor>[0]>[0];

interface Extra {
  readonly name: string;
  readonly detail: string;
}

const known = new WeakMap<object, Extra>();

/** What a group's or a note's row says; the same object as long as the thing itself is. */
function extraOf({ document }: EditorStoreState, id: string): Extra | undefined {
  const group = document.groups.find((candidate) => candidate.id === id);
  const note = group ? undefined : document.notes.find((candidate) => candidate.id === id);
  const item = group ?? note;
  if (!item) return undefined;
  const extra = known.get(item) ?? {
    name: group ? group.name || "Group" : note?.text.split("\n")[0] || "Empty note",
    detail: group ? plural(group.members.length, "member") : "note",
  };
  known.set(item, extra);
  return extra;
}

function RowIcon({ kind, icon }: { readonly kind: Row["kind"]; readonly icon: string | undefined }) {
  if (kind === "group") return <GroupIcon className="size-3.5 flex-none text-text-3" />;
  if (kind === "note") return <StickyNote className="size-3.5 flex-none text-text-3" />;
  return <AgentIcon name={icon ?? "bot"} className="size-3.5 flex-none text-text-3" />;
}

/** Folds by pointer; the keyboard has the arrows. */
function FoldMark({ row, name }: { readonly row: Row; readonly name: string }) {
  const store = useEditorStore();
  if (row.isOpen === undefined) return <span className="w-4 flex-none" />;
  const Icon = row.isOpen ? ChevronDown : ChevronRight;
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-hidden="true"
      title={`${row.isOpen ? "Fold" : "Unfold"} ${name}`}
      onClick={(event) => {
        event.stopPropagation();
        store.getState().actions.toggleFolded(row.id);
      }}
      className="grid size-4 flex-none place-items-center rounded-1 text-text-3 hover:bg-border"
    >
      <Icon className="size-3" />
    </button>
  );
}
