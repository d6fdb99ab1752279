"use client";

import { Command as Cmdk } from "cmdk";
import { Search, X } from "lucide-react";
import { Dialog as RadixDialog } from "radix-ui";
import { type KeyboardEvent, useState } from "react";
import { useStore } from "zustand";
import { IconButton } from "../_ui/button.tsx";
import { Kbd, Keys } from "../_ui/kbd.tsx";
import { useReturnFocus } from "../_ui/use-return-focus.ts";
import { type Command, type CommandGroup, commandStore } from "./command-store.ts";
import { foundActions, matchScore, mergeGroups, runAction } from "./palette-groups.ts";
import { choose, PaletteItem } from "./palette-item.tsx";
import { useGeneralCommands } from "./use-general-commands.tsx";

interface CommandDialogProps {
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
}

/** The command palette itself: what is typed finds agents, tools, runs and commands. */
export function CommandDialog({ isOpen, onOpenChange }: CommandDialogProps) {
  return (
    <RadixDialog.Root open={isOpen} onOpenChange={onOpenChange}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className="fade-in fixed inset-0 z-40 bg-scrim" />
        <PaletteFrame />
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}

function PaletteFrame() {
  const { remember, giveBack } = useReturnFocus();
  const [text, setText] = useState("");
  /** The thing whose actions are shown. */
  const [subject, setSubject] = useState<Command>();
  const turnTo = (next: Command | undefined) => {
    setSubject(next);
    setText("");
  };
  return (
    <RadixDialog.Content
      aria-describedby={undefined}
      onOpenAutoFocus={remember}
      onCloseAutoFocus={giveBack}
      onEscapeKeyDown={(event) => {
        if (!subject) return;
        event.preventDefault();
        turnTo(undefined);
      }}
      className="float-in fixed top-[max(1rem,13vh)] left-1/2 z-50 flex max-h-[min(29.25rem,calc(100dvh-2rem))] w-[min(40rem,calc(100vw-1rem))] -translate-x-1/2 flex-col overflow-hidden rounded-4 bg-surface shadow-float"
    >
      <RadixDialog.Title className="sr-only">Find or do</RadixDialog.Title>
      <PaletteBody key={subject?.id ?? ""} text={text} setText={setText} subject={subject} turnTo={turnTo} />
    </RadixDialog.Content>
  );
}

interface PaletteBodyProps {
  readonly text: string;
  readonly setText: (text: string) => void;
  readonly subject: Command | undefined;
  readonly turnTo: (subject: Command | undefined) => void;
}

function PaletteBody({ text, setText, subject, turnTo }: PaletteBodyProps) {
  const [value, setValue] = useState("");
  const isDoOnly = text.startsWith(">");
  const search = isDoOnly ? text.slice(1).trim() : text;
  const groups = useGroups({ search, isDoOnly, subject });
  const chosen = groups.flatMap(({ commands }) => commands).find(({ id }) => id === value);
  const toRun = runAction(subject ?? chosen);
  const onKeyDown = (event: KeyboardEvent) => {
    takeRunKey(event, toRun);
    const isAtEnd = event.target instanceof HTMLInputElement && event.target.selectionStart === text.length;
    const isIn = event.key === "ArrowRight" && isAtEnd && chosen?.actions !== undefined;
    const isOut = subject && text === "" && (event.key === "ArrowLeft" || event.key === "Backspace");
    if (!isIn && !isOut) return;
    event.preventDefault();
    turnTo(isIn ? chosen : undefined);
  };
  return (
    <Cmdk
      label={subject ? `Do with ${subject.label}` : "Find or do"}
      loop
      value={value}
      onValueChange={setValue}
      onKeyDown={onKeyDown}
      className="flex min-h-0 flex-1 flex-col"
      filter={matchScore}
    >
      <div className="flex h-[51px] flex-none items-center gap-3 border-b px-4">
        <Search className="size-4 flex-none text-text-3" />
        {subject ? (
          <span className="max-w-[40%] truncate rounded-1 border bg-surface-2 px-1.5 text-12 leading-5">
            {subject.label}
          </span>
        ) : null}
        <Cmdk.Input
          autoFocus
          value={text}
          onValueChange={setText}
          placeholder={subject ? "What to do" : "Find or do"}
          className="h-full min-w-0 flex-1 bg-transparent text-16 outline-none"
        />
        <Kbd>Esc</Kbd>
        <span className="hidden pointer-coarse:block">
          <RadixDialog.Close asChild>
            <IconButton label="Close" className="-mr-2">
              <X />
            </IconButton>
          </RadixDialog.Close>
        </span>
      </div>
      <Cmdk.List className="min-h-0 flex-1 scroll-py-2 overflow-y-auto p-2">
        <Cmdk.Empty className="px-2 py-6 text-text-2 wrap-anywhere">
          {subject
            ? `Nothing called “${search}” can be done with it.`
            : `Nothing is called “${search}”. Try the name of an org, a run, a skill, a tool or a page.`}
        </Cmdk.Empty>
        {groups.map((group) => (
          <Cmdk.Group
            key={group.heading}
            heading={group.heading}
            className="[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-11 [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-text-3"
          >
            {group.commands.map((command) => (
              <PaletteItem key={command.id} command={command} search={search} />
            ))}
          </Cmdk.Group>
        ))}
      </Cmdk.List>
      <PaletteKeys
        isInside={subject !== undefined}
        hasActions={chosen?.actions !== undefined}
        canRun={toRun !== undefined}
      />
    </Cmdk>
  );
}

/** Ctrl-Enter is meant for what is chosen here, not for the page below, which would start a run. */
function takeRunKey(event: KeyboardEvent, toRun: Command | undefined): void {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
  event.stopPropagation();
  if (!toRun) return;
  event.preventDefault();
  choose(toRun);
}

/** What the list shows: everything that was found, or what can be done with one thing. */
function useGroups({
  search,
  isDoOnly,
  subject,
}: Pick<PaletteBodyProps, "subject"> & { readonly search: string; readonly isDoOnly: boolean }) {
  const fromPage = useStore(commandStore, (state) => state.groups);
  const general = useGeneralCommands(search);
  if (subject) {
    const actions: CommandGroup = { heading: subject.label, kind: "do", commands: subject.actions?.() ?? [] };
    return [actions];
  }
  const pageGroups = [...fromPage.values()].flat();
  const found = pageGroups.filter(({ kind }) => kind === "find");
  return mergeGroups(
    [...found, foundActions(found, search), ...pageGroups.filter(({ kind }) => kind === "do"), ...general],
    isDoOnly,
  );
}

interface PaletteKeysProps {
  readonly isInside: boolean;
  readonly hasActions: boolean;
  readonly canRun: boolean;
}

function PaletteKeys({ isInside, hasActions, canRun }: PaletteKeysProps) {
  const key = "flex items-center gap-1.5";
  return (
    <footer className="hidden flex-none items-center gap-3 border-t bg-surface-2 px-4 py-2 text-12 text-text-3 md:flex pointer-coarse:hidden">
      <span className={key}>
        <Kbd>↑</Kbd>
        <Kbd>↓</Kbd> move
      </span>
      <span className={key}>
        <Kbd>⏎</Kbd> choose
      </span>
      {hasActions ? (
        <span className={key}>
          <Kbd>→</Kbd> actions
        </span>
      ) : null}
      {canRun ? (
        <span className={key}>
          <Keys keys={["Mod", "⏎"]} /> run from it
        </span>
      ) : null}
      {isInside ? (
        <span className={key}>
          <Kbd>←</Kbd> back
        </span>
      ) : (
        <span className={`ml-auto ${key}`}>
          <Kbd>&gt;</Kbd> commands only
        </span>
      )}
    </footer>
  );
}
