import { memo } from "react";
import type { Span } from "../view/run-view.ts";
import type { TimeScale } from "./time-scale.ts";

interface LaneSpansProps {
  readonly spans: readonly Span[];
  readonly scale: TimeScale;
  /** How far a stretch that goes on has come; 0 where there is none. */
  readonly end: number;
  /** Upper edge of the lane. */
  readonly top: number;
  readonly height: number;
  /** Names inside spans that have room. */
  readonly hasLabels: boolean;
}

const NARROWEST = 1.5;
const LETTER = 6.2;

/** The stretches of one lane: filled for the model, outlined for a tool, lines for waiting, hatched for a person. */
export const LaneSpans = memo(function LaneSpans({
  spans,
  scale,
  end,
  top,
  height,
  hasLabels,
}: LaneSpansProps) {
  return distinct(spans, scale, end).map((span) => (
    <SpanShape
      key={`${span.kind}${span.from}${span.callId ?? ""}`}
      span={span}
      scale={scale}
      to={span.to ?? end}
      top={top}
      height={height}
      hasLabels={hasLabels}
    />
  ));
});

/** Without those that would lie on the same pixel as the one before. */
function distinct(spans: readonly Span[], scale: TimeScale, now: number): readonly Span[] {
  let drawnTo = Number.NEGATIVE_INFINITY;
  return spans.filter((span) => {
    const end = scale.x(span.to ?? now);
    const isSeen = end - drawnTo >= 1 || span.kind === "failed";
    if (isSeen) drawnTo = Math.max(drawnTo, end);
    return isSeen;
  });
}

type SpanShapeProps = Omit<LaneSpansProps, "spans" | "end"> & { readonly span: Span; readonly to: number };

const SpanShape = memo(function SpanShape({ span, scale, to, top, height, hasLabels }: SpanShapeProps) {
  const x = scale.x(span.from);
  const width = Math.max(NARROWEST, scale.x(to) - x - 1);
  const middle = top + height / 2;
  if (span.kind === "waiting" || span.kind === "queued") {
    return (
      <line
        x1={x}
        x2={x + width}
        y1={middle}
        y2={middle}
        className="stroke-st-idle"
        strokeDasharray={span.kind === "queued" ? "2 2" : undefined}
      />
    );
  }
  const inset = hasLabels ? 4 : 2.5;
  const box = { x: x + 0.5, y: top + inset, width, height: height - 2 * inset, rx: 2 };
  return (
    <g>
      <rect {...box} className={LOOKS[span.kind]} />
      {span.kind === "failed" && width > 10 ? (
        <path
          d={`M${x + width - 8} ${middle - 2.5}l5 5m0-5l-5 5`}
          className="stroke-st-fail"
          strokeWidth={1.5}
        />
      ) : null}
      {hasLabels && hasRoom(span.label, width) ? (
        <text
          x={x + 5}
          y={middle + 4}
          className={`text-11 font-medium ${span.kind === "model" ? "fill-surface" : "fill-text"}`}
        >
          {span.label}
        </text>
      ) : null}
    </g>
  );
});

/** A name that is cut says less than none. */
function hasRoom(label: string, width: number): boolean {
  return label.length * LETTER + 8 <= width;
}

const LOOKS: Readonly<Record<"model" | "tool" | "person" | "failed", string>> = {
  model: "fill-st-think",
  tool: "fill-st-tool-soft stroke-st-tool",
  person: "fill-[url(#run-hatch)] stroke-st-person-line",
  failed: "fill-st-fail-soft stroke-st-fail",
};

/** The pattern of a person's stretch; once a drawing. */
export function HatchPattern() {
  return (
    <pattern id="run-hatch" width={5} height={5} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect width={5} height={5} className="fill-st-person-soft" />
      <line x1={0} x2={0} y1={0} y2={5} className="stroke-st-person-line" strokeWidth={2} />
    </pattern>
  );
}
