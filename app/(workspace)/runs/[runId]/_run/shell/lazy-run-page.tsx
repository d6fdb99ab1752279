"use client";

import dynamic from "next/dynamic";
import { Suspense } from "react";
import { lazyPart } from "@/app/_ui/lazy-part.tsx";
import { RunLoading } from "./run-placeholders.tsx";

const RunPage = lazyPart(async () => (await import("./run-page.tsx")).RunPage);
// Next finds the names by the import that stands in here.
const Names = dynamic(async () => {
  await import("./run-page.tsx").catch(() => undefined);
  return () => null;
});

/** The run page behind the frame: what draws canvas, transcript and timeline is not part of the first script. */
export function LazyRunPage() {
  return <RunPage fallback={<RunLoading />} />;
}

/**
 * Draws nothing, and names the scripts of the run page in the document: the browser asks for them with the others, and not when
 * those have run. For where a document is made that shows no run yet; the page and the run then come at the same time.
 */
export function RunPageAhead() {
  if (typeof window !== "undefined") RunPage.preload();
  return (
    <Suspense>
      <Names />
    </Suspense>
  );
}
