"use client";

import { type RefObject, useEffect } from "react";
import { isDialogOpen, isTyping } from "./is-typing.ts";

/** What Space presses or opens by itself. */
const PRESSED_BY_SPACE =
  "button, a, summary, select, input, textarea, [role=option], [role=menuitem], [role=tab]";

/**
 * While Space is held, a drag moves the view wherever it begins, on cards and lines too. A class on the canvas does it, which
 * costs nothing with many cards.
 */
export function useSpacePan(canvas: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const hold = (isHeld: boolean) => canvas.current?.classList.toggle("is-panning", isHeld);
    const onKeyDown = (event: KeyboardEvent) => {
      const { target } = event;
      if (event.key !== " " || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.defaultPrevented || isTyping(target) || isDialogOpen()) return;
      if (target instanceof Element && target.closest(PRESSED_BY_SPACE)) return;
      event.preventDefault();
      hold(true);
    };
    const onKeyUp = (event: KeyboardEvent) => {
      if (event.key === " ") hold(false);
    };
    const leave = () => hold(false);
    window.addEventListener("keydown", onKeyDown);
    window.addEventListener("keyup", onKeyUp);
    window.addEventListener("blur", leave);
    return () => {
      window.removeEventListener("keydown", onKeyDown);
      window.removeEventListener("keyup", onKeyUp);
      window.removeEventListener("blur", leave);
    };
  }, [canvas]);
}
