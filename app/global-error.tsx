"use client";

import type { ErrorInfo } from "next/error";
import { ErrorState } from "./_ui/error-state.tsx";
import "./globals.css";

type GlobalErrorProps = Pick<ErrorInfo, "error" | "reset">;

/** The last resort, in the place of the whole document: for a fault in what stands around `FrameBoundary`. */
export default function GlobalError({ error, reset }: GlobalErrorProps) {
  return (
    <html lang="en">
      <body>
        <title>OpenHive stopped</title>
        <main className="h-dvh bg-surface">
          <h1 className="sr-only">OpenHive stopped</h1>
          <ErrorState title="OpenHive stopped because of a fault in it" error={error} onRetry={reset} />
        </main>
      </body>
    </html>
  );
}
