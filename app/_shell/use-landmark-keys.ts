"use client";

import { useEffect } from "react";

const landmarks = "nav, header, main, aside, section[aria-label], [data-beside-page]";

const stops = "a[href], :is(button, input, select, textarea):enabled, [contenteditable], [tabindex]";

/** F6 and Shift-F6 move the focus from one part of the page to the next: rail, head, panels. */
export function useLandmarkKeys(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "F6" || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      focusNext(event.shiftKey ? -1 : 1);
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
}

function focusNext(step: 1 | -1): void {
  const parts = [...document.querySelectorAll<HTMLElement>(landmarks)].filter(isReachable);
  const at = parts.findLastIndex((part) => part.contains(document.activeElement));
  const start = at < 0 && step === -1 ? 0 : at;
  const next = parts[(start + step + parts.length) % parts.length];
  if (!next) return;
  const target = [...next.querySelectorAll<HTMLElement>(stops)].find(isStop);
  if (target) {
    target.focus();
    return;
  }
  next.tabIndex = -1;
  next.focus();
}

/** Outermost of its kind, in view, and not behind a dialog; a sheet beside which the page goes on is a part of it. */
function isReachable(part: HTMLElement): boolean {
  if (part.closest("[aria-hidden=true], [role=dialog]:not([data-beside-page])")) return false;
  if (part.parentElement?.closest("nav, header, aside, [data-beside-page]")) return false;
  return part.offsetHeight > 0;
}

/** Tab would come to it: a card that is not the stop of its tree, or what is hidden, would not take the focus. */
function isStop(element: HTMLElement): boolean {
  return element.tabIndex >= 0 && element.checkVisibility({ visibilityProperty: true });
}
