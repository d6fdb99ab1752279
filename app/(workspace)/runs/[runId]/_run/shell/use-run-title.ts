"use client";

import { useEffect } from "react";
import { useRun } from "../store/run-context.tsx";
import { firstLine } from "../view/plain-text.ts";
import { runStatusLooks } from "../view/run-status.ts";

/** Names the tab after the task, with the status in front when it calls for a look. */
export function useRunTitle(): void {
  const task = useRun(({ view }) => view.task);
  const status = useRun(({ view }) => view.status);
  useEffect(() => {
    if (task === "") return;
    const word = status === "running" ? "" : `${runStatusLooks[status].word}: `;
    document.title = `${word}${firstLine(task)} · OpenHive`;
  }, [task, status]);
}
