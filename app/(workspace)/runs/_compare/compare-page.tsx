"use client";

import { useQuery } from "@tanstack/react-query";
import { ArrowLeftRight } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { useState } from "react";
import { PageFrame } from "@/app/_shell/page-frame.tsx";
import { useTRPC } from "@/app/_trpc/use-trpc.ts";
import { readAddressQuery, replaceAddressQuery } from "@/app/_ui/address-query.ts";
import { IconButton } from "@/app/_ui/button.tsx";
import { EmptyState } from "@/app/_ui/empty-state.tsx";
import { ErrorState } from "@/app/_ui/error-state.tsx";
import { Loading, Skeleton } from "@/app/_ui/skeleton.tsx";
import type { RunView } from "../[runId]/_run/view/run-view.ts";
import { BothRuns } from "./both-runs.tsx";
import { ComparedRun } from "./compared-run.ts";
import { CHOICE, RunChoice } from "./run-choice.tsx";

/** Two runs of an org side by side. Which ones stands in the address. */
export function ComparePage() {
  const { left, right, show } = useCompared();
  const [views, setViews] = useState<Readonly<Record<string, RunView>>>({});
  const trpc = useTRPC();
  const first = useQuery(trpc.runs.get.queryOptions({ runId: left }, { enabled: left !== "" }));
  const second = useQuery(trpc.runs.get.queryOptions({ runId: right }, { enabled: right !== "" }));
  const orgId = first.data?.summary.orgId ?? undefined;
  const keep = (runId: string) => (view: RunView) =>
    setViews((before) => (before[runId] === view ? before : { ...before, [runId]: view }));
  return (
    <PageFrame title="Compare runs" crumbs={[{ label: "Runs", href: "/runs" }]}>
      <div className="mx-auto flex w-full max-w-[72rem] flex-col gap-6 px-4 py-5 md:px-6">
        <div className="flex items-end gap-2 max-md:flex-col max-md:items-stretch">
          <RunChoice label="Left" runId={left} onChoose={(runId) => show({ left: runId })} />
          <IconButton
            label="Change sides"
            size={32}
            className="max-md:self-center"
            onClick={() => show({ left: right, right: left })}
            disabled={right === ""}
          >
            <ArrowLeftRight />
          </IconButton>
          <RunChoice label="Right" runId={right} orgId={orgId} onChoose={(runId) => show({ right: runId })} />
        </div>
        {left === "" || right === "" ? (
          <NothingChosen />
        ) : (
          <BothRuns
            left={{ view: views[left], asked: first }}
            right={{ view: views[right], asked: second }}
          />
        )}
      </div>
      {[
        ...new Map([
          [left, first],
          [right, second],
        ]),
      ]
        .filter(([runId]) => runId !== "")
        .map(([runId, { isLoadingError }]) => (
          <Followed key={runId} runId={runId} isThere={!isLoadingError} keep={keep} />
        ))}
    </PageFrame>
  );
}

/** Without a list there is nothing to choose from: that is said instead. */
function NothingChosen() {
  const trpc = useTRPC();
  const runs = useQuery(trpc.runs.list.queryOptions(CHOICE));
  if (runs.isPending)
    return (
      <Loading label="Loading runs">
        <Skeleton className="h-2.5 w-1/3" />
      </Loading>
    );
  if (!runs.data)
    return (
      <ErrorState title="The runs could not be read" error={runs.error} onRetry={() => void runs.refetch()} />
    );
  return (
    <EmptyState title="Choose two runs" isInline>
      Who was asked, which tools were called, what it cost and what took the time stand side by side then.
    </EmptyState>
  );
}

interface FollowedProps {
  readonly runId: string;
  readonly isThere: boolean;
  readonly keep: (runId: string) => (view: RunView) => void;
}

function Followed({ runId, isThere, keep }: FollowedProps) {
  const [onView] = useState(() => keep(runId));
  return <ComparedRun runId={runId} isThere={isThere} onView={onView} />;
}

const ID = /^[0-9a-f-]{36}$/i;

interface Compared {
  readonly left: string;
  readonly right: string;
}

/** Both runs, and how one or both are replaced; a side that is not named stays what it is. */
function useCompared() {
  const shown = comparedIn(useSearchParams());
  const show = (change: Partial<Compared>) => {
    const { left, right } = { ...comparedIn(readAddressQuery()), ...change };
    replaceAddressQuery(new URLSearchParams({ ...(left ? { left } : {}), ...(right ? { right } : {}) }));
  };
  return { ...shown, show };
}

function comparedIn(query: Pick<URLSearchParams, "get">): Compared {
  const idOf = (name: string): string => {
    const text = query.get(name) ?? "";
    return ID.test(text) ? text : "";
  };
  return { left: idOf("left"), right: idOf("right") };
}
