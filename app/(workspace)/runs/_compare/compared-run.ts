"use client";

import { useEffect } from "react";
import { useRunFeed } from "../[runId]/_run/store/use-run-feed.ts";
import type { RunView } from "../[runId]/_run/view/run-view.ts";
import { followView } from "./follow-view.ts";

interface ComparedRunProps {
  readonly runId: string;
  /** Whether there is such a run to follow, as far as is known. */
  readonly isThere: boolean;
  readonly onView: (view: RunView) => void;
}

/** Follows one of the two runs and hands its picture up: by events alone, as the run page does. */
export function ComparedRun({ runId, isThere, onView }: ComparedRunProps): null {
  const store = useRunFeed(runId, isThere);
  useEffect(() => followView(store, onView), [store, onView]);
  return null;
}
