"use client";

import { lazyPart } from "@/app/_ui/lazy-part.tsx";
import { useEditor } from "./editor-context.tsx";

const GrantPrompt = lazyPart(async () => (await import("./grant-prompt.tsx")).GrantPrompt);

/** While something waits for an agent to be chosen: what, and how it goes on. */
export function GrantBanner() {
  const isWaiting = useEditor(
    (state) => state.pendingGrant !== undefined || state.pendingReport !== undefined,
  );
  return isWaiting ? <GrantPrompt /> : null;
}
