"use client";

import { type KeyboardEvent, useEffect, useRef } from "react";
import { useEditorActions, useEditorStore } from "./editor-context.tsx";

interface RenameFieldProps {
  /** Of an agent, a group or a note. */
  readonly id: string;
  readonly name: string;
}

/** A name while it is typed in its place. Enter and Tab take it, Esc leaves it as it was. */
export function RenameField({ id, name }: RenameFieldProps) {
  const { rename, setRenaming, focus, focusItem } = useEditorActions();
  const store = useEditorStore();
  const input = useRef<HTMLInputElement>(null);
  const isOver = useRef(false);
  useEffect(() => {
    input.current?.focus({ preventScroll: true });
    input.current?.select();
  }, []);
  const finish = (isTaken: boolean) => {
    if (isOver.current) return;
    isOver.current = true;
    const typed = input.current?.value.trim() ?? "";
    if (isTaken && typed !== "" && typed !== name) rename(id, typed);
    setRenaming(undefined);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key !== "Enter" && event.key !== "Tab" && event.key !== "Escape") return;
    event.preventDefault();
    finish(event.key !== "Escape");
    if (store.getState().cards.has(id)) focus(id);
    else focusItem(id);
  };
  return (
    <input
      ref={input}
      aria-label="Name"
      defaultValue={name}
      maxLength={80}
      dir="auto"
      onKeyDown={onKeyDown}
      onBlur={() => finish(true)}
      className="nodrag nopan w-full rounded-1 bg-surface font-semibold leading-[18px] tracking-[-0.01em] outline-2 outline-offset-1 outline-accent"
    />
  );
}
