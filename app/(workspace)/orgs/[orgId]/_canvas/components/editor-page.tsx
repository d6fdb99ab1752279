"use client";

import { useQuery } from "@tanstack/react-query";
import { TRPCClientError } from "@trpc/client";
import Link from "next/link";
import { useEffect, useState } from "react";
import { PageFrame } from "@/app/_shell/page-frame.tsx";
import { useTRPC } from "@/app/_trpc/use-trpc.ts";
import { Button } from "@/app/_ui/button.tsx";
import { EmptyState } from "@/app/_ui/empty-state.tsx";
import { ErrorState } from "@/app/_ui/error-state.tsx";
import { lazyPart } from "@/app/_ui/lazy-part.tsx";
import { Loading, Skeleton } from "@/app/_ui/skeleton.tsx";
import { waitForSaves } from "../store/pending-saves.ts";

const LoadedEditor = lazyPart(async () => (await import("./loaded-editor.tsx")).LoadedEditor);

// The canvas and the org come at the same time: neither waits for the other, nor for the frame around them.
if (typeof window !== "undefined") LoadedEditor.preload();

interface EditorPageProps {
  readonly idOrSlug: string;
}

const crumbs = [{ label: "Orgs", href: "/orgs" }];

/** Loads an org once and opens the editor on it; what others save later never replaces what is being edited. */
export function EditorPage({ idOrSlug }: EditorPageProps) {
  const trpc = useTRPC();
  const isClear = useSavesAreDone();
  const org = useQuery(
    trpc.orgs.get.queryOptions(
      { idOrSlug },
      {
        enabled: isClear,
        gcTime: 0,
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
      },
    ),
  );
  if (org.data) {
    return <LoadedEditor fallback={<LoadingFrame />} key={org.data.id} detail={org.data} />;
  }
  if (org.isLoadingError && isMissing(org.error)) {
    return (
      <PageFrame title="No such org" crumbs={crumbs}>
        <EmptyState
          title="There is no such org"
          action={
            <Button asChild variant="primary" size={32}>
              <Link href="/orgs">Show all orgs</Link>
            </Button>
          }
        >
          Nothing here is called “{idOrSlug}”. It may have been deleted, or the address has a slip in it.
        </EmptyState>
      </PageFrame>
    );
  }
  if (!org.isLoadingError) return <LoadingFrame />;
  return (
    <PageFrame title="Org" crumbs={crumbs} isScrolling={false} className="bg-canvas!">
      <ErrorState title="The org could not be read" error={org.error} onRetry={() => void org.refetch()} />
    </PageFrame>
  );
}

function LoadingFrame() {
  return (
    <PageFrame title="Org" crumbs={crumbs} isScrolling={false} className="bg-canvas!">
      <CanvasSkeleton />
    </PageFrame>
  );
}

/** Coming straight back from another page, the last save may still be under way: what is loaded must not be behind it. */
function useSavesAreDone(): boolean {
  const [isDone, setIsDone] = useState(false);
  useEffect(() => {
    let isGone = false;
    void waitForSaves().then(() => {
      if (!isGone) setIsDone(true);
    });
    return () => {
      isGone = true;
    };
  }, []);
  return isDone;
}

function isMissing(error: unknown): boolean {
  if (!(error instanceof TRPCClientError)) return false;
  const data: unknown = error.data;
  return typeof data === "object" && data !== null && "refusal" in data && data.refusal === "not_found";
}

/** The shape of an org: palette, a lead with three reports, inspector. */
function CanvasSkeleton() {
  return (
    <Loading label="Loading the org" className="flex h-full">
      <div className="hidden w-56 flex-none flex-col gap-4 border-r bg-surface p-4 xl:flex">
        <Skeleton className="h-7 w-full" />
        <Skeleton className="h-2.5 w-1/3" />
        <Skeleton className="h-2.5 w-3/4" />
        <Skeleton className="h-2.5 w-2/3" />
        <Skeleton className="h-2.5 w-3/4" />
      </div>
      <div className="flex min-w-0 flex-1 flex-col items-center gap-20 overflow-hidden pt-8">
        <Skeleton className="h-21.5 w-52 flex-none rounded-3" />
        <div className="flex gap-11">
          <Skeleton className="h-21.5 w-52 flex-none rounded-3" />
          <Skeleton className="h-21.5 w-52 flex-none rounded-3" />
          <Skeleton className="h-21.5 w-52 flex-none rounded-3" />
        </div>
      </div>
      <div className="hidden w-90 flex-none flex-col gap-4 border-l bg-surface p-4 lg:flex">
        <Skeleton className="h-9 w-2/3" />
        <Skeleton className="h-2.5 w-full" />
        <Skeleton className="h-2.5 w-4/5" />
      </div>
    </Loading>
  );
}
