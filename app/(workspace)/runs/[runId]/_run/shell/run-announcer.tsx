"use client";

import { useEffect, useState } from "react";
import { sessionWord } from "../canvas/card-model.ts";
import { useRunContext } from "../store/run-context.tsx";
import type { RunState } from "../store/run-store.ts";
import { selectedSession } from "../store/selection.ts";
import { statusLook } from "../view/run-status.ts";
import type { RunView } from "../view/run-view.ts";

const PAUSE_MS = 1_000;

/**
 * Tells those who listen how the selected agent fares and how the run ends: at most once a second, the newest wins.
 * A failed run interrupts. Streamed text is never read out.
 */
export function RunAnnouncer() {
  const { store } = useRunContext();
  const [polite, setPolite] = useState("");
  const [urgent, setUrgent] = useState("");
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let next = "";
    const say = (text: string) => {
      next = text;
      timer ??= setTimeout(() => {
        timer = undefined;
        setPolite(next);
      }, PAUSE_MS);
    };
    const stop = store.subscribe((state, before) => {
      const news = newsOf(state, before);
      if (news?.isUrgent) setUrgent(news.text);
      else if (news) say(news.text);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [store]);
  return (
    <>
      <div role="status" className="sr-only">
        {polite}
      </div>
      <div role="alert" className="sr-only">
        {urgent}
      </div>
    </>
  );
}

interface News {
  readonly text: string;
  readonly isUrgent: boolean;
}

function newsOf(state: RunState, before: RunState): News | undefined {
  if (state.moment !== null || state.view === before.view) return undefined;
  if (state.view.finishedAt !== null) return before.view.finishedAt === null ? endOf(state.view) : undefined;
  const session = selectedSession(state);
  const earlier = session ? before.view.sessions[session.sessionId] : undefined;
  if (!session || !earlier || earlier.state === session.state) return undefined;
  return { text: `${session.agentName}, ${sessionWord(session).toLowerCase()}`, isUrgent: false };
}

function endOf(view: RunView): News {
  const { status, error } = view;
  if (status === "failed") return { text: `The run failed. ${error ?? ""}`, isUrgent: true };
  return { text: `The run is over: ${statusLook(view).word.toLowerCase()}`, isUrgent: false };
}
