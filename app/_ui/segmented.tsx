"use client";

import { ToggleGroup } from "radix-ui";
import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";
import { segment, segmentBox } from "./segment-look.ts";

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
      className={classNames(segmentBox, className)}
    >
      {options.map((option) => (
        <ToggleGroup.Item
          key={option.value}
          value={option.value}
          className={classNames(
            segment,
            "text-text-2 ring-inset transition-colors duration-80 hover:text-text data-[state=on]:bg-surface data-[state=on]:text-text data-[state=on]:ring-1 data-[state=on]:ring-border dark:data-[state=on]:bg-surface-2 dark:data-[state=on]:ring-border-strong [&>.lucide]:size-3.5",
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
