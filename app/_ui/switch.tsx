"use client";

import { Switch as RadixSwitch } from "radix-ui";
import { useId } from "react";
import { classNames } from "./class-names.ts";

export interface SwitchProps {
  readonly label: string;
  readonly isLabelHidden?: boolean;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  readonly isDisabled?: boolean;
  readonly className?: string;
}

/** On or off, at once and without saving. */
export function Switch({
  label,
  isLabelHidden = false,
  isOn,
  onChange,
  isDisabled = false,
  className,
}: SwitchProps) {
  const id = useId();
  return (
    <span className={classNames("inline-flex items-center gap-2", className)}>
      <RadixSwitch.Root
        id={id}
        checked={isOn}
        onCheckedChange={onChange}
        disabled={isDisabled}
        aria-label={isLabelHidden ? label : undefined}
        className="relative h-4 w-[26px] flex-none rounded-full border border-control bg-surface transition-colors duration-140 before:absolute before:-inset-x-2.5 before:-inset-y-3.5 data-[state=checked]:border-accent-solid data-[state=checked]:bg-accent-solid disabled:cursor-not-allowed disabled:opacity-55"
      >
        <RadixSwitch.Thumb className="absolute top-0.5 left-0.5 size-2.5 rounded-full bg-control transition-transform duration-140 ease-settle data-[state=checked]:translate-x-2.5 data-[state=checked]:bg-on-accent" />
      </RadixSwitch.Root>
      {isLabelHidden ? null : (
        <label htmlFor={id} className="text-13 select-none">
          {label}
        </label>
      )}
    </span>
  );
}
