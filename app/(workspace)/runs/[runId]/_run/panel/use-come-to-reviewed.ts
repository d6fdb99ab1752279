"use client";

import type { Virtualizer } from "@tanstack/react-virtual";
import { useEffect } from "react";
import { useRun, useRunContext } from "../store/run-context.tsx";
import type { SessionView } from "../view/run-view.ts";
import { cardName } from "./card-name.ts";

/** Brings a transcript to the question that someone asked to review, also where its row is not drawn or its card was closed. */
export function useComeToReviewed(
  { sessionId, transcript }: SessionView,
  virtualizer: Pick<Virtualizer<HTMLDivElement, Element>, "scrollToIndex">,
): void {
  const { store } = useRunContext();
  const callId = useRun(({ reviewed, view }) =>
    reviewed === null ? undefined : view.questions.find(({ waitId }) => waitId === reviewed)?.callId,
  );
  const index =
    callId === undefined
      ? -1
      : transcript.findIndex((entry) => entry.kind === "call" && entry.callId === callId);
  useEffect(() => {
    if (callId === undefined || index === -1) return;
    store.cards.forget(cardName(sessionId, callId));
    virtualizer.scrollToIndex(index, { align: "start" });
  }, [store, virtualizer, sessionId, callId, index]);
}
