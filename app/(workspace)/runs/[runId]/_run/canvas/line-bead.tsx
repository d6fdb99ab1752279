"use client";

import { EdgeLabelRenderer } from "@xyflow/react";
import { useCallback, useEffect, useRef, useState } from "react";
import { classNames } from "@/app/_ui/class-names.ts";
import { useRunContext } from "../store/run-context.tsx";
import type { LineView } from "../view/run-view.ts";

type Pulse = NonNullable<LineView["pulse"]>;

/** Older messages than this are history: they are counted and do not travel. */
const FRESH_MS = 1_500;
/** Two clocks count as one up to here, in milliseconds. */
const CLOCKS_APART_MS = 2_000;
const TRAVEL_MS = 400;
const TRAVEL_EASING = "cubic-bezier(0.4, 0, 0.2, 1)";
/** Straight pieces a line is walked in: enough for its round corners. */
const PLACES = 32;

interface LineBeadProps {
  readonly pulse: Pulse | null;
  readonly path: string;
}

/** A message on its way, once: filled going down, hollow coming back. While one travels the count takes the rest. */
export function LineBead({ pulse, path }: LineBeadProps) {
  const { store } = useRunContext();
  const [travelling, setTravelling] = useState<Pulse | null>(null);
  const isBusy = useRef(false);
  useEffect(() => {
    if (!pulse || isBusy.current) return;
    const { moment, clockAhead } = store.getState();
    const isFresh =
      moment === null
        ? Date.now() + clockAhead - pulse.at <= FRESH_MS + CLOCKS_APART_MS
        : moment - pulse.at <= FRESH_MS;
    if (!isFresh || !mayMove()) return;
    isBusy.current = true;
    setTravelling(pulse);
  }, [pulse, store]);
  const course = useRef(path);
  course.current = path;
  const travel = useCallback((bead: HTMLElement | null) => {
    if (!bead) return;
    const animation = bead.animate(
      { transform: alongPath(course.current) },
      {
        duration: TRAVEL_MS,
        easing: TRAVEL_EASING,
        fill: "both",
        direction: bead.dataset["direction"] === "up" ? "reverse" : "normal",
      },
    );
    animation.onfinish = () => {
      isBusy.current = false;
      setTravelling(null);
    };
    return () => animation.cancel();
  }, []);
  if (!travelling) return null;
  return (
    <EdgeLabelRenderer>
      <div
        key={travelling.seq}
        ref={travel}
        aria-hidden="true"
        data-direction={travelling.direction}
        className={classNames("run-bead", travelling.direction === "down" ? "run-bead-down" : "run-bead-up")}
      />
    </EdgeLabelRenderer>
  );
}

/**
 * Places along a line as transforms: these the compositor moves by itself, while a motion path would be laid out and painted by the
 * page in every frame.
 */
function alongPath(path: string): string[] {
  const line = document.createElementNS("http://www.w3.org/2000/svg", "path");
  line.setAttribute("d", path);
  const length = line.getTotalLength();
  return Array.from({ length: PLACES + 1 }, (_, index) => {
    const { x, y } = line.getPointAtLength((length * index) / PLACES);
    return `translate(${x}px, ${y}px)`;
  });
}

function mayMove(): boolean {
  return (
    document.visibilityState === "visible" && !window.matchMedia("(prefers-reduced-motion: reduce)").matches
  );
}
