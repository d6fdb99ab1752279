"use client";

import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from "react";

/** So near to the end the reader is taken to be reading it. */
const NEAR = 48;

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
    if (isStuck.current && box.current && size > 0) box.current.scrollTop = box.current.scrollHeight;
  }, [box, size, key]);
  const onScroll = useCallback(() => {
    const element = box.current;
    if (!element) return;
    isStuck.current = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR;
    setIsAtEnd(isStuck.current);
  }, [box]);
  const goToEnd = useCallback(() => {
    isStuck.current = true;
    setIsAtEnd(true);
    if (box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [box]);
  return { onScroll, isAtEnd, goToEnd };
}
