"use client";

import { Check, ChevronRight } from "lucide-react";
import { ContextMenu as RadixContextMenu, DropdownMenu as RadixDropdownMenu } from "radix-ui";
import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";
import { Keys } from "./kbd.tsx";

export interface MenuAction {
  readonly kind: "action";
  readonly label: string;
  readonly icon?: ReactNode;
  readonly hint?: string;
  readonly keys?: readonly string[];
  readonly isDanger?: boolean;
  readonly isDisabled?: boolean;
  readonly onSelect: () => void;
}
export interface MenuCheck {
  readonly kind: "check";
  readonly label: string;
  readonly isChecked: boolean;
  readonly keys?: readonly string[];
  readonly isDisabled?: boolean;
  readonly onSelect: () => void;
}
export interface MenuHeading {
  readonly kind: "heading";
  readonly label: string;
}
export interface MenuSeparator {
  readonly kind: "separator";
  readonly id: string;
}
export interface MenuGroup {
  readonly kind: "group";
  readonly label: string;
  readonly icon?: ReactNode;
  readonly entries: readonly MenuEntry[];
}
export type MenuEntry = MenuAction | MenuCheck | MenuHeading | MenuSeparator | MenuGroup;

/** Both menus of Radix have the same parts: entries are drawn with either. */
type MenuParts = Pick<
  typeof RadixDropdownMenu,
  | "Item"
  | "CheckboxItem"
  | "ItemIndicator"
  | "Label"
  | "Separator"
  | "Sub"
  | "SubTrigger"
  | "SubContent"
  | "Portal"
>;

const panel =
  "float-in z-50 max-h-[min(28rem,var(--radix-popper-available-height))] min-w-44 overflow-y-auto rounded-3 bg-surface p-1 shadow-float";
const row =
  "flex h-7 items-center gap-2 rounded-2 px-2 text-13 outline-none select-none data-disabled:text-text-3 data-highlighted:bg-surface-3 pointer-coarse:h-11 [&>.lucide]:size-3.5 [&>.lucide]:text-text-3";

interface DropdownMenuProps {
  readonly entries: readonly MenuEntry[];
  /** One button. */
  readonly trigger: ReactNode;
  readonly align?: "start" | "center" | "end";
  readonly side?: "top" | "right" | "bottom" | "left";
  /** Drawn open, for a menu that was asked for before it was loaded. */
  readonly isOpenAtFirst?: boolean;
  readonly onClose?: () => void;
}

/** A menu that hangs on a button. */
export function DropdownMenu({
  entries,
  trigger,
  align = "start",
  side = "bottom",
  isOpenAtFirst = false,
  onClose,
}: DropdownMenuProps) {
  return (
    <RadixDropdownMenu.Root
      modal={false}
      defaultOpen={isOpenAtFirst}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose?.();
      }}
    >
      <RadixDropdownMenu.Trigger asChild>{trigger}</RadixDropdownMenu.Trigger>
      <RadixDropdownMenu.Portal>
        <RadixDropdownMenu.Content
          align={align}
          side={side}
          sideOffset={4}
          collisionPadding={8}
          className={panel}
        >
          <Entries entries={entries} parts={RadixDropdownMenu} />
        </RadixDropdownMenu.Content>
      </RadixDropdownMenu.Portal>
    </RadixDropdownMenu.Root>
  );
}

interface ContextMenuProps {
  readonly entries: readonly MenuEntry[];
  /** One element; a right click, a long press or the menu key on it opens the menu. */
  readonly children: ReactNode;
}

/** A menu at the pointer. Everything in it is also somewhere in view. */
export function ContextMenu({ entries, children }: ContextMenuProps) {
  return (
    <RadixContextMenu.Root modal={false}>
      <RadixContextMenu.Trigger asChild>{children}</RadixContextMenu.Trigger>
      <RadixContextMenu.Portal>
        <RadixContextMenu.Content collisionPadding={8} className={panel}>
          <Entries entries={entries} parts={RadixContextMenu} />
        </RadixContextMenu.Content>
      </RadixContextMenu.Portal>
    </RadixContextMenu.Root>
  );
}

interface EntriesProps {
  readonly entries: readonly MenuEntry[];
  readonly parts: MenuParts;
}

function Entries({ entries, parts }: EntriesProps) {
  return entries.map((entry) => (
    <Entry
      key={entry.kind === "separator" ? entry.id : `${entry.kind} ${entry.label}`}
      entry={entry}
      parts={parts}
    />
  ));
}

interface EntryProps {
  readonly entry: MenuEntry;
  readonly parts: MenuParts;
}

function Entry({ entry, parts }: EntryProps) {
  switch (entry.kind) {
    case "separator":
      return <parts.Separator className="-mx-1 my-1 h-px bg-border" />;
    case "heading":
      return (
        <parts.Label className="px-2 pt-2 pb-1 text-11 font-medium text-text-3">{entry.label}</parts.Label>
      );
    case "check":
      return (
        <parts.CheckboxItem
          checked={entry.isChecked}
          disabled={entry.isDisabled ?? false}
          onSelect={entry.onSelect}
          className={row}
        >
          <span className="grid size-3.5 place-items-center">
            <parts.ItemIndicator>
              <Check className="size-3.5 text-accent" />
            </parts.ItemIndicator>
          </span>
          <RowText label={entry.label} keys={entry.keys} />
        </parts.CheckboxItem>
      );
    case "group":
      return (
        <parts.Sub>
          <parts.SubTrigger className={classNames(row, "data-[state=open]:bg-surface-3")}>
            {entry.icon}
            <span className="flex-1">{entry.label}</span>
            <ChevronRight />
          </parts.SubTrigger>
          <parts.Portal>
            <parts.SubContent collisionPadding={8} className={panel}>
              <Entries entries={entry.entries} parts={parts} />
            </parts.SubContent>
          </parts.Portal>
        </parts.Sub>
      );
    default:
      return (
        <parts.Item
          disabled={entry.isDisabled ?? false}
          onSelect={entry.onSelect}
          className={classNames(row, entry.isDanger && "text-st-fail [&>.lucide]:text-st-fail")}
        >
          {entry.icon}
          <RowText label={entry.label} hint={entry.hint} keys={entry.keys} />
        </parts.Item>
      );
  }
}

interface RowTextProps {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly keys?: readonly string[] | undefined;
}

function RowText({ label, hint, keys }: RowTextProps) {
  return (
    <>
      <span className="flex-1 whitespace-nowrap">{label}</span>
      {hint ? <span className="pl-4 text-12 text-text-3">{hint}</span> : null}
      {keys ? (
        <span className="pl-4 pointer-coarse:hidden">
          <Keys keys={keys} />
        </span>
      ) : null}
    </>
  );
}
