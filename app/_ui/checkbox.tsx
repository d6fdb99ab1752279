"use client";

import { Check, Minus } from "lucide-react";
import { Checkbox as RadixCheckbox } from "radix-ui";
import { type ReactNode, useId } from "react";
import { classNames } from "./class-names.ts";

export interface CheckboxProps {
  readonly label: ReactNode;
  /** Second line under the label. */
  readonly hint?: ReactNode;
  readonly isLabelHidden?: boolean;
  readonly isChecked: boolean | "mixed";
  readonly onChange: (isChecked: boolean) => void;
  readonly isDisabled?: boolean;
  readonly className?: string;
}

/** One of several that may be chosen together. */
export function Checkbox({
  label,
  hint,
  isLabelHidden = false,
  isChecked,
  onChange,
  isDisabled = false,
  className,
}: CheckboxProps) {
  const id = useId();
  return (
    <span className={classNames("flex items-start gap-2", className)}>
      <RadixCheckbox.Root
        id={id}
        checked={isChecked === "mixed" ? "indeterminate" : isChecked}
        onCheckedChange={(next) => onChange(next === true)}
        disabled={isDisabled}
        className="relative mt-0.5 grid size-4 flex-none place-items-center rounded-1 border border-control bg-surface text-on-accent before:absolute before:-inset-3.5 data-[state=checked]:border-accent-solid data-[state=checked]:bg-accent-solid data-[state=indeterminate]:border-accent-solid data-[state=indeterminate]:bg-accent-solid disabled:opacity-55"
      >
        <RadixCheckbox.Indicator>
          {isChecked === "mixed" ? <Minus className="size-3" /> : <Check className="size-3" />}
        </RadixCheckbox.Indicator>
      </RadixCheckbox.Root>
      <label htmlFor={id} className={isLabelHidden ? "sr-only" : "min-w-0 text-13 select-none"}>
        {label}
        {hint ? <span className="block text-12 text-text-3">{hint}</span> : null}
      </label>
    </span>
  );
}
