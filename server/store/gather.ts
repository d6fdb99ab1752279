import { StoreUnavailableError } from "../engine/ports.ts";

/** Entries that one commit takes at most: its size and its locks stay small. */
const MOST = 64;

interface Entry<Item, Value> extends PromiseWithResolvers<Value> {
  readonly item: Item;
}

/**
 * Does things together: while one commit is under way the others collect, and the next one takes them all. There is no timer: what is
 * alone waits no longer than the moment in which it was handed over. `doAll` answers in the order of its items; an answer that is an
 * error rejects its own item alone. If something in it is refused, nothing of it was done, and each is tried for itself; while the
 * store is away none is, since what was handed over may be durable.
 */
export function createGathering<Item, Value>(
  doAll: (items: readonly Item[]) => Promise<readonly (Value | Error)[]>,
): (item: Item) => Promise<Value> {
  let waiting: Entry<Item, Value>[] = [];
  let isAtWork = false;

  const doEntries = async (entries: readonly Entry<Item, Value>[]): Promise<void> => {
    const answers = await doAll(entries.map(({ item }) => item));
    for (const [index, { resolve, reject }] of entries.entries()) {
      const answer = answers[index];
      if (answer instanceof Error) reject(answer);
      else resolve(answer as Value);
    }
  };
  const doEach = async (entries: readonly Entry<Item, Value>[]): Promise<void> => {
    for (const entry of entries) await doEntries([entry]).catch(entry.reject);
  };
  const work = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, MOST);
      waiting = waiting.slice(batch.length);
      await doEntries(batch).catch((error: unknown) => {
        if (!(error instanceof StoreUnavailableError)) return doEach(batch);
        for (const { reject } of batch) reject(error);
        return undefined;
      });
    }
    isAtWork = false;
  };

  return (item) => {
    const entry = { item, ...Promise.withResolvers<Value>() };
    waiting.push(entry);
    if (!isAtWork) void Promise.resolve().then(work);
    isAtWork = true;
    return entry.promise;
  };
}
