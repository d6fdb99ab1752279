"use client";

import { type PointerEvent, useRef } from "react";
import { useRunContext } from "../store/run-context.tsx";
import type { TimeScale } from "./time-scale.ts";

/** Pressing and dragging anywhere on the lanes moves the playhead; past the end is now. */
export function useScrub(scale: TimeScale, end: number, onBegin: () => void) {
  const { store } = useRunContext();
  const isHeld = useRef(false);
  const look = (event: PointerEvent<HTMLElement>) => {
    const moment = scale.moment(event.clientX - event.currentTarget.getBoundingClientRect().left);
    store.lookAt(moment >= end ? null : moment);
  };
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return;
      isHeld.current = true;
      event.currentTarget.setPointerCapture(event.pointerId);
      onBegin();
      look(event);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (isHeld.current) look(event);
    },
    onPointerUp: () => {
      isHeld.current = false;
    },
    onPointerCancel: () => {
      isHeld.current = false;
    },
  };
}
