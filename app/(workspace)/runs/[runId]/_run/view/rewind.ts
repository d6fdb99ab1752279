import type { RunEvent } from "@/server/contract/run-event.ts";
import { EMPTY_RUN_VIEW } from "./empty-run-view.ts";
import { foldSignals } from "./fold-run.ts";
import { countWhile, itemsFrom, type PagedList } from "./paged-list.ts";
import type { RunView } from "./run-view.ts";

/** Events between two kept pictures: how much a jump has to fold at most. */
const STRIDE = 400;

/** Shows any earlier moment of a run. Keeps a picture now and then, so that dragging over a long run stays smooth. */
export interface Rewinder {
  /** The picture right after the last event at or before `moment` (milliseconds since the epoch). */
  at(events: PagedList<RunEvent>, moment: number): RunView;
  /** The picture after so many events. Many can have one moment: all that a commit brought. */
  after(events: PagedList<RunEvent>, count: number): RunView;
}

export function createRewinder(): Rewinder {
  const kept: RunView[] = [EMPTY_RUN_VIEW];
  const rewinder: Rewinder = {
    at(events, moment) {
      // Their times never go back.
      return rewinder.after(
        events,
        countWhile(events, (event) => Date.parse(event.at) <= moment),
      );
    },
    after(events, count) {
      for (let index = kept.length; index * STRIDE <= count; index += 1) {
        const previous = kept[index - 1] ?? EMPTY_RUN_VIEW;
        kept.push(foldSignals(previous, itemsFrom(events, (index - 1) * STRIDE, index * STRIDE)));
      }
      const nearest = Math.min(Math.floor(count / STRIDE), kept.length - 1);
      return foldSignals(kept[nearest] ?? EMPTY_RUN_VIEW, itemsFrom(events, nearest * STRIDE, count));
    },
  };
  return rewinder;
}
