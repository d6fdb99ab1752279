"use client";

import { Command as Cmdk } from "cmdk";
import { ChevronRight } from "lucide-react";
import { Keys } from "../_ui/kbd.tsx";
import { type Command, closeCommandPalette } from "./command-store.ts";
import { keywordsOf } from "./palette-groups.ts";

interface PaletteItemProps {
  readonly command: Command;
  readonly search: string;
}

/** Closes the palette and does it. */
export function choose(command: Command): void {
  closeCommandPalette();
  command.onSelect();
}

/** A row of the palette. Where more can be done with the thing, an arrow at its end says so. */
export function PaletteItem({ command, search }: PaletteItemProps) {
  return (
    <Cmdk.Item
      value={command.id}
      keywords={keywordsOf(command)}
      onSelect={() => choose(command)}
      className="group flex min-h-9 items-center gap-3 rounded-2 px-2 select-none data-[selected=true]:bg-accent-soft pointer-coarse:min-h-11"
    >
      <span className="grid size-5 flex-none place-items-center text-text-2 [&>.lucide]:size-4">
        {command.icon}
      </span>
      <span
        className={
          command.isMono ? "mono flex-none text-12 font-medium" : "max-w-[70%] flex-none truncate font-medium"
        }
      >
        <Matched text={command.label} search={search} />
      </span>
      {command.hint ? (
        <span className="min-w-0 flex-1 truncate text-12 text-text-2">{command.hint}</span>
      ) : null}
      {command.keys ? (
        <span className="ml-auto max-md:hidden pointer-coarse:hidden">
          <Keys keys={command.keys} />
        </span>
      ) : null}
      {command.actions ? (
        <ChevronRight className="ml-auto size-3.5 flex-none text-text-3 opacity-0 group-data-[selected=true]:opacity-100" />
      ) : null}
    </Cmdk.Item>
  );
}

interface MatchedProps {
  readonly text: string;
  readonly search: string;
}

function Matched({ text, search }: MatchedProps) {
  const start = search === "" ? -1 : text.toLowerCase().indexOf(search.toLowerCase());
  if (start < 0) return text;
  const end = start + search.length;
  return (
    <>
      {text.slice(0, start)}
      <span className="text-accent">{text.slice(start, end)}</span>
      {text.slice(end)}
    </>
  );
}
