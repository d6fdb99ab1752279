"use client";

import { Handle, type NodeProps, NodeResizer, Position } from "@xyflow/react";
import { ChevronDown, ChevronRight } from "lucide-react";
import { memo } from "react";
import { useShallow } from "zustand/react/shallow";
import { classNames } from "@/app/_ui/class-names.ts";
import { plural } from "../model/plural.ts";
import type { GroupNode as GroupNodeType } from "../store/canvas-items.ts";
import { useEditor, useEditorActions } from "./editor-context.tsx";
import { GroupIcon } from "./group-icon.tsx";
import { RenameField } from "./rename-field.tsx";

/** A box around cards that belong together: moved by its name, sized at its corners, folded to one card. */
export const GroupNode = memo(function GroupNode({
  id,
  selected,
  sourcePosition,
  targetPosition,
}: NodeProps<GroupNodeType>) {
  const { toggleFolded, setRenaming, resize } = useEditorActions();
  const view = useEditor(
    useShallow((state) => {
      const group = state.document.groups.find((candidate) => candidate.id === id);
      return {
        name: group?.name,
        count: group?.members.length ?? 0,
        isFolded: state.folded.has(id),
        isTarget: state.dropTargetId === id,
        isRenaming: state.renamingId === id && state.workplace === "canvas",
      };
    }),
  );
  const { name, count, isFolded, isTarget, isRenaming } = view;
  if (name === undefined) return null;
  const title = name === "" ? "Group" : name;
  const Icon = isFolded ? ChevronRight : ChevronDown;
  const head = (
    <div className="group-name flex h-8 min-w-0 items-center gap-1.5 pr-2 pl-1.5 text-12 font-medium">
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
        <span dir="auto" className="truncate" onDoubleClick={() => setRenaming(id)}>
          {title}
        </span>
      )}
      <span className="num flex-none font-normal text-text-3">{count}</span>
    </div>
  );
  return (
    <>
      <div
        role="treeitem"
        tabIndex={-1}
        aria-level={1}
        aria-selected={selected}
        aria-expanded={!isFolded}
        aria-label={`Group ${title}, ${plural(count, "member")}`}
        data-group-id={id}
        className={classNames(
          isFolded ? "group-card" : "group-box",
          selected && "is-selected",
          isTarget && "is-target",
        )}
      >
        {head}
        {isFolded ? (
          <div className="flex h-12 items-center gap-2 px-3 text-12 text-text-3">
            <GroupIcon className="size-4 flex-none" />
            {plural(count, "member")} folded away
          </div>
        ) : null}
      </div>
      {selected && !isFolded ? (
        <NodeResizer
          minWidth={160}
          minHeight={80}
          onResizeEnd={(_event, box) => resize(id, box)}
          handleClassName="box-corner"
          lineClassName="box-side"
        />
      ) : null}
      {isFolded ? (
        <>
          <Handle
            type="target"
            position={targetPosition ?? Position.Top}
            isConnectable={false}
            aria-hidden="true"
          />
          <Handle
            type="source"
            position={sourcePosition ?? Position.Bottom}
            isConnectable={false}
            aria-hidden="true"
          />
        </>
      ) : null}
    </>
  );
});
