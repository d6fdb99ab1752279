import { formatClock, formatDuration } from "@/app/_ui/format-duration.ts";
import type { Span } from "../view/run-view.ts";

/** A stretch in words: "Model call, from 0:12, 4.1 s". */
export function spanText(span: Span, begin: number): string {
  const from = formatClock(span.from - begin);
  return span.to === null
    ? `${whatOf(span)}, since ${from}`
    : `${whatOf(span)}, from ${from}, ${formatDuration(span.to - span.from)}`;
}

function whatOf({ kind, label }: Span): string {
  switch (kind) {
    case "model":
      return "Model call";
    case "tool":
      return `Tool call ${label}`;
    case "failed":
      return `Failed call ${label}`;
    case "waiting":
      return "Waiting for agents";
    case "person":
      return "Waiting for you";
    case "queued":
      return "Queued";
  }
}
