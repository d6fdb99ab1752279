"use client";

import { catchError, type ErrorInfo } from "next/error";
import { ErrorState } from "../_ui/error-state.tsx";

/**
 * Stands in for everything when the frame around the pages itself stopped: a fault in a page leaves the frame and is caught there. Beside
 * the layout and not an `error.tsx`, as `PageBoundary` is.
 */
export const FrameBoundary = catchError((_properties: object, { error, reset }: ErrorInfo) => (
  <main className="h-dvh bg-surface">
    <h1 className="sr-only">OpenHive stopped</h1>
    <ErrorState title="OpenHive stopped because of a fault in this page" error={error} onRetry={reset} />
  </main>
));
