"use client";

import { useMutation } from "@tanstack/react-query";
import { Square } from "lucide-react";
import { errorText } from "@/app/_trpc/error-text.ts";
import { useTRPC } from "@/app/_trpc/use-trpc.ts";
import { IconButton } from "@/app/_ui/button.tsx";
import { showToast } from "@/app/_ui/toast-store.ts";
import { useRun, useRunContext } from "../store/run-context.tsx";
import type { SessionView } from "../view/run-view.ts";

interface StopSessionButtonProps {
  readonly session: SessionView;
}

/** Stops one agent's session with everything below it. The lead has none: that is the run's own stop. */
export function StopSessionButton({ session }: StopSessionButtonProps) {
  const { runId } = useRunContext();
  const isPast = useRun((state) => state.moment !== null);
  const parent = useRun(({ shown }) =>
    session.parentSessionId === null ? undefined : shown.sessions[session.parentSessionId]?.agentName,
  );
  const trpc = useTRPC();
  const stopping = useMutation(
    trpc.runs.cancelSession.mutationOptions({
      onSuccess: () =>
        showToast({
          kind: "info",
          text: `${session.agentName} was stopped. ${parent ?? "The run"} goes on without it.`,
        }),
      onError: (error) =>
        showToast({ kind: "fail", text: `${session.agentName} was not stopped. ${errorText(error)}` }),
    }),
  );
  if (session.finishedAt !== null || session.parentSessionId === null || isPast) return null;
  return (
    <IconButton
      label={`Stop ${session.agentName}, with everything below it`}
      variant="danger"
      disabled={stopping.isPending}
      onClick={() => stopping.mutate({ runId, sessionId: session.sessionId })}
    >
      <Square />
    </IconButton>
  );
}
