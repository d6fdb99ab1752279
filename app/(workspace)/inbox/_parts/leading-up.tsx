"use client";

import "../../runs/[runId]/_run/panel/transcript.css";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTRPC } from "@/app/_trpc/use-trpc.ts";
import { Button } from "@/app/_ui/button.tsx";
import { Skeleton } from "@/app/_ui/skeleton.tsx";
import type { OpenWait } from "@/server/contract/api.ts";
import type { LeadingUp as Excerpt } from "@/server/contract/leading-up.ts";
import type { OrgDocument } from "@/server/contract/org-document.ts";
import { TranscriptRow } from "../../runs/[runId]/_run/panel/transcript-row.tsx";
import { RunContextProvider } from "../../runs/[runId]/_run/store/run-context.tsx";
import { createRunStore, type RunStore } from "../../runs/[runId]/_run/store/run-store.ts";

interface LeadingUpProps {
  readonly wait: OpenWait;
}

/** The newest entries, beside the task: enough to decide by. The run's page has the rest. */
const MOST_ENTRIES = 8;

/** Nothing that is shown here looks at the drawing. */
const NO_DRAWING: OrgDocument = {
  name: "",
  description: "",
  task: "",
  agents: [],
  lines: [],
  notes: [],
  groups: [],
};

/**
 * What the agent was told, said and did before it asked, to read only: a fold of the run's events, as on its page, of those alone
 * that led to it. Read anew when the questions that wait are.
 */
export function LeadingUp({ wait: { runId, sessionId } }: LeadingUpProps) {
  const trpc = useTRPC();
  const { data, isLoadingError, refetch } = useQuery(trpc.waits.leadingUp.queryOptions({ runId, sessionId }));
  const store = useMemo(() => (data ? foldExcerpt(data) : undefined), [data]);
  const session = store?.getState().view.sessions[sessionId];
  if (isLoadingError)
    return (
      <p className="flex items-center gap-2 py-1 text-12 text-text-2">
        What led to this could not be read.
        <Button onClick={() => void refetch()}>Try again</Button>
      </p>
    );
  if (!data || !store || !session) return <Reading />;
  const [task, ...rest] = session.transcript;
  const newest = rest.slice(-MOST_ENTRIES);
  return (
    <RunContextProvider runId={runId} store={store} document={NO_DRAWING} orgId={null} isReadOnly>
      {task ? <TranscriptRow entry={task} session={session} /> : null}
      <LeftOut count={rest.length - newest.length} isUncounted={data.isCut} />
      {newest.map((entry) => (
        <TranscriptRow key={entry.key} entry={entry} session={session} />
      ))}
    </RunContextProvider>
  );
}

/** A picture of the run as far as these events tell it. They are numbered through, for a fold takes no gap. */
function foldExcerpt({ events }: Excerpt): RunStore {
  const store = createRunStore();
  for (const [index, event] of events.entries()) store.receive({ ...event, seq: index + 1 });
  store.flush();
  return store;
}

interface LeftOutProps {
  readonly count: number;
  /** Whether there are more than these. */
  readonly isUncounted: boolean;
}

function LeftOut({ count, isUncounted }: LeftOutProps) {
  if (count === 0 && !isUncounted) return null;
  const entries = isUncounted ? "More" : count === 1 ? "1 entry" : `${count} entries`;
  return <p className="num py-1 text-12 text-text-3">{entries} in between, on the run&#39;s page</p>;
}

function Reading() {
  return (
    <div aria-hidden="true" className="appear-late flex flex-col gap-2.5 pt-3">
      <Skeleton className="h-2.5 w-1/3" />
      <Skeleton />
      <Skeleton className="h-2.5 w-4/5" />
      <Skeleton className="mt-2 h-8 w-full" />
    </div>
  );
}
