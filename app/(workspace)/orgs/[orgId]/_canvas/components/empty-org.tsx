"use client";

import { lazyPart } from "@/app/_ui/lazy-part.tsx";
import { useEditor } from "./editor-context.tsx";

const FirstAgent = lazyPart(async () => (await import("./first-agent.tsx")).FirstAgent);

/** In the middle of an org without agents: how it begins. */
export function EmptyOrg() {
  const isEmpty = useEditor((state) => state.document.agents.length === 0);
  return isEmpty ? <FirstAgent /> : null;
}
