"use client";

import { GitFork } from "lucide-react";
import Link from "next/link";
import { Chip } from "@/app/_ui/chip.tsx";
import { useRun, useRunContext } from "../store/run-context.tsx";

/** Says that the run shares its beginning with another one, and leads to both side by side. */
export function ForkOrigin() {
  const { runId, isReadOnly } = useRunContext();
  const from = useRun(({ view }) => view.forkedFrom);
  if (!from) return null;
  const chip = <Chip icon={<GitFork />}>Fork</Chip>;
  return isReadOnly ? (
    chip
  ) : (
    <Link
      href={`/runs/compare?left=${from.runId}&right=${runId}`}
      title="Compare with the run it was forked from"
      className="rounded-1 max-lg:hidden"
    >
      {chip}
    </Link>
  );
}
