"use client";

import { useCallback, useState } from "react";
import { focusAtEnd } from "@/app/_ui/focus-at-end.ts";
import { cardOf } from "../canvas/use-canvas-keys.ts";
import type { TranscriptFocus } from "../panel/panel-context.tsx";
import type { PanelTab } from "../panel/run-panel.tsx";
import { useRun, useRunContext } from "../store/run-context.tsx";
import { selectedAgentId } from "../store/selection.ts";
import { afterDrawing } from "./after-drawing.ts";

const focusMarks: Readonly<Record<TranscriptFocus, string>> = {
  name: "[data-panel-title]",
  message: "[data-steer]",
};

/** Which tab is open, and how things come into view. `onOpen` is told when something in the panel was asked for. */
export function usePanel(onOpen: () => void) {
  const { store } = useRunContext();
  const isOver = useRun(({ shown }) => shown.finishedAt !== null);
  const [chosen, setChosen] = useState<PanelTab>();

  const openTranscript = useCallback(
    (focus?: TranscriptFocus) => {
      setChosen("transcript");
      onOpen();
      if (focus) afterDrawing(() => focusAtEnd(document.querySelector<HTMLElement>(focusMarks[focus])));
    },
    [onOpen],
  );

  const review = useCallback(
    (waitId: string) => {
      const question = store.getState().view.questions.find((one) => one.waitId === waitId);
      if (!question) return;
      store.review(question);
      setChosen("transcript");
      onOpen();
    },
    [store, onOpen],
  );

  const goToCard = useCallback(() => {
    const agentId = selectedAgentId(store.getState());
    if (agentId !== undefined) cardOf(agentId)?.focus({ preventScroll: true });
  }, [store]);

  /** Until someone chose, the answer shows itself when it is there. */
  const tab: PanelTab = chosen ?? (isOver ? "answer" : "transcript");
  return { tab, setTab: setChosen, openTranscript, review, goToCard };
}
