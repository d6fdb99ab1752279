import type { SessionId } from "../contract/ids.ts";
import { once } from "../contract/once.ts";
import type { McpConnection } from "./connection.ts";

export interface PoolKey {
  readonly sessionId: SessionId;
  readonly server: string;
  /** Changes when the server's settings do: a process with older settings is not used again. */
  readonly settings: string;
}

/** A running server lent to one call; `release` when the call is over. */
export interface Lease {
  readonly connection: McpConnection;
  /** Milliseconds the start took, for the one call that caused it; null for all others. */
  readonly startedInMs: number | null;
  release(): void;
}

export interface PoolLimits {
  /** Milliseconds without a call after which a process is ended; the next call starts a new one. */
  readonly idleMs: number;
  /** Processes at a time; over it, the one that idles longest is ended. */
  readonly maximum: number;
}

export type OpenConnection = (signal: AbortSignal) => Promise<McpConnection>;

interface Entry {
  readonly key: PoolKey;
  readonly abort: AbortController;
  readonly ready: Promise<McpConnection>;
  connection: McpConnection | undefined;
  users: number;
  idleSince: number;
  timer: NodeJS.Timeout | undefined;
}

/** Said to a call that finds every place taken by servers at work. */
export class PoolFullError extends Error {
  constructor(maximum: number) {
    super(`All ${maximum} places for MCP servers are taken.`);
    this.name = "PoolFullError";
  }
}

/** One server process for each session and server, started by the first call that needs it. */
export class ConnectionPool {
  readonly #limits: PoolLimits;
  readonly #entries = new Map<string, Entry>();
  readonly #closing = new Set<Promise<void>>();

  constructor(limits: PoolLimits) {
    this.#limits = limits;
  }

  /** Calls that come while the server starts wait for the same start. Rejects as `open` does, or with `PoolFullError`. */
  async acquire(key: PoolKey, open: OpenConnection): Promise<Lease> {
    const started = performance.now();
    const existing = this.#usable(key);
    const entry = existing ?? this.#add(key, open);
    clearTimeout(entry.timer);
    entry.users += 1;
    const release = once(() => this.#release(entry));
    try {
      const connection = await entry.ready;
      return {
        connection,
        startedInMs: existing === undefined ? performance.now() - started : null,
        release,
      };
    } catch (error) {
      release();
      throw error;
    }
  }

  /** Sessions that servers run for. */
  sessions(): readonly SessionId[] {
    return [...new Set([...this.#entries.values()].map(({ key }) => key.sessionId))];
  }

  /** Ends what `isMeant` picks, starts under way too; resolves when the processes are gone. */
  async close(isMeant: (key: PoolKey) => boolean): Promise<void> {
    for (const entry of [...this.#entries.values()]) if (isMeant(entry.key)) this.#end(entry);
    await Promise.all(this.#closing);
  }

  #usable(key: PoolKey): Entry | undefined {
    const entry = this.#entries.get(nameOf(key));
    if (entry === undefined) return undefined;
    if (entry.key.settings === key.settings && entry.connection?.isAlive() !== false) return entry;
    this.#end(entry);
    return undefined;
  }

  #add(key: PoolKey, open: OpenConnection): Entry {
    this.#makeRoom();
    const abort = new AbortController();
    const ready = open(abort.signal);
    const entry: Entry = {
      key,
      abort,
      ready,
      connection: undefined,
      users: 0,
      idleSince: 0,
      timer: undefined,
    };
    this.#entries.set(nameOf(key), entry);
    ready.then(
      (connection) => {
        entry.connection = connection;
      },
      () => this.#end(entry),
    );
    return entry;
  }

  #makeRoom(): void {
    if (this.#entries.size < this.#limits.maximum) return;
    const idle = [...this.#entries.values()].filter((entry) => entry.users === 0);
    const longest = idle.sort((a, b) => a.idleSince - b.idleSince)[0];
    if (longest === undefined) throw new PoolFullError(this.#limits.maximum);
    this.#end(longest);
  }

  #release(entry: Entry): void {
    entry.users -= 1;
    if (entry.users > 0 || this.#entries.get(nameOf(entry.key)) !== entry) return;
    entry.idleSince = performance.now();
    entry.timer = setTimeout(() => this.#end(entry), this.#limits.idleMs);
    // An idle server is no reason to keep a command line alive.
    entry.timer.unref();
  }

  /** Takes the entry out of use at once; its process ends in the background, `close` waits for it. */
  #end(entry: Entry): void {
    if (this.#entries.get(nameOf(entry.key)) === entry) this.#entries.delete(nameOf(entry.key));
    clearTimeout(entry.timer);
    entry.abort.abort();
    const closed = entry.ready.then(
      (connection) => connection.close(),
      () => undefined,
    );
    this.#closing.add(closed);
    void closed.then(() => this.#closing.delete(closed));
  }
}

function nameOf(key: PoolKey): string {
  return `${key.sessionId} ${key.server}`;
}
