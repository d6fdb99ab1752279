import { createStore, type StoreApi } from "zustand/vanilla";
import { createPageMemory, type PageMemory } from "@/app/_ui/page-memory.ts";
import type { SessionId } from "@/server/contract/ids.ts";
import type { RunSignal } from "@/server/contract/run-event.ts";
import { EMPTY_RUN_VIEW } from "../view/empty-run-view.ts";
import { foldSignals } from "../view/fold-run.ts";
import { itemAt } from "../view/paged-list.ts";
import { createRewinder } from "../view/rewind.ts";
import type { RunView } from "../view/run-view.ts";
import { createPacedFrames, type Schedule } from "./paced-frames.ts";

/** `connecting`: nothing has come yet. `lost`: it was connected and tries again. `ended`: the run is over. */
export type ConnectionState = "connecting" | "live" | "lost" | "ended";

export interface RunState {
  /** The picture of now. */
  readonly view: RunView;
  /** The picture the page shows: that of now, or that of `moment`. */
  readonly shown: RunView;
  /** The earlier moment that is looked at, in milliseconds since the epoch; null while it is live. */
  readonly moment: number | null;
  readonly connection: ConnectionState;
  /** Why the connection is lost, in plain words; null otherwise. */
  readonly connectionError: string | null;
  /** Whose transcript is open; null until someone has chosen, which shows that of the lead. */
  readonly selected: SessionId | null;
  /** An agent that was chosen before it was called: its first session is shown as soon as there is one. */
  readonly selectedAgent: string | null;
  /** The id of a question that someone asked to see: its transcript comes to it. Null once it has the focus. */
  readonly reviewed: string | null;
  /** Milliseconds by which the server's clock is ahead of this one; negative when it is behind. */
  readonly clockAhead: number;
}

export interface RunStore extends StoreApi<RunState> {
  /** Whether a person has opened or closed the card of a call, by `cardName`: it outlives the row in which the card is drawn. */
  readonly cards: PageMemory<boolean>;
  /** Takes one signal; it shows with one of the next frames, together with all that came before that. */
  receive(signal: RunSignal): void;
  /** Shows at once whatever still waits for a frame. */
  flush(): void;
  setConnection(connection: ConnectionState, error?: string): void;
  /** What the server said of its clock; events that are newer than that still move it on. */
  setClockAhead(ahead: number): void;
  select(sessionId: SessionId): void;
  selectAgent(agentId: string): void;
  /** Asks for a question of a session to come into view, now; null: it has. */
  review(question: ReviewedQuestion | null): void;
  /** Shows an earlier moment; null goes back to now. No model is called: it is a fold of events that are here. */
  lookAt(moment: number | null): void;
  /** Shows one event more or less than now; with the last it is live again, and the first stays. */
  step(direction: 1 | -1): void;
}

/** A question as far as its place goes. */
export interface ReviewedQuestion {
  readonly waitId: string;
  readonly sessionId: SessionId;
}

/** Cards of one run that a person has opened or closed. */
const MOST_CARDS = 1_000;

/** Signals that wait for one frame when a past is being read, not when a run goes on. */
const CATCHING_UP = 400;
const AGAIN_MS = 50;
const LONGEST_WAIT_MS = 400;

const BEFORE: RunState = {
  view: EMPTY_RUN_VIEW,
  shown: EMPTY_RUN_VIEW,
  moment: null,
  connection: "connecting",
  connectionError: null,
  selected: null,
  selectedAgent: null,
  reviewed: null,
  clockAhead: 0,
};

/** Holds what one run page shows. Fed by `receive` alone; many signals in one frame cost one fold and one render. */
export function createRunStore(schedule: Schedule = createPacedFrames(requestFrame)): RunStore {
  const store = createStore<RunState>(() => BEFORE);
  const rewinder = createRewinder();
  let waiting: RunSignal[] = [];
  let isScheduled = false;
  let drawnAt = 0;

  const draw = (): void => {
    // A long past comes in large pieces: it is drawn a few times a second, what is new with every frame.
    const isCatchingUp = waiting.length >= CATCHING_UP && Date.now() - drawnAt < LONGEST_WAIT_MS;
    if (isCatchingUp) setTimeout(draw, AGAIN_MS);
    else flush();
  };
  const flush = (): void => {
    isScheduled = false;
    drawnAt = Date.now();
    const signals = waiting;
    waiting = [];
    const { view, moment, clockAhead } = store.getState();
    const next = foldSignals(view, signals);
    if (next === view) return;
    const ahead = Math.max(clockAhead, next.lastAt - Date.now());
    store.setState({ view: next, clockAhead: ahead, ...(moment === null ? { shown: next } : {}) });
  };

  return Object.assign(store, {
    cards: createPageMemory<boolean>(MOST_CARDS),
    flush,
    receive(signal: RunSignal): void {
      waiting.push(signal);
      if (isScheduled) return;
      isScheduled = true;
      schedule(draw);
    },
    setConnection(connection: ConnectionState, error?: string): void {
      store.setState({ connection, connectionError: error ?? null });
    },
    setClockAhead(ahead: number): void {
      store.setState({ clockAhead: Math.max(ahead, store.getState().view.lastAt - Date.now()) });
    },
    select(sessionId: SessionId): void {
      store.setState({ selected: sessionId, selectedAgent: null, reviewed: null });
    },
    selectAgent(agentId: string): void {
      store.setState({ selected: null, selectedAgent: agentId, reviewed: null });
    },
    review(question: ReviewedQuestion | null): void {
      if (question === null) {
        store.setState({ reviewed: null });
        return;
      }
      const { waitId, sessionId } = question;
      const { view } = store.getState();
      store.setState({
        moment: null,
        shown: view,
        selected: sessionId,
        selectedAgent: null,
        reviewed: waitId,
      });
    },
    lookAt(moment: number | null): void {
      const { view } = store.getState();
      store.setState({ moment, shown: moment === null ? view : rewinder.at(view.activity, moment) });
    },
    step(direction: 1 | -1): void {
      const { view, shown } = store.getState();
      const count = Math.max(1, shown.activity.length + direction);
      const last = count < view.activity.length ? itemAt(view.activity, count - 1) : undefined;
      if (last) store.setState({ moment: Date.parse(last.at), shown: rewinder.after(view.activity, count) });
      else store.setState({ moment: null, shown: view });
    },
  });
}

/** Browsers draw no frames for a hidden page, so that there a timer stands in. */
function requestFrame(run: (now: number) => void): void {
  if (document.visibilityState === "hidden") setTimeout(() => run(performance.now()), 250);
  else requestAnimationFrame(run);
}
