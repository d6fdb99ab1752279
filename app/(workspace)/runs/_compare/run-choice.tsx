"use client";

import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/app/_trpc/use-trpc.ts";
import { formatTime } from "@/app/_ui/format-time.ts";
import { Select } from "@/app/_ui/select.tsx";
import { useNow } from "@/app/_ui/use-now.ts";
import type { RunSummary } from "@/server/contract/api.ts";

/** What is asked for: names to choose from, without the pictures of the runs. */
export const CHOICE = { limit: 100, hasLanes: false } as const;

interface RunChoiceProps {
  readonly label: string;
  readonly runId: string;
  /** Offers runs of this org alone. */
  readonly orgId?: string | undefined;
  readonly onChoose: (runId: string) => void;
}

/** The latest runs to choose from, and the chosen one however old it is. */
export function RunChoice({ label, runId, orgId, onChoose }: RunChoiceProps) {
  const trpc = useTRPC();
  const now = useNow(60_000);
  const runs = useQuery(trpc.runs.list.queryOptions({ ...CHOICE, ...(orgId ? { orgId } : {}) }));
  const chosen = useQuery(trpc.runs.get.queryOptions({ runId }, { enabled: runId !== "" }));
  const listed = runs.data?.runs ?? [];
  const own = chosen.data?.summary;
  const all = own && !listed.some((run) => run.id === own.id) ? [own, ...listed] : listed;
  return (
    <Select
      label={label}
      value={all.some((run) => run.id === runId) ? runId : undefined}
      onValueChange={onChoose}
      placeholder={runs.isPending ? "Loading" : "Choose a run"}
      fieldClassName="min-w-0 flex-1"
      options={all.map((run) => ({
        value: run.id,
        label: nameOf(run),
        hint: formatTime(run.startedAt, now),
      }))}
    />
  );
}

const LONGEST = 60;

function nameOf(run: RunSummary): string {
  const line = run.task.split("\n")[0] ?? "";
  const short = line.length > LONGEST ? `${line.slice(0, LONGEST).trimEnd()}…` : line;
  return `${run.forkedFrom === null ? "" : "Fork: "}${short} (version ${run.orgVersion})`;
}
