import type { RunSummary } from "@/server/contract/api.ts";

type Lane = RunSummary["lanes"][number];
type Span = Lane["spans"][number];

const WIDTH = 176;
const LANE = 5;

interface RunLanesProps {
  readonly lanes: readonly Lane[];
  /** In pixels, where there is room; drawn smaller where there is less. */
  readonly width?: number;
}

/** A run in small: one lane a session, filled for the model, outlined for tools, a line for waiting. */
export function RunLanes({ lanes, width = WIDTH }: RunLanesProps) {
  return (
    <svg
      width={width}
      height={32}
      viewBox={`0 0 ${width} 32`}
      aria-hidden="true"
      className="block h-auto max-w-full"
    >
      <line x1="0" x2={width} y1="31.5" y2="31.5" stroke="var(--border)" />
      {lanes.slice(0, 6).map((lane, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a lane is its place in the list
        <g key={row} transform={`translate(0 ${row * LANE + 1})`}>
          {lane.spans.map((span, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: parallel calls have equal spans
            <LaneSpan key={index} span={span} width={width} />
          ))}
        </g>
      ))}
    </svg>
  );
}

const outlines: Readonly<Record<"tool" | "person" | "failed", readonly [string, string]>> = {
  tool: ["var(--st-tool-soft)", "var(--st-tool)"],
  person: ["var(--st-person-soft)", "var(--st-person-line)"],
  failed: ["var(--st-fail-soft)", "var(--st-fail)"],
};

interface LaneSpanProps {
  readonly span: Span;
  /** Of the whole drawing. */
  readonly width: number;
}

function LaneSpan({ span, width: whole }: LaneSpanProps) {
  const x = span.from * whole;
  const width = Math.max(1.5, (span.to - span.from) * whole - 0.6);
  if (span.kind === "wait") return <line x1={x} x2={x + width} y1="2" y2="2" stroke="var(--st-idle)" />;
  if (span.kind === "model")
    return <rect x={x} y="0" width={width} height="4" rx="1" fill="var(--st-think)" />;
  const [fill, stroke] = outlines[span.kind];
  return (
    <rect x={x + 0.5} y="0.5" width={Math.max(1, width - 1)} height="3" rx="1" fill={fill} stroke={stroke} />
  );
}
