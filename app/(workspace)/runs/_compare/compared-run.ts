"use client";

import { useEffect } from "react";
import { useRunFeed } from "../[runId]/_run/store/use-run-feed.ts";
import type { RunView } from "../[runId]/_run/view/run-view.ts";
import { followView } from "./follow-view.ts";

interface ComparedRunProps {
  readonly runId: string;
  readonly onView: (view: RunView) => void;
}

/** Follows one of the two runs and hands its picture up: by events alone, as the run page does. */
export function ComparedRun({ runId, onView }: ComparedRunProps): null {
  const store = useRunFeed(runId);
  useEffect(() => followView(store, onView), [store, onView]);
  return null;
}
