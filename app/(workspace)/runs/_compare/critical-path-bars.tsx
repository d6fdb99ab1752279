"use client";

import { classNames } from "@/app/_ui/class-names.ts";
import { formatDuration } from "@/app/_ui/format-duration.ts";
import type { SpanKind } from "../[runId]/_run/view/run-view.ts";
import type { CriticalStep } from "./critical-path.ts";

const looks: Readonly<Record<SpanKind, { readonly word: string; readonly className: string }>> = {
  model: { word: "model", className: "bg-st-think" },
  tool: { word: "tool", className: "bg-st-tool" },
  queued: { word: "queued", className: "bg-border-strong" },
  waiting: { word: "waiting", className: "bg-st-wait" },
  person: { word: "waiting for you", className: "bg-st-person-line" },
  failed: { word: "failed tool", className: "bg-st-fail" },
};

interface CriticalPathProps {
  readonly left: readonly CriticalStep[];
  readonly right: readonly CriticalStep[];
}

/** What each run's length came from, on one scale. */
export function CriticalPath({ left, right }: CriticalPathProps) {
  const longest = Math.max(lengthOf(left), lengthOf(right), 1);
  return (
    <section aria-label="Critical path" className="flex flex-col gap-2">
      <h2 className="text-14">Critical path</h2>
      <p className="text-12 text-text-3">
        The chain of work that the end waited for. Making anything else quicker would not have ended the run
        sooner.
      </p>
      <div className="grid gap-4 md:grid-cols-2">
        <Path name="Left" steps={left} longest={longest} />
        <Path name="Right" steps={right} longest={longest} />
      </div>
    </section>
  );
}

interface PathProps {
  readonly name: string;
  readonly steps: readonly CriticalStep[];
  readonly longest: number;
}

const MOST_LISTED = 40;

function Path({ name, steps, longest }: PathProps) {
  const total = lengthOf(steps);
  return (
    <div className="min-w-0 rounded-3 border px-4 py-3">
      <div className="flex items-baseline gap-2 text-12">
        <h3 className="flex-1 text-13 font-semibold">{name}</h3>
        <span className="num">{formatDuration(total)}</span>
      </div>
      <div
        role="img"
        aria-label={`${name}: ${summaryOf(steps)}`}
        className="my-2 flex h-3 gap-px overflow-hidden rounded-1"
        style={{ width: `${Math.max(2, (total / longest) * 100)}%` }}
      >
        {steps.map((step) => (
          <span
            key={`${step.from} ${step.agentName}`}
            className={classNames("h-full min-w-px", looks[step.kind].className)}
            style={{ flex: `${step.to - step.from} 1 0` }}
          />
        ))}
      </div>
      <p className="text-11 text-text-3">{summaryOf(steps)}</p>
      <ol
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard
        tabIndex={0}
        aria-label={`Steps of ${name}`}
        className="focus-inside mt-2 flex max-h-64 flex-col overflow-y-auto text-12"
      >
        {steps.slice(0, MOST_LISTED).map((step) => (
          <li key={`${step.from} ${step.agentName}`} className="flex h-6 flex-none items-center gap-2">
            <span className={classNames("size-2 flex-none rounded-[2px]", looks[step.kind].className)} />
            <span className="min-w-0 flex-1 truncate">
              <bdi>{step.agentName}</bdi> <span className="text-text-3">{step.label}</span>
            </span>
            <span className="num text-text-2">{stepText(step.to - step.from)}</span>
          </li>
        ))}
      </ol>
      {steps.length > MOST_LISTED ? (
        <p className="text-11 text-text-3">and {steps.length - MOST_LISTED} more steps</p>
      ) : null}
    </div>
  );
}

/** A step may be much shorter than what is told of runs. */
function stepText(milliseconds: number): string {
  return milliseconds < 100 ? `${Math.round(milliseconds)} ms` : formatDuration(milliseconds);
}

function lengthOf(steps: readonly CriticalStep[]): number {
  return steps.reduce((sum, step) => sum + step.to - step.from, 0);
}

/** "model 12 s, tool 3.1 s". */
function summaryOf(steps: readonly CriticalStep[]): string {
  const sums = new Map<SpanKind, number>();
  for (const step of steps) sums.set(step.kind, (sums.get(step.kind) ?? 0) + step.to - step.from);
  return [...sums]
    .toSorted((one, other) => other[1] - one[1])
    .map(([kind, milliseconds]) => `${looks[kind].word} ${formatDuration(milliseconds)}`)
    .join(", ");
}
