import type { SessionId } from "../contract/ids.ts";
import type { LiveSession } from "../engine/live-session.ts";
import type { ClaimedSession, ResumedSession } from "../engine/ports.ts";

/** Sessions kept at most, and for how many milliseconds: one that sleeps longer is worth its memory no more. */
const MOST = 1_000;
const KEEP = 10_000;

/** Sessions of this worker that wait for their children, as they were when they went to sleep. Only ever a shortcut. */
export interface KeptSessions {
  keep(session: LiveSession): void;
  /** The claim under which it went to sleep, and how many messages it had. */
  find(sessionId: SessionId): { readonly fence: number; readonly position: number } | undefined;
  /** The session under its new claim; undefined when it was kept no longer. */
  take(resumed: ResumedSession): ClaimedSession | undefined;
  clear(): void;
}

interface Kept {
  readonly session: LiveSession;
  readonly until: number;
}

export function createKeptSessions(): KeptSessions {
  const kept = new Map<SessionId, Kept>();
  let timer: NodeJS.Timeout | undefined;
  const forgetOld = (): void => {
    timer = undefined;
    const now = performance.now();
    for (const [sessionId, { until }] of kept) {
      if (until > now && kept.size <= MOST) break;
      kept.delete(sessionId);
    }
    if (kept.size > 0) timer = setTimeout(forgetOld, KEEP).unref();
  };
  return {
    keep(session) {
      const { sessionId } = session.claimed;
      kept.delete(sessionId);
      kept.set(sessionId, { session, until: performance.now() + KEEP });
      if (kept.size > MOST) forgetOld();
      timer ??= setTimeout(forgetOld, KEEP).unref();
    },
    find(sessionId) {
      const found = kept.get(sessionId)?.session;
      return found && { fence: found.claimed.fence, position: found.messages().length };
    },
    take(resumed) {
      const found = kept.get(resumed.sessionId);
      kept.delete(resumed.sessionId);
      return found?.session.under(resumed);
    },
    clear() {
      clearTimeout(timer);
      kept.clear();
    },
  };
}
