"use client";

import { lazyPart } from "@/app/_ui/lazy-part.tsx";
import { RunLoading } from "./run-placeholders.tsx";

const RunPage = lazyPart(async () => (await import("./run-page.tsx")).RunPage);

// The page and the run come at the same time: neither waits for the other.
if (typeof window !== "undefined") RunPage.preload();

/** The run page behind the frame: what draws canvas, transcript and timeline is not part of the first script. */
export function LazyRunPage() {
  return <RunPage fallback={<RunLoading />} />;
}
