"use client";

import { Eye } from "lucide-react";
import { useCallback, useEffect, useState } from "react";
import { useStore } from "zustand";
import type { SharedRun } from "@/server/contract/api.ts";
import { EmptyState } from "../../_ui/empty-state.tsx";
import { ErrorState } from "../../_ui/error-state.tsx";
import { formatMinute } from "../../_ui/format-time.ts";
import { readServerClock } from "../../_ui/measure-server-clock.ts";
import { serverClock } from "../../_ui/server-clock.ts";
import { Loading, Skeleton } from "../../_ui/skeleton.tsx";
import { LazyRunPage, RunPageAhead } from "../../(workspace)/runs/[runId]/_run/shell/lazy-run-page.tsx";
import { followRun } from "../../(workspace)/runs/[runId]/_run/store/follow-run.ts";
import { RunContextProvider } from "../../(workspace)/runs/[runId]/_run/store/run-context.tsx";
import { createRunStore } from "../../(workspace)/runs/[runId]/_run/store/run-store.ts";
import { createSharedFeed } from "./shared-feed.ts";

interface SharedRunPageProps {
  readonly token: string;
}

/** A run for those who have its link: the same canvas, transcript and timeline, and nothing that changes anything. */
export function SharedRunPage({ token }: SharedRunPageProps) {
  const { shared, retry, lookAgain } = useSharedRun(token);
  if (shared === undefined) return <OnItsWay className="h-dvh" />;
  if (shared === "gone") return <LinkGone />;
  if (shared instanceof Error) return <Unreachable error={shared} onRetry={retry} />;
  return (
    <div className="flex h-dvh flex-col overflow-hidden">
      <p className="flex min-h-7 flex-none items-center gap-2 border-b bg-surface-2 px-4 py-1 text-12 text-text-2">
        <Eye className="size-3.5 flex-none text-text-3" />
        <span className="min-w-0">
          You look at a run that was shared with you. The link works until{" "}
          <span className="num">{formatMinute(shared.expiresAt)}</span>.
        </span>
      </p>
      <div className="min-h-0 flex-1">
        <FollowedRun token={token} shared={shared} onLost={lookAgain} />
      </div>
    </div>
  );
}

function OnItsWay({ className }: { readonly className: string }) {
  return (
    <Loading label="Loading the run" className={`grid place-items-center ${className}`}>
      <Skeleton className="h-28 w-52 rounded-3" />
      <RunPageAhead />
    </Loading>
  );
}

function LinkGone() {
  return (
    <main className="grid h-dvh place-items-center">
      <h1 className="sr-only">Shared run</h1>
      <EmptyState title="This link leads nowhere">
        It was taken back or has expired. Ask whoever gave it to you for another one.
      </EmptyState>
    </main>
  );
}

/** The link may be good: only nobody could look. */
function Unreachable({ error, onRetry }: { readonly error: Error; readonly onRetry: () => void }) {
  return (
    <main className="grid h-dvh place-items-center">
      <h1 className="sr-only">Shared run</h1>
      <ErrorState title="The run could not be loaded" error={error} onRetry={onRetry} />
    </main>
  );
}

interface FollowedRunProps {
  readonly token: string;
  readonly shared: SharedRun;
  /** Called when nobody can look before there is anything to see: the link may lead nowhere by now. */
  readonly onLost: () => void;
}

function FollowedRun({ token, shared, onLost }: FollowedRunProps) {
  const [store] = useState(() => createRunStore());
  useEffect(() => {
    store.setClockAhead(serverClock.ahead);
    return followRun(store, createSharedFeed(token));
  }, [store, token]);
  // Before the first event there is nothing to say about the run: not that it goes on either.
  const isKnown = useStore(store, ({ view }) => view.startedAt !== null);
  const isLost = useStore(store, ({ connection }) => connection === "lost");
  const isInVain = isLost && !isKnown;
  useEffect(() => {
    if (isInVain) onLost();
  }, [isInVain, onLost]);
  if (!isKnown) return isLost ? <TryingAgain /> : <OnItsWay className="h-full" />;
  return (
    <RunContextProvider runId={shared.runId} store={store} document={shared.document} orgId={null} isReadOnly>
      <LazyRunPage />
    </RunContextProvider>
  );
}

/** Nobody can look yet, or too many do. */
function TryingAgain() {
  return (
    <main className="grid h-full place-items-center">
      <h1 className="sr-only">Shared run</h1>
      <EmptyState title="The run cannot be shown right now">
        Too many people may be looking at it. It is tried again every few seconds.
      </EmptyState>
    </main>
  );
}

type Shared = SharedRun | "gone" | Error | undefined;

/** Undefined until it is known; an error where it could not be asked for. */
function useSharedRun(token: string) {
  const [shared, setShared] = useState<Shared>();
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt asks anew
  useEffect(() => {
    const leaving = new AbortController();
    readShared(token, leaving.signal).then(setShared, (error: unknown) => {
      if (!leaving.signal.aborted) setShared(error instanceof Error ? error : new Error("It went wrong."));
    });
    return () => leaving.abort();
  }, [token, attempt]);
  const retry = () => {
    setShared(undefined);
    setAttempt(attempt + 1);
  };
  const lookAgain = useCallback(() => {
    readShared(token, AbortSignal.timeout(LOOK_TIMEOUT)).then(
      (found) => found === "gone" && setShared(found),
      () => undefined,
    );
  }, [token]);
  return { shared, retry, lookAgain };
}

/** Milliseconds. */
const LOOK_TIMEOUT = 10_000;

async function readShared(token: string, signal: AbortSignal): Promise<SharedRun | "gone"> {
  const asked = Date.now();
  const response = await fetch(`/api/share/${token}/run`, { cache: "no-store", signal });
  // A stranger asks for nothing but the run: its answer tells the server's time too.
  readServerClock(response.headers, asked);
  if (response.status === 404) return "gone";
  if (!response.ok) throw new Error("The server cannot give it now.");
  return await response.json();
}
