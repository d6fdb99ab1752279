"use client";

import { Tabs as RadixTabs } from "radix-ui";
import type { ReactNode, SyntheticEvent } from "react";
import { classNames } from "./class-names.ts";

export interface TabOption<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly count?: number | undefined;
}

export interface TabsProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly onValueChange: (value: Value) => void;
  readonly tabs: readonly TabOption<Value>[];
  /** `TabPanel`s. */
  readonly children: ReactNode;
  readonly className?: string;
  /** On the row of tabs: paddings. */
  readonly listClassName?: string;
}

/** Views of one thing. Arrows move the focus, Enter or Space opens. */
export function Tabs<Value extends string>({
  label,
  value,
  onValueChange,
  tabs,
  children,
  className,
  listClassName = "px-4",
}: TabsProps<Value>) {
  return (
    <RadixTabs.Root
      value={value}
      activationMode="manual"
      onValueChange={(next) => {
        const chosen = tabs.find((tab) => tab.value === next);
        if (chosen) onValueChange(chosen.value);
      }}
      className={classNames("flex min-h-0 min-w-0 flex-col", className)}
    >
      <RadixTabs.List
        aria-label={label}
        className={classNames(
          "flex flex-none gap-4 overflow-x-auto overflow-y-hidden border-b",
          listClassName,
        )}
      >
        {tabs.map((tab) => (
          <RadixTabs.Trigger
            key={tab.value}
            value={tab.value}
            onPointerDown={markPointed}
            onKeyDown={unmarkPointed}
            onBlur={unmarkPointed}
            className="-mb-px flex h-9 flex-none items-center gap-1.5 border-b-2 border-transparent text-12 font-medium whitespace-nowrap text-text-2 hover:text-text focus-inside data-pointed:outline-none data-[state=active]:border-accent data-[state=active]:text-text pointer-coarse:h-11 pointer-coarse:min-w-11 pointer-coarse:justify-center"
          >
            {tab.label}
            {tab.count === undefined ? null : <span className="num text-11 text-text-3">{tab.count}</span>}
          </RadixTabs.Trigger>
        ))}
      </RadixTabs.List>
      {children}
    </RadixTabs.Root>
  );
}

// Radix focuses a tab by script when it is pressed, which browsers take for the keyboard: no ring for a pointer.
function markPointed({ currentTarget }: SyntheticEvent<HTMLElement>): void {
  currentTarget.setAttribute("data-pointed", "");
}
function unmarkPointed({ currentTarget }: SyntheticEvent<HTMLElement>): void {
  currentTarget.removeAttribute("data-pointed");
}

interface TabPanelProps {
  readonly value: string;
  /** It stays as it is while another one is looked at: what was typed into it is not lost. */
  readonly isKept?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
}

export function TabPanel({ value, isKept = false, className, children }: TabPanelProps) {
  return (
    <RadixTabs.Content
      value={value}
      {...(isKept ? { forceMount: true } : {})}
      className={classNames("min-h-0 flex-1 focus-inside data-[state=inactive]:hidden", className)}
    >
      {children}
    </RadixTabs.Content>
  );
}
