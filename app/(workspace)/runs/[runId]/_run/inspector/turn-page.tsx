"use client";

import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useMemo, useState } from "react";
import { PageFrame } from "@/app/_shell/page-frame.tsx";
import { useTRPC } from "@/app/_trpc/use-trpc.ts";
import { Button } from "@/app/_ui/button.tsx";
import { CopyButton } from "@/app/_ui/code-block.tsx";
import { ErrorState } from "@/app/_ui/error-state.tsx";
import { jsonText } from "@/app/_ui/json-text.ts";
import { Loading, Skeleton } from "@/app/_ui/skeleton.tsx";
import type { TurnSnapshot } from "@/server/contract/api.ts";
import { ownValue } from "@/server/contract/own-value.ts";
import { ForkButton } from "../fork/fork-button.tsx";
import { useRun, useRunContext } from "../store/run-context.tsx";
import { firstLine } from "../view/plain-text.ts";
import type { SessionView } from "../view/run-view.ts";
import { compareTurns } from "./turn-change.ts";
import { TurnContents } from "./turn-contents.tsx";
import { TurnList } from "./turn-list.tsx";
import { useSteps } from "./use-steps.ts";
import { useTurnKeys } from "./use-turn-keys.ts";

interface TurnPageProps {
  readonly sessionId: string;
  readonly turn: number;
}

/** One model call: exactly what was sent, by source, and what changed since the call before. */
export function TurnPage({ sessionId, turn }: TurnPageProps) {
  const { runId } = useRunContext();
  const router = useRouter();
  const session = useRun(({ view }) => ownValue<SessionView>(view.sessions, sessionId));
  const task = useRun(({ view }) => view.task);
  const [isChangesOnly, setIsChangesOnly] = useState(false);
  const sent = useTurn(sessionId, turn);
  const before = useTurn(sessionId, turn - 1);
  const goBy = useSteps(turn, (next) => {
    if (!session?.turns.some((one) => one.turn === next)) return false;
    router.replace(`/runs/${runId}/turns/${sessionId}/${next}`);
    return true;
  });
  const close = () => router.push(`/runs/${runId}`);
  useTurnKeys({
    onPrevious: () => goBy(-1),
    onNext: () => goBy(1),
    onChanges: () => setIsChangesOnly(!isChangesOnly),
    onClose: close,
  });
  const change = useMemo(
    () => (sent.data ? compareTurns(sent.data, before.data) : undefined),
    [sent.data, before.data],
  );
  return (
    <PageFrame
      crumbs={[
        { label: "Runs", href: "/runs" },
        { label: crumbOf(task), href: `/runs/${runId}` },
      ]}
      title={`${session?.agentName ?? "Agent"}, turn ${turn}`}
      meta={<span className="truncate text-12 text-text-3 max-xl:hidden">What the model was sent</span>}
      actions={
        <>
          {sent.data ? <CopyButton text={requestText(sent.data)} label="The request as JSON" /> : null}
          {session && sent.data ? <ForkButton session={session} turn={turn} /> : null}
          <Button asChild>
            <Link href={`/runs/${runId}`} aria-label="Close, back to the run">
              <X />
              <span className="max-sm:sr-only">Close</span>
            </Link>
          </Button>
        </>
      }
      isScrolling={false}
    >
      <div className="grid h-full min-h-0 grid-cols-[208px_minmax(0,1fr)_minmax(320px,416px)] max-xl:grid-cols-[176px_minmax(0,1fr)_320px] max-lg:block max-lg:overflow-y-auto">
        {session ? <TurnList session={session} turn={turn} /> : <TurnsLoading />}
        {change && sent.data ? (
          <TurnContents
            session={session}
            turn={turn}
            snapshot={sent.data}
            before={before.data}
            change={change}
            isChangesOnly={isChangesOnly}
            onChangesOnly={setIsChangesOnly}
          />
        ) : sent.isLoadingError ? (
          <ErrorState
            title="This turn could not be read"
            error={sent.error}
            onRetry={() => void sent.refetch()}
            className="col-span-2 p-6"
          />
        ) : (
          <ContentsLoading />
        )}
      </div>
    </PageFrame>
  );
}

const LONGEST_CRUMB = 40;

function crumbOf(task: string): string {
  const line = firstLine(task) || "Run";
  return line.length > LONGEST_CRUMB ? `${line.slice(0, LONGEST_CRUMB).trimEnd()}…` : line;
}

function useTurn(sessionId: string, turn: number) {
  const { runId } = useRunContext();
  const trpc = useTRPC();
  return useQuery(
    trpc.runs.turn.queryOptions(
      { runId, sessionId, turn: Math.max(1, turn) },
      { staleTime: Number.POSITIVE_INFINITY, enabled: turn >= 1 },
    ),
  );
}

function requestText({ sections, tools, messages }: TurnSnapshot): string {
  return jsonText({
    system: sections.map((section) => section.text).join("\n\n"),
    tools: tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
    messages,
  });
}

function TurnsLoading() {
  return (
    <div className="flex flex-col gap-4 border-r p-4 max-lg:hidden">
      <Skeleton className="h-9 w-28" />
      <Skeleton />
      <Skeleton />
    </div>
  );
}

function ContentsLoading() {
  return (
    <Loading label="Loading the turn" className="col-span-2 flex flex-col gap-4 p-5">
      <Skeleton className="h-6 w-40" />
      <Skeleton className="h-5 w-full" />
      <Skeleton />
      <Skeleton className="h-2.5 w-2/3" />
    </Loading>
  );
}
