import type { RunSignal } from "@/server/contract/run-event.ts";
import type { RunStore } from "./run-store.ts";

/** What a subscription reports. After `onInterrupted` and `onBroken` it is left, and another one is asked for. */
export interface FeedHandlers {
  onOpen(): void;
  onSignals(signals: readonly RunSignal[]): void;
  /** The line is down. A browser would try again by itself, but only after seconds. */
  onInterrupted(): void;
  onBroken(reason: string): void;
  onComplete(): void;
}

/** Subscribes to a run after event `afterSeq`; returns how to leave. */
export type RunFeed = (afterSeq: number, handlers: FeedHandlers) => () => void;

/** A line that breaks once is back before anyone looks; a server that is away is asked every few seconds. */
const FIRST_DELAY_MS = 250;
const LONGEST_DELAY_MS = 4_000;

/**
 * Keeps the store fed until the run has ended or `stop` is called. Whatever happens to the line, it asks again from the
 * event after the last one it has, so that nothing is missed; what comes twice the fold ignores.
 */
export function followRun(store: RunStore, feed: RunFeed): () => void {
  const follower = new Follower(store, feed);
  follower.connect();
  return () => follower.stop();
}

class Follower {
  readonly #store: RunStore;
  readonly #feed: RunFeed;
  #leave: (() => void) | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #delay = FIRST_DELAY_MS;
  #seen = 0;
  #isStopped = false;

  constructor(store: RunStore, feed: RunFeed) {
    this.#store = store;
    this.#feed = feed;
  }

  connect(): void {
    this.#store.flush();
    this.#seen = this.#store.getState().view.seq;
    let isCurrent = true;
    const guarded = (run: () => void) => () => {
      if (isCurrent && !this.#isStopped) run();
    };
    const leave = this.#feed(this.#seen, {
      onOpen: guarded(() => this.#opened()),
      onSignals: (signals) => guarded(() => this.#takeAll(signals))(),
      onInterrupted: guarded(() => this.#again("The line broke.")),
      onBroken: (reason) => guarded(() => this.#again(reason))(),
      onComplete: guarded(() => this.#again("The server ended the stream.")),
    });
    this.#leave = () => {
      isCurrent = false;
      leave();
    };
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#retry);
    this.#leave?.();
  }

  #opened(): void {
    this.#delay = FIRST_DELAY_MS;
    this.#store.setConnection("live");
  }

  #takeAll(signals: readonly RunSignal[]): void {
    for (const signal of signals) if (!this.#take(signal)) return;
  }

  /** False when nothing more of this list can be taken. */
  #take(signal: RunSignal): boolean {
    if (signal.type !== "text.delta") {
      if (signal.seq > this.#seen + 1) {
        this.#again("An event was missed.");
        return false;
      }
      this.#seen = Math.max(this.#seen, signal.seq);
    }
    if (this.#store.getState().connection !== "live") this.#opened();
    this.#store.receive(signal);
    if (signal.type === "run.finished") this.#end();
    return signal.type !== "run.finished";
  }

  #end(): void {
    this.#store.flush();
    this.#store.setConnection("ended");
    this.stop();
  }

  #again(reason: string): void {
    this.#leave?.();
    this.#store.setConnection("lost", reason);
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.connect(), this.#delay);
    this.#delay = Math.min(this.#delay * 2, LONGEST_DELAY_MS);
  }
}
