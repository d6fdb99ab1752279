import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";

export interface FieldTexts {
  readonly label: string;
  /** The label is read aloud but not shown, for example in a search field. */
  readonly isLabelHidden?: boolean;
  readonly hint?: ReactNode;
  /** Replaces the hint: what would be right, in words. */
  readonly error?: string | undefined;
}

interface FieldProps extends FieldTexts {
  /** Of the control. */
  readonly id: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** Ids of the texts that describe a control. */
export function describedBy(
  id: string,
  { hint, error }: Pick<FieldTexts, "hint" | "error">,
): string | undefined {
  return error || hint ? `${id}-note` : undefined;
}

/** Label above, hint below, and the error in the hint's place. */
export function Field({ id, label, isLabelHidden = false, hint, error, className, children }: FieldProps) {
  return (
    <div className={classNames("flex min-w-0 flex-col gap-1.5", className)}>
      <label htmlFor={id} className={isLabelHidden ? "sr-only" : "text-12 font-medium"}>
        {label}
      </label>
      {children}
      {error ? (
        <p id={`${id}-note`} role="alert" className="flex items-start gap-1.5 text-12 text-st-fail">
          <CircleAlert className="mt-0.5 size-3" />
          {error}
        </p>
      ) : hint ? (
        <p id={`${id}-note`} className="text-12 text-text-3">
          {hint}
        </p>
      ) : null}
    </div>
  );
}

/** The box of every text control. */
export const controlBox =
  "w-full min-w-0 rounded-2 border border-control bg-surface text-13 text-text transition-colors duration-80 has-disabled:border-border has-disabled:bg-surface-3 has-disabled:text-text-3";
