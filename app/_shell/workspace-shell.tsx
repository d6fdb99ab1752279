"use client";

import type { ReactNode } from "react";
import type { OpenWait } from "@/server/contract/api.ts";
import { BottomBar } from "./bottom-bar.tsx";
import { CommandPalette } from "./command-palette.tsx";
import { OfflineBanner } from "./offline-banner.tsx";
import { PageBoundary } from "./page-boundary.tsx";
import { Rail } from "./rail.tsx";
import { useChanges } from "./use-changes.ts";
import { useLandmarkKeys } from "./use-landmark-keys.ts";
import { useOpenWaits } from "./use-open-waits.ts";
import { useWaitNotices } from "./use-wait-notices.ts";
import { WaitAnnouncer } from "./wait-announcer.tsx";

const none: readonly OpenWait[] = [];

interface WorkspaceShellProps {
  readonly children: ReactNode;
}

/** The frame around every page: rail or bottom bar, palette, offline banner. */
export function WorkspaceShell({ children }: WorkspaceShellProps) {
  const { waits } = useOpenWaits();
  const count = waits?.length ?? 0;
  useLandmarkKeys();
  useChanges();
  useWaitNotices(waits);
  return (
    <div className="flex h-dvh flex-col overflow-hidden md:flex-row">
      <a
        href="#main"
        className="fixed top-2 left-2 z-60 -translate-y-16 rounded-2 bg-accent-solid px-3 py-2 text-13 font-medium text-on-accent focus-visible:translate-y-0"
      >
        Skip to the page
      </a>
      <Rail openWaits={count} />
      <div className="flex min-h-0 min-w-0 flex-1 flex-col">
        <OfflineBanner />
        <div className="min-h-0 flex-1">
          <PageBoundary>{children}</PageBoundary>
        </div>
      </div>
      <BottomBar openWaits={count} />
      <CommandPalette />
      <WaitAnnouncer waits={waits ?? none} />
    </div>
  );
}
