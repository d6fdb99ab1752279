"use client";

import { useEffect, useRef } from "react";

/**
 * Steps from one of a row to another, each of which takes its time to be drawn. A step that comes before the last one is drawn goes on
 * from where that one leads, so that none is lost. `goTo` tells whether there is such a place.
 */
export function useSteps(drawn: number, goTo: (place: number) => boolean): (step: number) => void {
  const place = useRef(drawn);
  useEffect(() => {
    place.current = drawn;
  }, [drawn]);
  return (step) => {
    if (goTo(place.current + step)) place.current += step;
  };
}
