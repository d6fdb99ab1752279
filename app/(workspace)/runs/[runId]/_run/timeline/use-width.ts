"use client";

import { type RefObject, useLayoutEffect, useRef, useState } from "react";

/** The width of an element, in pixels, as it changes. */
export function useWidth<Element extends HTMLElement>(): {
  readonly ref: RefObject<Element | null>;
  readonly width: number;
} {
  const ref = useRef<Element>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    setWidth(element.clientWidth);
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, width };
}
