"use client";

import { CircleAlert, RotateCw } from "lucide-react";
import { errorText } from "../_trpc/error-text.ts";
import { Button } from "./button.tsx";
import { classNames } from "./class-names.ts";

interface ErrorStateProps {
  /** What could not be done: "The runs could not be read". */
  readonly title: string;
  readonly error: unknown;
  readonly onRetry?: () => void;
  readonly className?: string;
}

/** In the place of what could not be loaded: what happened, then what can be done. */
export function ErrorState({ title, error, onRetry, className = "p-6" }: ErrorStateProps) {
  return (
    <div role="alert" className={classNames("flex flex-col items-start gap-2", className)}>
      <h2 className="flex items-center gap-1.5 text-13 font-medium text-st-fail">
        <CircleAlert className="size-3.5" />
        {title}
      </h2>
      <p className="max-w-[32.5rem] text-12 wrap-anywhere text-text-2">{errorText(error)}</p>
      {onRetry ? (
        <Button onClick={onRetry}>
          <RotateCw />
          Try again
        </Button>
      ) : null}
    </div>
  );
}
