"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/app/_trpc/use-trpc.ts";
import { classNames } from "@/app/_ui/class-names.ts";
import { ErrorState } from "@/app/_ui/error-state.tsx";
import { lazyPart } from "@/app/_ui/lazy-part.tsx";
import { Skeleton } from "@/app/_ui/skeleton.tsx";
import { TimeText } from "@/app/_ui/time-text.tsx";
import { plural } from "../model/plural.ts";
import { useEditor } from "./editor-context.tsx";

const VersionDialog = lazyPart(async () => (await import("./version-dialog.tsx")).VersionDialog);

interface VersionListProps {
  /** While one is looked at in a dialog, for what the list hangs on. */
  readonly onLook?: (isLooking: boolean) => void;
}

/** Whoever opened the panel before the list was there has the focus on the panel: it goes on to the first version. */
function goOnInList(list: HTMLUListElement | null): void {
  const panel = document.activeElement;
  if (list && panel?.matches('[role="dialog"]') && panel.contains(list))
    list.querySelector("button")?.focus();
}

/** Every version the org was saved as, newest first; each can be looked at and restored. */
export function VersionList({ onLook }: VersionListProps) {
  const orgId = useEditor((state) => state.orgId);
  const current = useEditor((state) => state.version);
  const trpc = useTRPC();
  const versions = useQuery(trpc.orgs.versions.queryOptions({ orgId }));
  const [opened, setOpened] = useState<number>();
  const look = (next: number | undefined) => {
    setOpened(next);
    onLook?.(next !== undefined);
  };
  if (versions.isLoadingError)
    return (
      <ErrorState
        title="The versions could not be read"
        error={versions.error}
        onRetry={() => void versions.refetch()}
        className="p-4"
      />
    );
  if (versions.isPending) {
    return (
      <div className="flex flex-col gap-4 p-4">
        <Skeleton />
        <Skeleton className="h-2.5 w-2/3" />
        <Skeleton />
      </div>
    );
  }
  const newestFirst = [...versions.data].sort((one, other) => other.version - one.version);
  return (
    <>
      <ul ref={goOnInList}>
        {newestFirst.map(({ version, label, createdAt, agentCount }) => (
          <li key={version}>
            <button
              type="button"
              onClick={() => look(version)}
              className={classNames(
                "flex h-10 w-full items-center gap-3 border-b px-4 text-left hover:bg-surface-3 focus-inside pointer-coarse:h-12",
                version === current && "bg-surface-2",
              )}
            >
              <span className="min-w-0 flex-1">
                <span className="block truncate font-medium">{label ?? `Version ${version}`}</span>
                <span className="block text-11 text-text-3">
                  {plural(agentCount, "agent")}
                  {version === current ? ", this one" : ""}
                </span>
              </span>
              <span className="num flex-none text-11 text-text-3">
                <TimeText iso={createdAt} />
              </span>
            </button>
          </li>
        ))}
      </ul>
      {opened === undefined ? null : (
        <VersionDialog
          version={opened}
          isOpen
          onOpenChange={() => look(undefined)}
          onShown={(isShown) => look(isShown ? opened : undefined)}
        />
      )}
    </>
  );
}
