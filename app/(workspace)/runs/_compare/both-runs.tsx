import { ErrorState } from "@/app/_ui/error-state.tsx";
import { Loading, Skeleton } from "@/app/_ui/skeleton.tsx";
import type { RunView } from "../[runId]/_run/view/run-view.ts";
import { Comparison } from "./comparison.tsx";

/** One side: the run's picture once its events are there, and how it fares that the run itself is asked for. */
export interface ComparedSide {
  readonly view: RunView | undefined;
  readonly asked: {
    /** There is nothing of it: it does not exist, or could not be read. */
    readonly isLoadingError: boolean;
    readonly error: unknown;
    refetch(): unknown;
  };
}

interface BothRunsProps {
  readonly left: ComparedSide;
  readonly right: ComparedSide;
}

/** Both runs side by side as soon as both are there; where one of them is not to be had, that is said. */
export function BothRuns({ left, right }: BothRunsProps) {
  const missing = [left, right].find(({ asked }) => asked.isLoadingError);
  if (missing)
    return (
      <ErrorState
        title={`The ${missing === left ? "left" : "right"} run could not be read`}
        error={missing.asked.error}
        onRetry={() => void missing.asked.refetch()}
      />
    );
  if (left.view && right.view) return <Comparison left={left.view} right={right.view} />;
  return (
    <Loading label="Reading both runs" className="flex flex-col gap-3">
      <Skeleton className="h-8 w-full" />
      <Skeleton className="h-8 w-full" />
      <Skeleton className="h-8 w-full" />
    </Loading>
  );
}
