"use client";

import { useState } from "react";
import { TextField } from "@/app/_ui/text-field.tsx";
import { readToolList } from "../../model/read-tool-list.ts";

interface ToolListFieldProps {
  readonly label: string;
  readonly hint: string;
  readonly entries: readonly string[];
  readonly onChange: (entries: readonly string[]) => void;
}

/** One list of names of tools. What is typed counts as soon as every entry is one. */
export function ToolListField({ label, hint, entries, onChange }: ToolListFieldProps) {
  const [typed, setTyped] = useState<string>();
  const isWrong = typed !== undefined && readToolList(typed) === undefined;
  return (
    <TextField
      label={label}
      hint={hint}
      className="mono"
      value={typed ?? entries.join(", ")}
      error={isWrong ? "Names of tools, group:NAME or *" : undefined}
      onChange={(event) => {
        setTyped(event.target.value);
        const read = readToolList(event.target.value);
        if (read) onChange(read);
      }}
      onBlur={() => setTyped(undefined)}
    />
  );
}
