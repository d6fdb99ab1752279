"use client";

import { Search } from "lucide-react";
import { useEffect, useRef } from "react";
import { classNames } from "./class-names.ts";
import { Kbd } from "./kbd.tsx";
import { TextField } from "./text-field.tsx";
import { useSingleKeys } from "./use-single-keys.ts";

interface SearchFieldProps {
  /** "Search tasks". */
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** The focus goes elsewhere. */
  readonly onLeave?: () => void;
  /** "/" puts the focus here: one field a page. */
  readonly hasSlashKey?: boolean;
  readonly className?: string;
}

/** Narrows a list while typing; Esc empties it. */
export function SearchField(props: SearchFieldProps) {
  const { label, value, onChange, onLeave, hasSlashKey = false, className } = props;
  const input = useRef<HTMLInputElement>(null);
  const isKeyOn = useSingleKeys() && hasSlashKey;
  useEffect(() => {
    if (!isKeyOn) return;
    const onKeyDown = (event: KeyboardEvent) => {
      const isTyping =
        event.target instanceof Element && event.target.closest("input, textarea, [contenteditable]");
      if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      input.current?.focus();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [isKeyOn]);
  return (
    <TextField
      ref={input}
      type="search"
      size={28}
      label={label}
      isLabelHidden
      placeholder={label}
      icon={<Search />}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onBlur={onLeave}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || value === "") return;
        event.preventDefault();
        onChange("");
      }}
      trailing={
        isKeyOn && value === "" ? (
          <span className="pointer-coarse:hidden">
            <Kbd>/</Kbd>
          </span>
        ) : null
      }
      fieldClassName={classNames("[&_input]:[&::-webkit-search-cancel-button]:hidden", className)}
    />
  );
}
