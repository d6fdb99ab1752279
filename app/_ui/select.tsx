"use client";

import { Check, ChevronsUpDown } from "lucide-react";
import { Select as RadixSelect } from "radix-ui";
import { type ReactNode, useId } from "react";
import { classNames } from "./class-names.ts";
import { controlBox, describedBy, Field, type FieldTexts } from "./field.tsx";

export interface SelectOption {
  /** Not empty. */
  readonly value: string;
  readonly label: string;
  readonly hint?: string;
  readonly icon?: ReactNode;
  readonly isDisabled?: boolean;
}

export interface SelectProps extends FieldTexts {
  readonly value: string | undefined;
  readonly onValueChange: (value: string) => void;
  /** All of them are drawn while it is closed too: where there may be thousands, the chosen one alone is enough until it opens. */
  readonly options: readonly SelectOption[];
  readonly onOpenChange?: (isOpen: boolean) => void;
  readonly placeholder?: string;
  readonly size?: 28 | 32;
  readonly isDisabled?: boolean;
  readonly isMono?: boolean;
  readonly fieldClassName?: string;
  readonly className?: string;
}

/** One of a list. */
export function Select({
  label,
  isLabelHidden,
  hint,
  error,
  value,
  onValueChange,
  options,
  onOpenChange,
  placeholder = "Choose",
  size = 32,
  isDisabled = false,
  isMono = false,
  fieldClassName,
  className,
}: SelectProps) {
  const id = useId();
  return (
    <Field
      id={id}
      label={label}
      isLabelHidden={isLabelHidden ?? false}
      hint={hint}
      error={error}
      className={fieldClassName}
    >
      <RadixSelect.Root
        {...(value === undefined ? {} : { value })}
        onValueChange={onValueChange}
        {...(onOpenChange ? { onOpenChange } : {})}
        disabled={isDisabled}
      >
        <RadixSelect.Trigger
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, { hint, error })}
          className={classNames(
            controlBox,
            "flex items-center justify-between gap-2 text-left disabled:border-border disabled:bg-surface-3 disabled:text-text-3 data-placeholder:text-text-3",
            size === 32 ? "h-8 px-2.5" : "h-7 px-2 text-12",
            "pointer-coarse:h-11",
            isMono && "mono text-12",
            error && "border-st-fail",
            className,
          )}
        >
          <span className="truncate">
            <RadixSelect.Value placeholder={placeholder} />
          </span>
          <RadixSelect.Icon asChild>
            <ChevronsUpDown className="size-3.5 text-text-3" />
          </RadixSelect.Icon>
        </RadixSelect.Trigger>
        <RadixSelect.Portal>
          <RadixSelect.Content
            position="popper"
            sideOffset={4}
            collisionPadding={8}
            className="float-in z-50 max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) overflow-hidden rounded-3 bg-surface shadow-float"
          >
            <RadixSelect.Viewport className="p-1">
              {options.map((option) => (
                <SelectItem key={option.value} option={option} isMono={isMono} />
              ))}
            </RadixSelect.Viewport>
          </RadixSelect.Content>
        </RadixSelect.Portal>
      </RadixSelect.Root>
    </Field>
  );
}

interface SelectItemProps {
  readonly option: SelectOption;
  readonly isMono: boolean;
}

function SelectItem({ option, isMono }: SelectItemProps) {
  return (
    <RadixSelect.Item
      value={option.value}
      disabled={option.isDisabled ?? false}
      className="flex min-h-7 items-center gap-2 rounded-2 px-2 py-1 text-13 outline-none select-none data-disabled:text-text-3 data-highlighted:bg-surface-3 pointer-coarse:min-h-11"
    >
      <span className="grid size-3.5 flex-none place-items-center">
        <RadixSelect.ItemIndicator>
          <Check className="size-3.5 text-accent" />
        </RadixSelect.ItemIndicator>
      </span>
      {option.icon}
      <RadixSelect.ItemText>
        <span className={isMono ? "mono text-12" : ""}>{option.label}</span>
      </RadixSelect.ItemText>
      {option.hint ? <span className="ml-auto pl-4 text-12 text-text-3">{option.hint}</span> : null}
    </RadixSelect.Item>
  );
}
