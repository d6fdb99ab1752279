"use client";

import { ToggleGroup } from "radix-ui";
import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";

export interface SegmentedOption<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly count?: number | undefined;
  readonly icon?: ReactNode;
  /** For names of tools and functions. */
  readonly isMono?: boolean;
}

export interface SegmentedProps<Value extends string> {
  /** What is chosen here, for screen readers. */
  readonly label: string;
  readonly value: Value;
  readonly onValueChange: (value: Value) => void;
  readonly options: readonly SegmentedOption<Value>[];
  readonly className?: string;
}

/** One of a few, all in view. Arrows move, always one is chosen. */
export function Segmented<Value extends string>({
  label,
  value,
  onValueChange,
  options,
  className,
}: SegmentedProps<Value>) {
  return (
    <ToggleGroup.Root
      type="single"
      aria-label={label}
      value={value}
      onValueChange={(next) => {
        const chosen = options.find((option) => option.value === next);
        if (chosen) onValueChange(chosen.value);
      }}
      className={classNames(
        "inline-flex max-w-full flex-none gap-0.5 overflow-x-auto rounded-2 bg-surface-3 p-0.5",
        className,
      )}
    >
      {options.map((option) => (
        <ToggleGroup.Item
          key={option.value}
          value={option.value}
          className={classNames(
            "inline-flex h-6 flex-none items-center gap-1.5 rounded-1 px-2 text-12 font-medium whitespace-nowrap text-text-2 ring-inset transition-colors duration-80 hover:text-text focus-inside data-[state=on]:bg-surface data-[state=on]:text-text data-[state=on]:ring-1 data-[state=on]:ring-border dark:data-[state=on]:bg-surface-2 dark:data-[state=on]:ring-border-strong pointer-coarse:h-9 [&>.lucide]:size-3.5",
            option.isMono && "mono",
          )}
        >
          {option.icon}
          {option.label}
          {option.count === undefined ? null : (
            <span className="num font-sans text-11 font-medium text-text-3">
              {option.count.toLocaleString("en")}
            </span>
          )}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  );
}
