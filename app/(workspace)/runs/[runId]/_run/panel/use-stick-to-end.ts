"use client";

import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from "react";

/** So near to the end the reader is taken to be reading it. */
const NEAR = 48;

/** What waits for its reader, marked by `data-asks`, is read from its beginning, however long it is. */
const ROOM_ABOVE = 8;

/** Where a box rests by itself: at its end, or at the beginning of an open question that reaches further up than that. */
function restOf(box: HTMLElement): number {
  const end = box.scrollHeight - box.clientHeight;
  const asking = box.querySelector("[data-asks]");
  if (!asking) return end;
  const top = asking.getBoundingClientRect().top - box.getBoundingClientRect().top + box.scrollTop;
  return Math.max(0, Math.min(end, top - ROOM_ABOVE));
}

/**
 * Keeps a growing list at its end, but only while its reader is there: who scrolls up stays where they are.
 * `size` is the height of the content, `key` names what is read: another one starts at its end again.
 */
export function useStickToEnd(box: RefObject<HTMLElement | null>, size: number, key: string) {
  const isStuck = useRef(true);
  const [isAtEnd, setIsAtEnd] = useState(true);
  const readKey = useRef(key);
  useLayoutEffect(() => {
    if (readKey.current !== key) {
      readKey.current = key;
      isStuck.current = true;
    }
    if (isStuck.current && box.current && size > 0) box.current.scrollTop = restOf(box.current);
  }, [box, size, key]);
  const onScroll = useCallback(() => {
    const element = box.current;
    if (!element) return;
    const rest = restOf(element);
    const isAtRest = rest - element.scrollTop < NEAR;
    setIsAtEnd(isAtRest);
    // Who reads on in a long question is not called back to its beginning.
    isStuck.current = isAtRest && (element.scrollTop - rest < NEAR || !element.querySelector("[data-asks]"));
  }, [box]);
  const goToEnd = useCallback(() => {
    isStuck.current = true;
    setIsAtEnd(true);
    if (box.current) box.current.scrollTop = restOf(box.current);
  }, [box]);
  return { onScroll, isAtEnd, goToEnd };
}
