import { stat } from "node:fs/promises";
import { watchTree } from "./watch-tree.ts";

export interface FolderWatcher {
  /** Calls the listener at most every 100 ms while files change. Returns the way to stop. */
  subscribe(listener: () => void): () => void;
  close(): Promise<void>;
}

const TELL_AFTER_MS = 100;
/** How often it is looked whether a path came or went: the system tells nothing about what is not there. */
const LOOK_EVERY_MS = 400;

/**
 * Watches files and folders while, and only while, somebody listens. They need not exist. `paths` is asked again and again,
 * because a change may be one of settings.
 */
export function watchFolders(paths: () => Promise<readonly string[]>): FolderWatcher {
  const listeners = new Set<() => void>();
  let timer: NodeJS.Timeout | undefined;
  let opened: { readonly look: Look; readonly looking: NodeJS.Timeout } | undefined;

  const tell = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      for (const listener of listeners) listener();
    }, TELL_AFTER_MS).unref();
  };

  const close = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    const open = opened;
    opened = undefined;
    clearInterval(open?.looking);
    open?.look.end();
  };

  const open = (): void => {
    const look = createLook({ paths, tell });
    void look.again();
    opened = { look, looking: setInterval(() => void look.again(), LOOK_EVERY_MS).unref() };
  };

  return {
    close,
    subscribe(listener) {
      listeners.add(listener);
      if (!opened) open();
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) void close();
      };
    },
  };
}

interface LookParts {
  readonly paths: () => Promise<readonly string[]>;
  readonly tell: () => void;
}

type Look = ReturnType<typeof createLook>;

interface Watched {
  readonly stop: () => void;
  /** Of what was there when it began. */
  readonly identity: string;
}

/** Keeps a watcher on each path that is wanted and there. */
function createLook({ paths, tell }: LookParts) {
  const watched = new Map<string, Watched>();
  let isTrusted = true;
  let isLooking = false;
  let isOver = false;

  const fail = (): void => {
    isTrusted = false;
  };

  const leave = (path: string, { stop }: Watched): void => {
    stop();
    watched.delete(path);
    tell();
  };

  const look = async (): Promise<void> => {
    const there = await findThere(paths);
    if (isOver) return;
    // Something else may have come in its place at once: its watcher hears nothing of that.
    const others = [...watched].filter(([path, { identity }]) => there.get(path) !== identity);
    for (const [path, one] of others) leave(path, one);
    const fresh = [...there].filter(([path]) => !watched.has(path));
    for (const [path, identity] of fresh)
      watched.set(path, { identity, stop: watchTree(path, { tell, fail }) });
    // Where the system gives no news listeners look for themselves.
    if (!isTrusted) tell();
  };

  return {
    async again(): Promise<void> {
      if (isLooking) return;
      isLooking = true;
      await look().finally(() => {
        isLooking = false;
      });
    },
    end(): void {
      isOver = true;
      for (const { stop } of watched.values()) stop();
    },
  };
}

/** The paths that are there, each with what tells it from another one in its place. */
async function findThere(paths: LookParts["paths"]): Promise<ReadonlyMap<string, string>> {
  const wanted = await paths().catch(() => []);
  const found = await Promise.all(
    wanted.map(async (path) => [path, await identityOf(path).catch(() => undefined)] as const),
  );
  return new Map(found.filter((entry): entry is readonly [string, string] => entry[1] !== undefined));
}

/** Numbers of files are given out again at once: the moment in which it was made belongs to it. */
async function identityOf(path: string): Promise<string> {
  const { dev, ino, birthtimeNs } = await stat(path, { bigint: true });
  return `${dev}:${ino}:${birthtimeNs}`;
}
