"use client";

import { lazy, Suspense } from "react";
import { useEditor } from "./editor-context.tsx";

const GrantPrompt = lazy(async () => ({ default: (await import("./grant-prompt.tsx")).GrantPrompt }));

/** While something waits for an agent to be chosen: what, and how it goes on. */
export function GrantBanner() {
  const isWaiting = useEditor(
    (state) => state.pendingGrant !== undefined || state.pendingReport !== undefined,
  );
  return isWaiting ? (
    <Suspense>
      <GrantPrompt />
    </Suspense>
  ) : null;
}
