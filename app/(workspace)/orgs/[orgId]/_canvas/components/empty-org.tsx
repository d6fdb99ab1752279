"use client";

import { lazy, Suspense } from "react";
import { useEditor } from "./editor-context.tsx";

const FirstAgent = lazy(async () => ({ default: (await import("./first-agent.tsx")).FirstAgent }));

/** In the middle of an org without agents: how it begins. */
export function EmptyOrg() {
  const isEmpty = useEditor((state) => state.document.agents.length === 0);
  return isEmpty ? (
    <Suspense>
      <FirstAgent />
    </Suspense>
  ) : null;
}
