import { createStore, type StoreApi } from "zustand/vanilla";
import type { SessionId } from "@/server/contract/ids.ts";
import type { RunSignal } from "@/server/contract/run-event.ts";
import { EMPTY_RUN_VIEW } from "../view/empty-run-view.ts";
import { foldSignals } from "../view/fold-run.ts";
import type { RunView } from "../view/run-view.ts";

/** `connecting`: nothing has come yet. `lost`: it was connected and tries again. `ended`: the run is over. */
export type ConnectionState = "connecting" | "live" | "lost" | "ended";

export interface RunState {
  /** The picture of now. */
  readonly view: RunView;
  readonly connection: ConnectionState;
  /** Why the connection is lost, in plain words; null otherwise. */
  readonly connectionError: string | null;
  /** Whose transcript is open; null until someone has chosen, which shows the newest of the lead. */
  readonly selected: SessionId | null;
  /** Milliseconds by which the server's clock is ahead of this one; 0 when it is not. */
  readonly clockAhead: number;
}

export interface RunStore extends StoreApi<RunState> {
  /** Takes one signal; it shows with the next frame, together with all that came before that. */
  receive(signal: RunSignal): void;
  /** Shows at once whatever still waits for a frame. */
  flush(): void;
  setConnection(connection: ConnectionState, error?: string): void;
  select(sessionId: SessionId): void;
}

/** Calls back once before the next paint. */
export type Schedule = (run: () => void) => void;

/** Holds what one run page shows. Fed by `receive` alone; many signals in one frame cost one fold and one render. */
export function createRunStore(schedule: Schedule = scheduleFrame): RunStore {
  const store = createStore<RunState>(() => ({
    view: EMPTY_RUN_VIEW,
    connection: "connecting",
    connectionError: null,
    selected: null,
    clockAhead: 0,
  }));
  let waiting: RunSignal[] = [];
  let isScheduled = false;

  const flush = (): void => {
    isScheduled = false;
    const signals = waiting;
    waiting = [];
    const { view, clockAhead } = store.getState();
    const next = foldSignals(view, signals);
    if (next !== view)
      store.setState({ view: next, clockAhead: Math.max(clockAhead, next.lastAt - Date.now()) });
  };

  return Object.assign(store, {
    flush,
    receive(signal: RunSignal): void {
      waiting.push(signal);
      if (isScheduled) return;
      isScheduled = true;
      schedule(flush);
    },
    setConnection(connection: ConnectionState, error?: string): void {
      store.setState({ connection, connectionError: error ?? null });
    },
    select(sessionId: SessionId): void {
      store.setState({ selected: sessionId });
    },
  });
}

/** Browsers draw no frames for a hidden page, so that there a timer stands in. */
function scheduleFrame(run: () => void): void {
  if (document.visibilityState === "hidden") setTimeout(run, 250);
  else requestAnimationFrame(run);
}
