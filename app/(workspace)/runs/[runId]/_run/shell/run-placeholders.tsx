"use client";

import Link from "next/link";
import { PageFrame } from "@/app/_shell/page-frame.tsx";
import { Button } from "@/app/_ui/button.tsx";
import { EmptyState } from "@/app/_ui/empty-state.tsx";
import { ErrorState } from "@/app/_ui/error-state.tsx";
import { Loading, Skeleton } from "@/app/_ui/skeleton.tsx";

const crumbs = [{ label: "Runs", href: "/runs" }];

/** The shape of a run page while it is on its way. */
export function RunLoading() {
  return (
    <PageFrame crumbs={crumbs} title={<Skeleton className="h-3 w-48" />} isScrolling={false}>
      <Loading label="Loading the run" className="flex h-full">
        <div className="relative min-w-0 flex-1 bg-canvas">
          <Skeleton className="absolute top-10 left-1/2 h-28 w-52 -translate-x-1/2 rounded-3" />
          <Skeleton className="absolute top-52 left-[12%] h-28 w-52 rounded-3 max-md:hidden" />
          <Skeleton className="absolute top-52 left-1/2 h-28 w-52 -translate-x-1/2 rounded-3" />
          <Skeleton className="absolute top-52 right-[12%] h-28 w-52 rounded-3 max-md:hidden" />
        </div>
        <div className="flex w-100 flex-none flex-col gap-3 border-l p-4 max-md:hidden">
          <Skeleton className="size-9 rounded-full" />
          <Skeleton />
          <Skeleton className="h-2.5 w-3/4" />
          <Skeleton className="mt-4 h-8 w-full" />
          <Skeleton className="h-8 w-full" />
        </div>
      </Loading>
    </PageFrame>
  );
}

/** There is no such run. */
export function RunMissing() {
  return (
    <PageFrame crumbs={crumbs} title="No such run">
      <EmptyState
        title="This run is not here"
        action={
          <Button asChild size={32}>
            <Link href="/runs">All runs</Link>
          </Button>
        }
      >
        It may have been started on another data folder, or the address is not complete.
      </EmptyState>
    </PageFrame>
  );
}

interface RunUnreachableProps {
  readonly error: unknown;
  readonly onRetry: () => void;
}

/** The run could not be read. */
export function RunUnreachable({ error, onRetry }: RunUnreachableProps) {
  return (
    <PageFrame crumbs={crumbs} title="Run">
      <ErrorState title="The run could not be loaded" error={error} onRetry={onRetry} />
    </PageFrame>
  );
}
