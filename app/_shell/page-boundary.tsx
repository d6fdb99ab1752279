"use client";

import { catchError, type ErrorInfo } from "next/error";
import { ErrorState } from "../_ui/error-state.tsx";
import { PageFrame } from "./page-frame.tsx";

/**
 * Stands in for a page that stopped. Not an `error.tsx`: those are loaded beside each page with all that they draw, where what
 * the frame draws is there once for both.
 */
export const PageBoundary = catchError((_properties: object, { error, reset }: ErrorInfo) => (
  <PageFrame title="This page stopped">
    <ErrorState title="This page stopped because of a fault in it" error={error} onRetry={reset} />
  </PageFrame>
));
