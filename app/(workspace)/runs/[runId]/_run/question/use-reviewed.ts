"use client";

import { useEffect, useRef } from "react";
import { focusAtEnd } from "@/app/_ui/focus-at-end.ts";
import { afterDrawing } from "../shell/after-drawing.ts";
import { useRun, useRunContext } from "../store/run-context.tsx";

/**
 * Gives the form of a question the focus when someone asked to review it. The form does it by itself: it is drawn only when its transcript
 * has come to it, in a tab or sheet that may have to open before.
 */
export function useReviewed(waitId: string) {
  const { store } = useRunContext();
  const form = useRef<HTMLDivElement>(null);
  const isReviewed = useRun(({ reviewed }) => reviewed === waitId);
  useEffect(() => {
    if (!isReviewed) return;
    return afterDrawing(() => {
      form.current?.scrollIntoView({ block: "nearest" });
      // An approval takes the focus as a whole: in its reason its keys would be letters.
      const control = form.current?.querySelector<HTMLElement>("[data-takes-focus], input, textarea");
      focusAtEnd(control, { preventScroll: true });
    });
  }, [isReviewed]);
  const onFocus = () => {
    if (isReviewed) store.review(null);
  };
  return { form, isReviewed, onFocus };
}
