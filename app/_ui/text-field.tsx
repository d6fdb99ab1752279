"use client";

import { type ComponentProps, type ReactNode, useId } from "react";
import { classNames } from "./class-names.ts";
import { controlBox, describedBy, Field, type FieldTexts } from "./field.tsx";

export interface TextFieldProps extends FieldTexts, Omit<ComponentProps<"input">, "size"> {
  /** Before the text, 14 px. */
  readonly icon?: ReactNode;
  /** After the text: a key, a unit, a button. */
  readonly trailing?: ReactNode;
  /** Height in pixels; 44 on touch screens. */
  readonly size?: 28 | 32;
  /** For names, addresses and commands. */
  readonly isMono?: boolean;
  /** On the field with its label; `className` goes to the box. */
  readonly fieldClassName?: string;
}

/** One line of text. Takes `register(...)` of react-hook-form. */
export function TextField({
  label,
  isLabelHidden,
  hint,
  error,
  icon,
  trailing,
  size = 32,
  isMono = false,
  fieldClassName,
  className,
  id,
  ...rest
}: TextFieldProps) {
  const ownId = useId();
  const inputId = id ?? ownId;
  return (
    <Field
      id={inputId}
      label={label}
      isLabelHidden={isLabelHidden ?? false}
      hint={hint}
      error={error}
      className={fieldClassName}
    >
      <span
        className={classNames(
          controlBox,
          "flex items-center gap-2 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent [&>.lucide]:size-3.5 [&>.lucide]:text-text-3",
          size === 32 ? "h-8 px-2.5" : "h-7 px-2 text-12",
          "pointer-coarse:h-11 pointer-coarse:text-16",
          error && "border-st-fail",
          className,
        )}
      >
        {icon}
        <input
          id={inputId}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(inputId, { hint, error })}
          className={classNames(
            "h-full min-w-0 flex-1 bg-transparent outline-none disabled:cursor-not-allowed",
            isMono && "mono text-12 pointer-coarse:text-16",
          )}
          {...rest}
        />
        {trailing}
      </span>
    </Field>
  );
}
