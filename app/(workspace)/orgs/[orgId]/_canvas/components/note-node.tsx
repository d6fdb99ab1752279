"use client";

import { type NodeProps, NodeResizer } from "@xyflow/react";
import { type KeyboardEvent, memo, useRef, useState } from "react";
import { classNames } from "@/app/_ui/class-names.ts";
import type { NoteNode as NoteNodeType } from "../store/canvas-items.ts";
import { useEditor, useEditorActions } from "./editor-context.tsx";
import { useAskedFocus } from "./use-asked-focus.ts";

/** A note for people: agents never read it. Double click, Enter or F2 writes. */
export const NoteNode = memo(function NoteNode({ id, selected }: NodeProps<NoteNodeType>) {
  const text = useEditor((state) => state.document.notes.find((note) => note.id === id)?.text ?? "");
  const { updateNote, resize } = useEditorActions();
  const [isWriting, setIsWriting] = useState(text === "");
  const request = useEditor(({ focusRequest }) =>
    focusRequest?.id === id && focusRequest.place === "canvas" ? focusRequest : undefined,
  );
  const element = useRef<HTMLDivElement>(null);
  useAskedFocus(element, { request, isRenaming: isWriting });
  const write = (event: KeyboardEvent) => {
    if (event.key !== "Enter" && event.key !== "F2") return;
    // Neither does it begin with an empty line, nor is the key another agent's.
    event.preventDefault();
    setIsWriting(true);
  };
  return (
    <div
      ref={element}
      role="treeitem"
      tabIndex={-1}
      aria-level={1}
      aria-selected={selected}
      aria-label={text === "" ? "Empty note" : `Note: ${text}`}
      onKeyDown={write}
      className={classNames(
        "size-full overflow-hidden rounded-3 border bg-surface-3 text-12 text-text-2",
        selected ? "border-accent" : "border-border",
      )}
    >
      {selected && !isWriting ? (
        <NodeResizer
          minWidth={120}
          minHeight={56}
          onResizeEnd={(_event, box) => resize(id, box)}
          handleClassName="box-corner"
          lineClassName="box-side"
        />
      ) : null}
      {isWriting ? (
        <textarea
          aria-label="Note"
          value={text}
          maxLength={5_000}
          // biome-ignore lint/a11y/noAutofocus: the note was just opened for writing
          autoFocus
          placeholder="Write a note"
          onChange={(event) => updateNote(id, event.target.value)}
          onBlur={() => setIsWriting(false)}
          onKeyDown={(event) => {
            event.stopPropagation();
            if (event.key === "Escape") element.current?.focus({ preventScroll: true });
          }}
          className="nodrag nopan nowheel size-full resize-none bg-transparent p-2.5 focus-inside"
        />
      ) : (
        <button
          type="button"
          tabIndex={-1}
          onDoubleClick={() => setIsWriting(true)}
          className="size-full cursor-[inherit] p-2.5 text-left align-top whitespace-pre-wrap wrap-anywhere focus-inside"
        >
          {text === "" ? "Empty note" : text}
        </button>
      )}
    </div>
  );
});
