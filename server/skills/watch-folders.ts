import { stat } from "node:fs/promises";
import { type FSWatcher, watch } from "chokidar";

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
  let watcher: FSWatcher | undefined;
  let timer: NodeJS.Timeout | undefined;
  let looking: NodeJS.Timeout | undefined;

  const tell = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      for (const listener of listeners) listener();
    }, TELL_AFTER_MS).unref();
  };

  const close = async (): Promise<void> => {
    clearTimeout(timer);
    clearInterval(looking);
    timer = undefined;
    looking = undefined;
    const open = watcher;
    watcher = undefined;
    await open?.close();
  };

  const open = (): void => {
    const opened = watch([], {
      ignoreInitial: true,
      depth: 16,
      followSymlinks: false,
      ignored: /[/\\](__pycache__|node_modules|\.git)$/,
    });
    watcher = opened;
    const look = createLook({ paths, watcher: opened, tell });
    // Where the system gives no news (too many folders, some network drives) listeners look for themselves.
    opened.on("all", tell).on("error", () => look.distrust());
    void look.again();
    looking = setInterval(() => void look.again(), LOOK_EVERY_MS).unref();
  };

  return {
    close,
    subscribe(listener) {
      listeners.add(listener);
      if (!watcher) open();
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) void close();
      };
    },
  };
}

interface LookParts {
  readonly paths: () => Promise<readonly string[]>;
  readonly watcher: FSWatcher;
  readonly tell: () => void;
}

/** Keeps the watcher on the paths that are wanted and there. */
function createLook({ paths, watcher, tell }: LookParts) {
  let watched: ReadonlySet<string> = new Set<string>();
  let isFirst = true;
  let isTrusted = true;
  let isLooking = false;

  const look = async (): Promise<void> => {
    const there = await findThere(paths);
    if (watcher.closed) return;
    const { fresh, gone } = compare(watched, there);
    watched = there;
    watcher.unwatch(gone);
    watcher.add(fresh);
    const isNews = fresh.length + gone.length > 0 && !isFirst;
    isFirst = false;
    if (isNews || !isTrusted) tell();
  };

  return {
    async again() {
      if (isLooking) return;
      isLooking = true;
      await look().finally(() => {
        isLooking = false;
      });
    },
    distrust() {
      isTrusted = false;
    },
  };
}

async function findThere(paths: LookParts["paths"]): Promise<ReadonlySet<string>> {
  const wanted = await paths().catch(() => []);
  const entries = await Promise.all(wanted.map((path) => stat(path).catch(() => undefined)));
  return new Set(wanted.filter((_path, index) => entries[index] !== undefined));
}

function compare(watched: ReadonlySet<string>, there: ReadonlySet<string>) {
  return {
    fresh: [...there].filter((path) => !watched.has(path)),
    gone: [...watched].filter((path) => !there.has(path)),
  };
}
