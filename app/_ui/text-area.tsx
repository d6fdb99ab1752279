"use client";

import { type ComponentProps, useId } from "react";
import { classNames } from "./class-names.ts";
import { controlBox, describedBy, Field, type FieldTexts } from "./field.tsx";
import { rowsHeight } from "./rows-height.ts";

export interface TextAreaProps extends FieldTexts, ComponentProps<"textarea"> {
  readonly isMono?: boolean;
  /** On the field with its label; `className` goes to the box. */
  readonly fieldClassName?: string;
}

/** Several lines of text. Grows with its content up to `max-h-*` in `className`. */
export function TextArea({
  label,
  isLabelHidden,
  hint,
  error,
  isMono = false,
  fieldClassName,
  className,
  id,
  rows = 3,
  style,
  ...rest
}: TextAreaProps) {
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
      <textarea
        id={inputId}
        rows={rows}
        style={{ minHeight: rowsHeight(rows), ...style }}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(inputId, { hint, error })}
        className={classNames(
          controlBox,
          "field-sizing-content resize-y px-2.5 py-1.5 pointer-coarse:py-2.5 disabled:border-border disabled:bg-surface-3 pointer-coarse:text-16",
          isMono && "mono text-12",
          error && "border-st-fail",
          className,
        )}
        {...rest}
      />
    </Field>
  );
}
