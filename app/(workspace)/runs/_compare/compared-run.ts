"use client";

import { useEffect } from "react";
import { useStore } from "zustand";
import { useRunFeed } from "../[runId]/_run/store/use-run-feed.ts";
import type { RunView } from "../[runId]/_run/view/run-view.ts";

interface ComparedRunProps {
  readonly runId: string;
  readonly onView: (view: RunView) => void;
}

/** Follows one of the two runs and hands its picture up: by events alone, as the run page does. */
export function ComparedRun({ runId, onView }: ComparedRunProps): null {
  const view = useStore(useRunFeed(runId), (state) => state.view);
  useEffect(() => {
    if (view.seq > 0) onView(view);
  }, [view, onView]);
  return null;
}
