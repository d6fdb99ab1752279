import type { RunEvent, RunEventBody } from "../contract/run-event.ts";
import type { Services } from "../contract/services.ts";

type EventOf<Type extends RunEventBody["type"]> = Extract<RunEvent, { readonly type: Type }>;

/** Reads along with a run, so that a test can wait for what happens in it. */
export interface RunFollower extends AsyncDisposable {
  /** Everything so far, in the order in which it was received. */
  readonly events: readonly RunEvent[];
  /** The first event of the type that fits, past or to come. Rejects, telling the last events, when none comes in time. */
  waitFor<Type extends RunEventBody["type"]>(
    type: Type,
    fits?: (event: EventOf<Type>) => boolean,
  ): Promise<EventOf<Type>>;
  /** The run's end. */
  finished(): Promise<EventOf<"run.finished">>;
}

interface Waiting {
  check(event: RunEvent): void;
  fail(error: Error): void;
}

/** Milliseconds after which waiting for one event is given up. */
const PATIENCE = 120_000;

export function followRun(services: Pick<Services, "followRun">, runId: string, afterSeq = 0): RunFollower {
  const events: RunEvent[] = [];
  const waiting = new Set<Waiting>();
  const leaving = new AbortController();
  const read = async (): Promise<void> => {
    for await (const signal of services.followRun(runId, afterSeq, leaving.signal)) {
      if (signal.type === "text.delta") continue;
      events.push(signal);
      for (const one of waiting) one.check(signal);
    }
  };
  let over: string | undefined;
  const giveUp = (reason: string): void => {
    over = reason;
    for (const one of waiting) one.fail(new Error(`${reason} The last events were:\n${tail(events)}`));
  };
  const reading = read().then(
    () => giveUp("The run is over."),
    (error: unknown) => giveUp(`Following failed: ${String(error)}.`),
  );

  const waitFor = <Type extends RunEventBody["type"]>(
    type: Type,
    fits: (event: EventOf<Type>) => boolean = () => true,
  ): Promise<EventOf<Type>> => {
    const isIt = (event: RunEvent): event is EventOf<Type> =>
      event.type === type && fits(event as EventOf<Type>);
    const past = events.find(isIt);
    if (past) return Promise.resolve(past);
    const { promise, resolve, reject } = Promise.withResolvers<EventOf<Type>>();
    const one: Waiting = { check: (event) => isIt(event) && resolve(event), fail: reject };
    const timer = setTimeout(
      () => reject(new Error(`No ${type} came. The last events were:\n${tail(events)}`)),
      PATIENCE,
    );
    if (over !== undefined)
      reject(
        new Error(`${over} No ${type} came until then:
${tail(events)}`),
      );
    waiting.add(one);
    return promise.finally(() => {
      clearTimeout(timer);
      waiting.delete(one);
    });
  };

  return {
    events,
    waitFor,
    finished: () => waitFor("run.finished"),
    async [Symbol.asyncDispose]() {
      leaving.abort();
      await reading;
    },
  };
}

function tail(events: readonly RunEvent[]): string {
  return events
    .slice(-12)
    .map((event) => `${event.seq} ${event.agent ?? "run"} ${JSON.stringify(event).slice(0, 240)}`)
    .join("\n");
}
