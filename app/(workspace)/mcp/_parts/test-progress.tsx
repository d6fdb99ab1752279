"use client";

import { useState } from "react";
import { formatClock } from "../../../_ui/format-duration.ts";
import { StateBadge } from "../../../_ui/state-badge.tsx";
import { useNow } from "../../../_ui/use-now.ts";

interface TestProgressProps {
  readonly name: string;
}

/** What a test is doing, and why it may take longer than three seconds. */
export function TestProgress({ name }: TestProgressProps) {
  const [startedAt] = useState(() => Date.now());
  const elapsed = useNow(500).getTime() - startedAt;
  return (
    <div
      role="status"
      className="state-calling flex flex-wrap items-center gap-x-3 rounded-2 bg-state-soft px-2.5 py-2 text-12"
    >
      <StateBadge state="calling" word={`Starting ${name} and asking for its tools`} />
      <span aria-hidden="true" className="num text-text-2">
        {formatClock(elapsed)}
      </span>
      {elapsed > 3_000 ? (
        <span className="text-text-2">A first start may have to download the server.</span>
      ) : null}
    </div>
  );
}
