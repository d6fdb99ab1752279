"use client";

import { Columns2, Ellipsis, GitFork, MessageSquareText, Share2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { IconButton } from "@/app/_ui/button.tsx";
import { DropdownMenu, type MenuEntry } from "@/app/_ui/menu.tsx";
import { useFork } from "../fork/fork-context.tsx";
import { turnFrom } from "../fork/fork-target.ts";
import { useOpenTranscript } from "../panel/panel-context.tsx";
import { steerTarget } from "../panel/steer-target.ts";
import { ShareDialog } from "../share/share-dialog.tsx";
import { useRun, useRunContext } from "../store/run-context.tsx";
import { selectedSession } from "../store/selection.ts";

/** What else can be done with a run: write to an agent, fork it from what is in view, compare it, share it. */
export function RunMenu() {
  const { runId, store } = useRunContext();
  const router = useRouter();
  const fork = useFork();
  const openTranscript = useOpenTranscript();
  const steered = useRun((state) => steerTarget(state)?.agentName);
  const [isSharing, setIsSharing] = useState(false);
  // The menu gives the focus back to its button first.
  const later = (run: () => void) => () => void setTimeout(run);
  const forkHere = () => {
    const state = store.getState();
    const shown = selectedSession(state);
    const session = shown && state.view.sessions[shown.sessionId];
    const turn = session && turnFrom(session, state.moment ?? Number.POSITIVE_INFINITY, shown);
    if (session && turn) fork?.({ sessionId: session.sessionId, turn: turn.turn });
  };
  const steer = () => {
    const session = steerTarget(store.getState());
    if (!session) return;
    store.lookAt(null);
    store.select(session.sessionId);
    openTranscript("message");
  };
  const steering: readonly MenuEntry[] =
    steered === undefined
      ? []
      : [
          {
            kind: "action",
            label: `Steer ${steered}`,
            icon: <MessageSquareText />,
            onSelect: later(steer),
          },
        ];
  const entries: readonly MenuEntry[] = [
    ...steering,
    { kind: "action", label: "Fork from here", icon: <GitFork />, onSelect: later(forkHere) },
    {
      kind: "action",
      label: "Compare with another run",
      icon: <Columns2 />,
      onSelect: () => router.push(`/runs/compare?left=${runId}`),
    },
    { kind: "action", label: "Share", icon: <Share2 />, onSelect: later(() => setIsSharing(true)) },
  ];
  return (
    <>
      <DropdownMenu
        align="end"
        trigger={
          <IconButton label="More">
            <Ellipsis />
          </IconButton>
        }
        entries={entries}
      />
      {isSharing ? <ShareDialog onClose={() => setIsSharing(false)} /> : null}
    </>
  );
}
