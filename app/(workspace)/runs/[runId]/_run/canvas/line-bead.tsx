"use client";

import { useEffect, useRef, useState } from "react";
import { useRunContext } from "../store/run-context.tsx";
import type { LineView } from "../view/run-view.ts";

type Pulse = NonNullable<LineView["pulse"]>;

/** Older messages than this are history: they are counted and do not travel. */
const FRESH_MS = 1_500;

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
    const age = (moment ?? Date.now() + clockAhead) - pulse.at;
    if (age > FRESH_MS || !mayMove()) return;
    isBusy.current = true;
    setTravelling(pulse);
  }, [pulse, store]);
  if (!travelling) return null;
  return (
    <circle
      key={travelling.seq}
      r={5}
      className={travelling.direction === "down" ? "run-bead run-bead-down" : "run-bead run-bead-up"}
      style={{ offsetPath: `path("${path}")` }}
      onAnimationEnd={() => {
        isBusy.current = false;
        setTravelling(null);
      }}
    />
  );
}

function mayMove(): boolean {
  return (
    document.visibilityState === "visible" && !window.matchMedia("(prefers-reduced-motion: reduce)").matches
  );
}
