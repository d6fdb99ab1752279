import { FenceLostError } from "../../engine/ports.ts";
import { mayBeDurable } from "../to-outage.ts";
import { type AppendedEvents, type EventAppend, isSpecial } from "./append-events.ts";
import type { SessionWrite, WrittenSession } from "./write-sessions.ts";

/** The statements behind the writer. */
export interface SessionStatements {
  /** Events alone, of one session. Rejects with `FenceLostError` when the session is no longer this worker's. */
  appendOne(append: EventAppend): Promise<AppendedEvents>;
  /** One commit; undefined for each session that is no longer this worker's. Rejects when nothing was written. */
  writeMany(writes: readonly SessionWrite[]): Promise<readonly (WrittenSession | undefined)[]>;
}

/**
 * Writes the events, ends and sleeps of all sessions of a worker: while a commit is under way the others collect, and the next
 * commit takes them all. There is no timer: with one session at work nothing waits longer than the moment in
 * which it was handed over, with many a commit is shared.
 *
 * A session hands over its next events only when the former are written, so that a batch holds it once and order is kept.
 */
export interface SessionWriter {
  /** Resolves when it is durable. Rejects with `FenceLostError` when the session is no longer this worker's. */
  write(write: SessionWrite): Promise<WrittenSession>;
}

/** Sessions that share one statement at most: its size and its locks stay small, and what they cost together stays theirs. */
const MOST = 64;

interface Waiting extends PromiseWithResolvers<WrittenSession> {
  readonly write: SessionWrite;
}

export function createSessionWriter(statements: SessionStatements): SessionWriter {
  let waiting: Waiting[] = [];
  let isWriting = false;

  const writeAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = takeBatch(waiting);
      waiting = waiting.slice(batch.length);
      await writeBatch(statements, batch);
    }
    isWriting = false;
  };

  return {
    write(write) {
      const entry: Waiting = { write, ...Promise.withResolvers<WrittenSession>() };
      waiting.push(entry);
      // What is handed over in the same moment goes together.
      if (!isWriting) void Promise.resolve().then(writeAll);
      isWriting = true;
      return entry.promise;
    },
  };
}

/**
 * From the front, as far as one statement can take them: one that needs a statement of its own is alone, and a session whose
 * child ends is not written beside it, because both would change its row.
 */
function takeBatch(waiting: readonly Waiting[]): readonly Waiting[] {
  const batch: Waiting[] = [];
  const written = new Set<string>();
  const parents = new Set<string>();
  for (const entry of waiting.slice(0, MOST)) {
    const { session } = entry.write;
    const parentId = parentAtEnd(entry.write);
    const isBeside = !parents.has(session.sessionId) && !written.has(parentId ?? "");
    if (batch.length > 0 && (isSpecial(entry.write) || !isBeside)) break;
    batch.push(entry);
    written.add(session.sessionId);
    if (parentId !== undefined) parents.add(parentId);
    if (isSpecial(entry.write)) break;
  }
  return batch;
}

/** The parent, whose row is changed as well where the session leaves. */
function parentAtEnd({ leave, parentId }: SessionWrite): string | undefined {
  return leave ? parentId : undefined;
}

/** Never rejects: each entry gets its own answer. */
async function writeBatch(statements: SessionStatements, batch: readonly Waiting[]): Promise<void> {
  if (batch.length === 1) return writeEach(statements, batch);
  try {
    const answers = await statements.writeMany(batch.map(({ write }) => write));
    for (const [index, entry] of batch.entries()) {
      const answer = answers[index];
      if (answer) entry.resolve(answer);
      else entry.reject(new FenceLostError());
    }
  } catch (error) {
    // Whoever reads it again finds out.
    if (mayBeDurable(error)) for (const { reject } of batch) reject(error);
    // Nothing of it was written: whatever is wrong with one must not hurt the others.
    else await writeEach(statements, batch);
  }
}

async function writeEach(statements: SessionStatements, batch: readonly Waiting[]): Promise<void> {
  for (const { write, resolve, reject } of batch) await writeOne(statements, write).then(resolve, reject);
}

async function writeOne(statements: SessionStatements, write: SessionWrite): Promise<WrittenSession> {
  const { leave, opening, ...append } = write;
  if (!leave && !opening)
    return { ...(await statements.appendOne(append)), state: "running", woken: undefined };
  // What has a statement of its own is written by it, and the rest in the next one.
  const before = isSpecial(write) ? (await statements.appendOne(append)).events : [];
  const [written] = await statements.writeMany([isSpecial(write) ? { ...write, events: [] } : write]);
  if (!written) throw new FenceLostError();
  return { ...written, events: [...before, ...written.events] };
}
