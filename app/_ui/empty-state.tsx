import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";

interface EmptyStateProps {
  /** A drawing of what would be here. */
  readonly picture?: ReactNode;
  readonly title: string;
  /** What would be here, and how it comes. */
  readonly children: ReactNode;
  /** The one action that fills it. */
  readonly action?: ReactNode;
  /** Within a panel: small, at the panel's edge. */
  readonly isInline?: boolean;
}

/** Stands where a list will be and says how it fills. */
export function EmptyState({ picture, title, children, action, isInline = false }: EmptyStateProps) {
  return (
    <div
      className={classNames(
        "flex flex-col items-start",
        isInline
          ? "gap-1 p-4"
          : "mx-auto min-h-full w-full max-w-[45rem] justify-center gap-6 px-6 pt-8 pb-24",
      )}
    >
      {picture ? (
        <div aria-hidden="true" className="w-full overflow-hidden rounded-3 border bg-canvas">
          {picture}
        </div>
      ) : null}
      <div className="flex flex-col items-start gap-2">
        <h2 className={isInline ? "text-13" : "text-20"}>{title}</h2>
        <p className={classNames("text-text-2", isInline ? "text-12" : "max-w-[32.5rem] text-14")}>
          {children}
        </p>
        {action ? <div className="mt-2 flex flex-wrap gap-2">{action}</div> : null}
      </div>
    </div>
  );
}
