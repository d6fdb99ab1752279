"use client";

import { Handle, type NodeProps, NodeResizer, Position } from "@xyflow/react";
import { ChevronDown, ChevronRight } from "lucide-react";
import { memo, useRef } from "react";
import { useShallow } from "zustand/react/shallow";
import { classNames } from "@/app/_ui/class-names.ts";
import { plural } from "../model/plural.ts";
import type { GroupNode as GroupNodeType } from "../store/canvas-items.ts";
import type { FocusRequest } from "../store/editor-state.ts";
import { useEditor, useEditorActions } from "./editor-context.tsx";
import { GroupIcon } from "./group-icon.tsx";
import { RenameField } from "./rename-field.tsx";
import { useAskedFocus } from "./use-asked-focus.ts";

/** A box around cards that belong together: moved by its name, sized at its corners, folded to one card. */
export const GroupNode = memo(function GroupNode({
  id,
  selected,
  sourcePosition,
  targetPosition,
}: NodeProps<GroupNodeType>) {
  const { resize } = useEditorActions();
  const view = useEditor(
    useShallow((state) => {
      const group = state.document.groups.find((candidate) => candidate.id === id);
      return {
        name: group?.name,
        count: group?.members.length ?? 0,
        isFolded: state.folded.has(id),
        isTarget: state.dropTargetId === id,
        isRenaming: state.renamingId === id && state.workplace === "canvas",
        focusRequest:
          state.focusRequest?.id === id && state.focusRequest.place === "canvas"
            ? state.focusRequest
            : undefined,
      };
    }),
  );
  if (view.name === undefined) return null;
  const group = { ...view, id, name: view.name, title: view.name === "" ? "Group" : view.name };
  return (
    <>
      <GroupFrame group={group} isSelected={selected} />
      {selected && !group.isFolded ? (
        <NodeResizer
          minWidth={160}
          minHeight={80}
          onResizeEnd={(_event, box) => resize(id, box)}
          handleClassName="box-corner"
          lineClassName="box-side"
        />
      ) : null}
      {group.isFolded ? <GroupEnds above={targetPosition} below={sourcePosition} /> : null}
    </>
  );
});

interface GroupView {
  readonly id: string;
  readonly name: string;
  readonly title: string;
  readonly count: number;
  readonly isFolded: boolean;
  readonly isTarget: boolean;
  readonly isRenaming: boolean;
  readonly focusRequest: FocusRequest | undefined;
}

interface GroupFrameProps {
  readonly group: GroupView;
  readonly isSelected: boolean;
}

function GroupFrame({ group, isSelected }: GroupFrameProps) {
  const { title, count, isFolded, isTarget, isRenaming, focusRequest } = group;
  const element = useRef<HTMLDivElement>(null);
  useAskedFocus(element, { request: focusRequest, isRenaming });
  return (
    <div
      ref={element}
      role="treeitem"
      tabIndex={-1}
      aria-level={1}
      aria-selected={isSelected}
      aria-expanded={!isFolded}
      className={classNames(
        isFolded ? "group-card" : "group-box",
        isSelected && "is-selected",
        isTarget && "is-target",
      )}
    >
      <span className="sr-only">{`Group ${title}, ${plural(count, "member")}`}</span>
      <GroupHead group={group} />
      {isFolded ? (
        <div aria-hidden="true" className="flex h-12 items-center gap-2 px-3 text-12 text-text-3">
          <GroupIcon className="size-4 flex-none" />
          {plural(count, "member")} folded away
        </div>
      ) : null}
    </div>
  );
}

function GroupHead({
  group: { id, name, title, count, isFolded, isRenaming },
}: {
  readonly group: GroupView;
}) {
  const { toggleFolded } = useEditorActions();
  const Icon = isFolded ? ChevronRight : ChevronDown;
  return (
    <div className="group-name flex h-8 min-w-0 cursor-grab items-center gap-1.5 pr-2 pl-1.5 text-12 font-medium">
      <button
        type="button"
        aria-label={`${isFolded ? "Unfold" : "Fold"} ${title}`}
        tabIndex={-1}
        onClick={(event) => {
          event.stopPropagation();
          toggleFolded(id);
        }}
        className="nodrag nopan grid size-6 flex-none place-items-center rounded-1 text-text-3 hover:bg-surface-3"
      >
        <Icon className="size-3.5" />
      </button>
      {isRenaming ? (
        <RenameField id={id} name={name} />
      ) : (
        <span aria-hidden="true" dir="auto" className="truncate">
          {title}
        </span>
      )}
      <span aria-hidden="true" className="num flex-none font-normal text-text-3">
        {count}
      </span>
    </div>
  );
}

interface GroupEndsProps {
  readonly above: Position | undefined;
  readonly below: Position | undefined;
}

/** Where lines of what is folded away arrive and leave; none can be drawn from here. */
function GroupEnds({ above = Position.Top, below = Position.Bottom }: GroupEndsProps) {
  return (
    <>
      <Handle type="target" position={above} isConnectable={false} aria-hidden="true" />
      <Handle type="source" position={below} isConnectable={false} aria-hidden="true" />
    </>
  );
}
