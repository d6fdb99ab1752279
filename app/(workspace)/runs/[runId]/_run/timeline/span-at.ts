import type { Span } from "../view/run-view.ts";

/** The stretch at a moment, or at most `slack` beside it: the one that began last, which is drawn on top. */
export function spanAt(spans: readonly Span[], moment: number, slack: number): Span | undefined {
  return spans.findLast(({ from, to }) => from <= moment + slack && (to === null || to >= moment - slack));
}
