"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Columns2, Play } from "lucide-react";
import Link from "next/link";
import type { RunPage } from "@/server/contract/api.ts";
import { PageFrame } from "../../../_shell/page-frame.tsx";
import { useTRPC } from "../../../_trpc/use-trpc.ts";
import { Button } from "../../../_ui/button.tsx";
import { ErrorState } from "../../../_ui/error-state.tsx";
import { useServerClock } from "../../../_ui/use-server-clock.ts";
import { RunFilters } from "./run-filters.tsx";
import { RunTable } from "./run-table.tsx";
import { NoRunsFound, NoRunsYet } from "./runs-empty.tsx";
import { RunsLoading } from "./runs-loading.tsx";
import { type ShownRuns, useRunFilter } from "./use-run-filter.ts";

/** Every run with its state, what it did and what it cost. */
export function RunsPage() {
  const { shown, show } = useRunFilter();
  const runs = useRuns(shown);
  useServerClock();
  return (
    <PageFrame
      title="Runs"
      actions={
        <>
          <Button asChild variant="ghost">
            <Link href="/runs/compare">
              <Columns2 />
              <span className="max-sm:sr-only">Compare</span>
            </Link>
          </Button>
          <Button asChild variant="primary">
            <Link href="/orgs">
              <Play />
              New run
            </Link>
          </Button>
        </>
      }
    >
      {runs.data?.counts.all === 0 && !isNarrowed(shown) ? (
        <NoRunsYet />
      ) : (
        <>
          <RunFilters shown={shown} show={show} page={runs.data} />
          {runs.data ? <Found page={runs.data} shown={shown} show={show} /> : null}
          {runs.isPending ? <RunsLoading /> : null}
          {runs.isLoadingError ? (
            <ErrorState
              title="The runs could not be read"
              error={runs.error}
              onRetry={() => void runs.refetch()}
            />
          ) : null}
        </>
      )}
    </PageFrame>
  );
}

interface FoundProps {
  readonly page: RunPage;
  readonly shown: ShownRuns;
  readonly show: (change: Partial<Omit<ShownRuns, "before">>) => void;
}

function Found({ page, shown, show }: FoundProps) {
  if (page.runs.length === 0) {
    return (
      <NoRunsFound onShowAll={() => show({ status: "all", search: "", orgId: undefined, days: undefined })} />
    );
  }
  return <RunTable page={page} shown={shown} show={show} />;
}

function isNarrowed(shown: ShownRuns): boolean {
  return (
    shown.status !== "all" || shown.search !== "" || shown.orgId !== undefined || shown.days !== undefined
  );
}

/** Read anew when some run changed, which the frame is told. */
function useRuns(shown: ShownRuns) {
  const trpc = useTRPC();
  return useQuery(
    trpc.runs.list.queryOptions(
      {
        status: shown.status,
        search: shown.search,
        limit: 50,
        order: shown.order,
        ...(shown.orgId ? { orgId: shown.orgId } : {}),
        ...(shown.days ? { days: shown.days } : {}),
        ...(shown.before ? { before: shown.before } : {}),
      },
      { placeholderData: keepPreviousData },
    ),
  );
}
