import type { SessionStore } from "../engine/ports.ts";
import type { Metrics } from "./create-metrics.ts";

/** The same store, whose claims and commits are counted. */
export function measureSessions(
  store: SessionStore,
  metrics: Pick<Metrics, "claimed" | "commitTook">,
): SessionStore {
  return {
    ...store,
    async claim(sessionId, worker) {
      const claimed = await store.claim(sessionId, worker);
      if (claimed) metrics.claimed();
      return claimed;
    },
    async append(...write) {
      const began = performance.now();
      const news = await store.append(...write);
      metrics.commitTook((performance.now() - began) / 1_000);
      return news;
    },
  };
}
