"use client";

import { useEffect, useRef, useState } from "react";
import type { OpenWait } from "@/server/contract/api.ts";

interface WaitAnnouncerProps {
  readonly waits: readonly OpenWait[];
}

/** Tells those who listen that something waits for them, once for each. */
export function WaitAnnouncer({ waits }: WaitAnnouncerProps) {
  const known = useRef<ReadonlySet<string> | null>(null);
  const [text, setText] = useState("");
  useEffect(() => {
    const fresh = known.current ? waits.filter((wait) => !known.current?.has(wait.id)) : [];
    known.current = new Set(waits.map((wait) => wait.id));
    const [first] = fresh;
    if (!first) return;
    setText(fresh.length === 1 ? `${first.agentName} waits for you` : `${fresh.length} agents wait for you`);
  }, [waits]);
  return (
    <div role="alert" className="sr-only">
      {text}
    </div>
  );
}
