import { FenceLostError } from "../../engine/ports.ts";
import { type AppendedEvents, type EventAppend, isSpecial } from "./append-events.ts";

/** The statements behind the writer. */
export interface EventStatements {
  /** Rejects with `FenceLostError` when the session is no longer this worker's. */
  appendOne(append: EventAppend): Promise<AppendedEvents>;
  /** One commit; undefined for each session that is no longer this worker's. Rejects when nothing was written. */
  appendMany(appends: readonly EventAppend[]): Promise<readonly (AppendedEvents | undefined)[]>;
}

/**
 * Writes the events of all sessions of a worker: while a commit is under way the others collect, and the next commit takes
 * them all. There is no timer: with one session at work nothing waits, with many a commit is shared.
 *
 * A session hands over its next events only when the former are written, so that a batch holds it once and order is kept.
 */
export interface EventWriter {
  /** Resolves when the events are durable. Rejects with `FenceLostError` when the session is no longer this worker's. */
  append(append: EventAppend): Promise<AppendedEvents>;
}

/** Sessions that share one statement at most: its size and its locks stay small. */
const MOST = 128;

interface Waiting extends PromiseWithResolvers<AppendedEvents> {
  readonly append: EventAppend;
}

export function createEventWriter(statements: EventStatements): EventWriter {
  let waiting: Waiting[] = [];
  let isWriting = false;

  const writeAll = async (): Promise<void> => {
    isWriting = true;
    while (waiting.length > 0) {
      const batch = takeBatch(waiting);
      waiting = waiting.slice(batch.length);
      await writeBatch(statements, batch);
    }
    isWriting = false;
  };

  return {
    append(append) {
      const entry: Waiting = { append, ...Promise.withResolvers<AppendedEvents>() };
      waiting.push(entry);
      if (!isWriting) void writeAll();
      return entry.promise;
    },
  };
}

/** From the front: one that needs a statement of its own, or all up to the next such one. */
function takeBatch(waiting: readonly Waiting[]): readonly Waiting[] {
  const special = waiting.findIndex(({ append }) => isSpecial(append));
  if (special === 0) return waiting.slice(0, 1);
  return waiting.slice(0, special < 0 ? MOST : Math.min(special, MOST));
}

/** Never rejects: each entry gets its own answer. */
async function writeBatch(statements: EventStatements, batch: readonly Waiting[]): Promise<void> {
  if (batch.length === 1) return writeEach(statements, batch);
  try {
    const answers = await statements.appendMany(batch.map(({ append }) => append));
    for (const [index, entry] of batch.entries()) {
      const answer = answers[index];
      if (answer) entry.resolve(answer);
      else entry.reject(new FenceLostError());
    }
  } catch {
    // Nothing of it was written: whatever is wrong with one must not hurt the others.
    await writeEach(statements, batch);
  }
}

async function writeEach(statements: EventStatements, batch: readonly Waiting[]): Promise<void> {
  for (const entry of batch) await statements.appendOne(entry.append).then(entry.resolve, entry.reject);
}
