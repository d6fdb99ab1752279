"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { type KeyboardEvent, useEffect } from "react";
import type { RunDetail, RunSummary } from "@/server/contract/api.ts";
import { useTRPC } from "../../../_trpc/use-trpc.ts";
import { Button } from "../../../_ui/button.tsx";
import { Dialog } from "../../../_ui/dialog.tsx";
import { ErrorState } from "../../../_ui/error-state.tsx";
import { formatClock } from "../../../_ui/format-duration.ts";
import { formatMoney } from "../../../_ui/format-money.ts";
import { formatMoment } from "../../../_ui/format-time.ts";
import { formatTokens } from "../../../_ui/format-tokens.ts";
import { Kbd } from "../../../_ui/kbd.tsx";
import { Markdown } from "../../../_ui/markdown.tsx";
import { Note } from "../../../_ui/note.tsx";
import { runLook } from "../../../_ui/run-look.ts";
import { ScrollBox } from "../../../_ui/scroll-box.tsx";
import { Loading, Skeleton } from "../../../_ui/skeleton.tsx";
import { StateBadge } from "../../../_ui/state-badge.tsx";
import { useNow } from "../../../_ui/use-now.ts";
import { RunLanes } from "./run-lanes.tsx";
import { elapsedTime, runOrigin } from "./run-origin.ts";

interface RunPreviewProps {
  readonly run: RunSummary;
  /** To the run above or below in the list. */
  readonly onMove: (step: 1 | -1) => void;
  readonly onClose: () => void;
}

/** A quick look at a run without leaving the list. Space and Esc close it, arrows go on to the next, Enter opens the run. */
export function RunPreview({ run, onMove, onClose }: RunPreviewProps) {
  const router = useRouter();
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const isElsewhere = event.target !== event.currentTarget;
    if (isElsewhere || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === " ") onClose();
    else if (event.key === "ArrowDown") onMove(1);
    else if (event.key === "ArrowUp") onMove(-1);
    else if (event.key === "Enter") router.push(`/runs/${run.id}`);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={run.task.split("\n")[0] ?? ""}
      description={runOrigin(run)}
      className="max-w-[38rem]"
      footer={
        <>
          <span className="mr-auto flex items-center gap-1.5 text-12 text-text-3 pointer-coarse:hidden">
            <Kbd>↑</Kbd>
            <Kbd>↓</Kbd> next <Kbd>Space</Kbd> close
          </span>
          <Button asChild size={32} variant="primary">
            <Link href={`/runs/${run.id}`}>Open the run</Link>
          </Button>
        </>
      }
    >
      <ScrollBox
        aria-label="Quick look"
        onKeyDown={onKeyDown}
        className="-mx-2 -mb-2 flex flex-col gap-4 rounded-2 p-2 focus-inside"
      >
        <Facts run={run} />
        {run.lanes.length > 0 ? <RunLanes lanes={run.lanes} width={560} /> : null}
        <WholeTask task={run.task} />
        <Outcome run={run} />
      </ScrollBox>
    </Dialog>
  );
}

function Facts({ run }: Pick<RunPreviewProps, "run">) {
  const now = useNow(1_000);
  const look = runLook(run);
  const cost = formatMoney(run.usage.cost);
  return (
    <div className="num flex flex-wrap items-center gap-x-4 gap-y-1 text-12 text-text-2">
      <StateBadge state={look.state} word={look.word} isPill />
      <span>{formatClock(elapsedTime(run, now))}</span>
      <span>{formatTokens(run.usage.inputTokens + run.usage.outputTokens)} tokens</span>
      <span>{run.budget?.cost === undefined ? cost : `${cost} of ${formatMoney(run.budget.cost)}`}</span>
      <span>{run.sessionCount === 1 ? "1 session" : `${run.sessionCount} sessions`}</span>
      <span className="text-text-3">
        {run.startedBy === null
          ? formatMoment(run.startedAt)
          : `${formatMoment(run.startedAt)}, ${run.startedBy}`}
      </span>
    </div>
  );
}

/** Characters that the title has room for on any screen. */
const LONG_TASK = 90;

/** What the title could not hold. */
function WholeTask({ task }: { readonly task: string }) {
  if (task.length < LONG_TASK && !task.trim().includes("\n")) return null;
  return (
    <ScrollBox
      aria-label="Task"
      dir="auto"
      className="max-h-32 overflow-y-auto border-l-2 border-border-strong pl-3 whitespace-pre-wrap text-text-2 wrap-anywhere"
    >
      {task}
    </ScrollBox>
  );
}

function Outcome({ run }: Pick<RunPreviewProps, "run">) {
  const trpc = useTRPC();
  const { data, isLoadingError, error, refetch } = useQuery(trpc.runs.get.queryOptions({ runId: run.id }));
  const { finishedAt } = run;
  // Over since it was read.
  const isBehind = data !== undefined && data.summary.finishedAt !== finishedAt;
  useEffect(() => {
    if (isBehind) void refetch();
  }, [isBehind, refetch]);
  if (isLoadingError)
    return (
      <ErrorState
        title="The answer could not be read"
        error={error}
        onRetry={() => void refetch()}
        className=""
      />
    );
  if (!data)
    return (
      <Loading label="Loading the answer" className="flex flex-col gap-2.5">
        <Skeleton className="h-2.5 w-full" />
        <Skeleton className="h-2.5 w-11/12" />
        <Skeleton className="h-2.5 w-3/5" />
      </Loading>
    );
  return <Answer run={run} detail={data} />;
}

function Answer({ run, detail }: Pick<RunPreviewProps, "run"> & { readonly detail: RunDetail }) {
  if (run.error) return <Note tone="fail">{run.error}</Note>;
  if (run.openWaits > 0)
    return <Note tone="warn">It waits for you: open the run, or answer in the inbox.</Note>;
  if (detail.answer === "")
    return (
      <p className="text-text-2">
        {run.finishedAt === null ? "No answer yet: agents are at work." : "There is no answer."}
      </p>
    );
  return <Markdown text={detail.answer} isReading />;
}
