import type { RunId } from "../contract/ids.ts";
import { FIRST_PAGE, pageOf } from "./page-size.ts";
import { readPatiently } from "./read-patiently.ts";

/** A page of a run's events as it goes out. */
export interface WrittenPage {
  /** JSON of an `EventPage`, without a line break. */
  readonly json: Uint8Array;
  readonly count: number;
  /** The number of the last of them; 0 where there are none. */
  readonly lastSeq: number;
}

/** Reads committed events as they go out: they are stored as text, and never taken apart on the way. */
export interface WrittenLog {
  readWritten(runId: RunId, afterSeq: number, limit: number): Promise<WrittenPage>;
}

/** Every event that a run has by now, in order, as JSON of pages; the next page is read while one is handed on. */
export async function* readPast(
  log: WrittenLog,
  runId: RunId,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const ask = (afterSeq: number, limit: number) => {
    const page = readPatiently(signal, () => log.readWritten(runId, afterSeq, limit));
    // Who leaves meanwhile does not wait for it.
    page.catch(() => undefined);
    return { limit, page };
  };
  let asked: ReturnType<typeof ask> | undefined = ask(0, FIRST_PAGE);
  while (asked) {
    const { json, count, lastSeq }: WrittenPage = await asked.page;
    asked = count === asked.limit ? ask(lastSeq, pageOf(json.length / count)) : undefined;
    yield json;
  }
}
