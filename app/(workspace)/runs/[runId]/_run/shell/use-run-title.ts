"use client";

import { useEffect } from "react";
import { useRun } from "../store/run-context.tsx";
import { firstLine } from "../view/plain-text.ts";
import { statusLook } from "../view/run-status.ts";

/** Names the tab after the task, with the status in front when it calls for a look. */
export function useRunTitle(): void {
  const task = useRun(({ view }) => view.task);
  const word = useRun(({ view }) => (view.status === "running" ? "" : `${statusLook(view).word}: `));
  useEffect(() => {
    if (task === "") return;
    document.title = `${word}${firstLine(task)} · OpenHive`;
  }, [task, word]);
}
