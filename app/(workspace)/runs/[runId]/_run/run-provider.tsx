"use client";

import { useQuery } from "@tanstack/react-query";
import { useSelectedLayoutSegment } from "next/navigation";
import { type ReactNode, useEffect } from "react";
import { isRefusal } from "@/app/_trpc/error-text.ts";
import { useTRPC } from "@/app/_trpc/use-trpc.ts";
import { measureServerClock } from "@/app/_ui/measure-server-clock.ts";
import { beginsAt } from "./canvas/outside-run.ts";
import { ForkProvider } from "./fork/fork-context.tsx";
import { RunPageAhead } from "./shell/lazy-run-page.tsx";
import { RunLoading, RunMissing, RunUnreachable } from "./shell/run-placeholders.tsx";
import { RunContextProvider } from "./store/run-context.tsx";
import { useRunFeed } from "./store/use-run-feed.ts";

interface RunProviderProps {
  readonly runId: string;
  readonly children: ReactNode;
}

/** Everything below sees the same run: the drawing it is pinned to, read once, and the fold of its events, asked for with it. */
export function RunProvider({ runId, children }: RunProviderProps) {
  const trpc = useTRPC();
  const isPage = useSelectedLayoutSegment() === null;
  // The version that a run is pinned to never changes: a line that comes back is no reason to read it again.
  const run = useQuery(trpc.runs.get.queryOptions({ runId }, { staleTime: "static" }));
  const store = useRunFeed(runId, !run.isLoadingError);
  useEffect(() => void measureServerClock().then((ahead) => store.setClockAhead(ahead)), [store]);
  if (run.isPending)
    return (
      <>
        <RunLoading />
        {isPage ? <RunPageAhead /> : null}
      </>
    );
  if (run.isLoadingError)
    return isRefusal(run.error) ? (
      <RunMissing />
    ) : (
      <RunUnreachable error={run.error} onRetry={() => void run.refetch()} />
    );
  const { document, summary } = run.data;
  return (
    <RunContextProvider
      runId={runId}
      store={store}
      document={document}
      orgId={summary.orgId}
      begins={beginsAt(document, summary.fromAgent)}
      isReadOnly={false}
    >
      <ForkProvider>{children}</ForkProvider>
    </RunContextProvider>
  );
}
