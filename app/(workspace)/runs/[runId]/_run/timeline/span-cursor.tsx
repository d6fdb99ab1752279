"use client";

import type { KeyboardEvent } from "react";
import type { SessionId } from "@/server/contract/ids.ts";
import { useRun } from "../store/run-context.tsx";
import { spanText } from "./span-text.ts";
import type { TimeScale } from "./time-scale.ts";

/** One stretch of one lane. */
export interface SpanPlace {
  readonly sessionId: SessionId;
  readonly index: number;
}

interface SpanCursorProps {
  readonly place: SpanPlace;
  readonly scale: TimeScale;
  /** The end of the run as far as it has come. */
  readonly end: number;
  readonly lane: number;
  readonly axis: number;
  readonly onMove: (place: SpanPlace) => void;
  /** Shows the moment at which the stretch begins. */
  readonly onChoose: (moment: number) => void;
  /** Back to the name of the lane. */
  readonly onLeave: () => void;
  readonly onBlur: () => void;
}

const steps: Readonly<Record<string, 1 | -1>> = { ArrowLeft: -1, ArrowRight: 1 };
const NARROWEST = 8;

/** The stretch that has the focus: the only one that is more than drawn, so that lanes of thousands stay cheap. */
export function SpanCursor(props: SpanCursorProps) {
  const { place, scale, end, lane, axis, onMove, onChoose, onLeave, onBlur } = props;
  const spans = useRun(({ view }) => view.sessions[place.sessionId]?.spans) ?? [];
  const row = useRun(({ view }) => view.order.indexOf(place.sessionId));
  const span = spans[place.index];
  if (!span) return null;
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (step === undefined && event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    if (step === undefined) onLeave();
    else onMove({ ...place, index: Math.min(spans.length - 1, Math.max(0, place.index + step)) });
  };
  const x = scale.x(span.from);
  return (
    <button
      // Another button for another stretch: what takes the focus is read aloud.
      key={`${place.sessionId} ${place.index}`}
      ref={takeFocus}
      type="button"
      // A sheet that holds the timeline would close with the same key.
      data-keeps-escape
      aria-label={spanText(span, scale.begin)}
      onKeyDown={onKeyDown}
      onClick={() => onChoose(span.from)}
      onBlur={onBlur}
      className="pointer-events-none absolute left-0 rounded-1 focus-inside"
      style={{
        top: axis + row * lane,
        height: lane,
        width: Math.max(NARROWEST, scale.x(span.to ?? end) - x),
        transform: `translateX(${x}px)`,
      }}
    />
  );
}

function takeFocus(button: HTMLButtonElement | null): void {
  button?.focus();
}
