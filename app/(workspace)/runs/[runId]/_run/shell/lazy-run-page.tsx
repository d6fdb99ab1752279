"use client";

import { lazy, Suspense } from "react";
import { RunLoading } from "./run-placeholders.tsx";

const loadRunPage = async () => ({ default: (await import("./run-page.tsx")).RunPage });
const RunPage = lazy(loadRunPage);

// The page and the run come at the same time: neither waits for the other.
if (typeof window !== "undefined") void loadRunPage();

/** The run page behind the frame: what draws canvas, transcript and timeline is not part of the first script. */
export function LazyRunPage() {
  return (
    <Suspense fallback={<RunLoading />}>
      <RunPage />
    </Suspense>
  );
}
