"use client";

import { Command as Cmdk } from "cmdk";
import { Search } from "lucide-react";
import { Dialog as RadixDialog } from "radix-ui";
import { useState } from "react";
import { useStore } from "zustand";
import { Kbd, Keys } from "../_ui/kbd.tsx";
import { useReturnFocus } from "../_ui/use-return-focus.ts";
import { type Command, type CommandGroup, closeCommandPalette, commandStore } from "./command-store.ts";
import { useGeneralCommands } from "./use-general-commands.tsx";

interface CommandDialogProps {
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
}

/** The command palette itself: what is typed finds agents, tools, runs and commands. */
export function CommandDialog({ isOpen, onOpenChange }: CommandDialogProps) {
  const { remember, giveBack } = useReturnFocus();
  return (
    <RadixDialog.Root open={isOpen} onOpenChange={onOpenChange}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className="fade-in fixed inset-0 z-40 bg-scrim" />
        <RadixDialog.Content
          aria-describedby={undefined}
          onOpenAutoFocus={remember}
          onCloseAutoFocus={giveBack}
          className="float-in fixed top-[max(1rem,13vh)] left-1/2 z-50 flex max-h-[min(29.25rem,calc(100dvh-2rem))] w-[min(40rem,calc(100vw-1rem))] -translate-x-1/2 flex-col overflow-hidden rounded-4 bg-surface shadow-float"
        >
          <RadixDialog.Title className="sr-only">Find or do</RadixDialog.Title>
          <PaletteBody />
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}

function PaletteBody() {
  const [text, setText] = useState("");
  const isDoOnly = text.startsWith(">");
  const search = isDoOnly ? text.slice(1).trim() : text;
  const fromPage = useStore(commandStore, (state) => state.groups);
  const general = useGeneralCommands(search);
  const groups = mergeGroups([...[...fromPage.values()].flat(), ...general], isDoOnly);
  return (
    <Cmdk label="Find or do" loop className="flex min-h-0 flex-1 flex-col" filter={matchScore}>
      <div className="flex h-[51px] flex-none items-center gap-3 border-b px-4">
        <Search className="size-4 text-text-3" />
        <Cmdk.Input
          value={text}
          onValueChange={setText}
          placeholder="Find or do"
          className="h-full min-w-0 flex-1 bg-transparent text-16 outline-none"
        />
        <Kbd>Esc</Kbd>
      </div>
      <Cmdk.List className="min-h-0 flex-1 scroll-py-2 overflow-y-auto p-2">
        <Cmdk.Empty className="px-2 py-6 text-text-2">
          Nothing is called “{search}”. Try the name of an org, a run, a skill, a tool or a page.
        </Cmdk.Empty>
        {groups.map((group) => (
          <Cmdk.Group
            key={group.heading}
            heading={group.heading}
            className="[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-11 [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-text-3"
          >
            {group.commands.map((command) => (
              <PaletteItem key={command.id} command={command} search={search} isPrefixed={isDoOnly} />
            ))}
          </Cmdk.Group>
        ))}
      </Cmdk.List>
      <footer className="hidden flex-none items-center gap-3 border-t bg-surface-2 px-4 py-2 text-12 text-text-3 md:flex">
        <span className="flex items-center gap-1.5">
          <Kbd>↑</Kbd>
          <Kbd>↓</Kbd> move
        </span>
        <span className="flex items-center gap-1.5">
          <Kbd>⏎</Kbd> choose
        </span>
        <span className="ml-auto flex items-center gap-1.5">
          <Kbd>&gt;</Kbd> commands only
        </span>
      </footer>
    </Cmdk>
  );
}

interface PaletteItemProps {
  readonly command: Command;
  readonly search: string;
  readonly isPrefixed: boolean;
}

function PaletteItem({ command, search }: PaletteItemProps) {
  return (
    <Cmdk.Item
      value={command.id}
      keywords={[command.label, ...(command.hint ? [command.hint] : []), ...(command.keywords ?? [])]}
      onSelect={() => {
        closeCommandPalette();
        command.onSelect();
      }}
      className="flex min-h-9 items-center gap-3 rounded-2 px-2 select-none data-[selected=true]:bg-accent-soft pointer-coarse:min-h-11"
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
        <span className="ml-auto">
          <Keys keys={command.keys} />
        </span>
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

/** One group a heading, things to find left out when only commands are wanted. */
function mergeGroups(groups: readonly CommandGroup[], isDoOnly: boolean): readonly CommandGroup[] {
  const merged = new Map<string, CommandGroup>();
  for (const group of groups) {
    if ((isDoOnly && group.kind !== "do") || group.commands.length === 0) continue;
    const before = merged.get(group.heading);
    merged.set(
      group.heading,
      before ? { ...before, commands: [...before.commands, ...group.commands] } : group,
    );
  }
  return [...merged.values()];
}

/** Words in any order; a hit at the start of the label comes first. */
function matchScore(_id: string, search: string, keywords: readonly string[] = []): number {
  const wanted = search.replace(/^>/, "").trim().toLowerCase();
  if (wanted === "") return 1;
  const label = (keywords[0] ?? "").toLowerCase();
  if (label.startsWith(wanted)) return 1;
  if (label.includes(wanted)) return 0.8;
  const text = keywords.join(" ").toLowerCase();
  return wanted.split(/\s+/).every((word) => text.includes(word)) ? 0.5 : 0;
}
