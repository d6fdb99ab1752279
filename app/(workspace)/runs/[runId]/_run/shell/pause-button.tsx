"use client";

import { useMutation } from "@tanstack/react-query";
import { Pause, Play } from "lucide-react";
import { errorText } from "@/app/_trpc/error-text.ts";
import { useTRPC } from "@/app/_trpc/use-trpc.ts";
import { Button, IconButton } from "@/app/_ui/button.tsx";
import { showToast } from "@/app/_ui/toast-store.ts";
import { useRun, useRunContext } from "../store/run-context.tsx";

/** Holds the run at the next turn of every agent, and lets it go on. */
export function PauseButton() {
  const { runId } = useRunContext();
  const isPaused = useRun(({ view }) => view.isPaused);
  const isOver = useRun(({ view }) => view.finishedAt !== null);
  const trpc = useTRPC();
  const onError = (error: unknown) => showToast({ kind: "fail", text: errorText(error) });
  const pausing = useMutation(
    trpc.runs.pause.mutationOptions({
      onSuccess: () =>
        showToast({ kind: "info", text: "Paused. What goes on comes to its end, nothing new begins." }),
      onError,
    }),
  );
  const resuming = useMutation(trpc.runs.resume.mutationOptions({ onError }));
  if (isOver) return null;
  return isPaused ? (
    <Button disabled={resuming.isPending} onClick={() => resuming.mutate({ runId })}>
      <Play />
      Resume
    </Button>
  ) : (
    <IconButton
      label="Pause"
      variant="secondary"
      disabled={pausing.isPending}
      onClick={() => pausing.mutate({ runId })}
    >
      <Pause />
    </IconButton>
  );
}
