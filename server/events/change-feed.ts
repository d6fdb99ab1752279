import { setTimeout as delay } from "node:timers/promises";
import type { RunChange, RunEventBody } from "../contract/run-event.ts";

/** Milliseconds over which changes are told together: lists need not move more often. */
const GATHER = 300;

/** Events after which the inbox holds something else than before. */
const ABOUT_WAITS: ReadonlySet<RunEventBody["type"]> = new Set([
  "question.asked",
  "question.answered",
  "person.notified",
  "session.finished",
  "run.forked",
]);

/** Tells that something changed in any run, for those who show many of them. */
export interface ChangeFeed {
  /** Events that were committed here; without them, something that is not known more closely. */
  note(events?: readonly { readonly type: RunEventBody["type"] }[]): void;
  /**
   * First that anything may have changed: from then on nothing goes untold, and what a reader has read before may be older. Then what changed
   * since the last one, at most a few times a second, until `signal` aborts.
   */
  follow(signal: AbortSignal): AsyncIterable<RunChange>;
}

export function createChangeFeed(gatherMs = GATHER): ChangeFeed {
  const listeners = new Set<(hasWaits: boolean) => void>();
  return {
    note(events) {
      if (listeners.size === 0) return;
      const hasWaits = events === undefined || events.some((event) => ABOUT_WAITS.has(event.type));
      for (const listener of listeners) listener(hasWaits);
    },
    async *follow(signal) {
      if (signal.aborted) return;
      let pending: RunChange | undefined;
      let heard = Promise.withResolvers<void>();
      const listen = (hasWaits: boolean): void => {
        pending = { hasWaits: hasWaits || pending?.hasWaits === true };
        heard.resolve();
      };
      // No race between two promises: each would leave something on the one that stays for as long as a page is open.
      const leave = (): void => heard.resolve();
      listeners.add(listen);
      signal.addEventListener("abort", leave, { once: true });
      try {
        yield { hasWaits: true };
        for (;;) {
          await heard.promise;
          await delay(gatherMs, undefined, { signal }).catch(() => undefined);
          if (signal.aborted) return;
          heard = Promise.withResolvers<void>();
          const change: RunChange = pending ?? { hasWaits: false };
          pending = undefined;
          yield change;
        }
      } finally {
        listeners.delete(listen);
        signal.removeEventListener("abort", leave);
      }
    },
  };
}
