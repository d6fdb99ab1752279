import type { RunEvent } from "@/server/contract/run-event.ts";
import type { RunFeed } from "./follow-run.ts";

/**
 * A feed that brings what has happened in one answer, and follows the run from there. A browser reads a stream of events letter by
 * letter on the page's thread: with a long past that is more work than all the rest of the page. Where the past cannot be read the
 * feed brings it.
 */
export function afterPast(readPast: () => Promise<readonly (readonly RunEvent[])[]>, feed: RunFeed): RunFeed {
  return (afterSeq, handlers) => {
    if (afterSeq > 0) return feed(afterSeq, handlers);
    let isLeft = false;
    let leave: () => void = () => {
      isLeft = true;
    };
    const begin = async (): Promise<void> => {
      let seen = 0;
      for (const events of await readPast().catch(() => [])) {
        handlers.onSignals(events);
        // The last of a run that is over: nothing is left to follow.
        if (isLeft) return;
        seen = events.at(-1)?.seq ?? seen;
      }
      if (!isLeft) leave = feed(seen, handlers);
    };
    void begin();
    return () => leave();
  };
}
