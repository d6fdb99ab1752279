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
    await open?.look.end();
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
  readonly watcher: FSWatcher;
  /** Of what was there when it began. */
  readonly identity: string;
}

/** Keeps a watcher on each path that is wanted and there. */
function createLook({ paths, tell }: LookParts) {
  const watchers = new Map<string, Watched>();
  /**
   * Paths in which something came or went. A folder that was replaced at once shows by its files alone, and what came into a new one between
   * its reading and its watching by nothing: each gets another watcher, which goes through all of it.
   */
  const changed = new Set<string>();
  let isTrusted = true;
  let isLooking = false;
  let isOver = false;

  const end = (path: string, watcher: FSWatcher): void => {
    if (watchers.get(path)?.watcher === watcher) watchers.delete(path);
    void watcher.close();
  };

  const begin = (path: string, identity: string): void => {
    const watcher = watch(path, {
      ignoreInitial: true,
      depth: 16,
      followSymlinks: false,
      ignored: /[/\\](__pycache__|node_modules|\.git)$/,
    });
    watchers.set(path, { watcher, identity });
    // A watcher says nothing of what changed before it stood everywhere, so that it stands is news as well.
    watcher.on("ready", tell).on("all", (event) => {
      if (event !== "change") changed.add(path);
      tell();
    });
    // What takes its place, however soon, is another one and gets a watcher of its own at the next look.
    watcher.on("unlinkDir", (removed) => removed === path && end(path, watcher));
    watcher.on("unlink", (removed) => removed === path && end(path, watcher));
    // Where the system gives no news (too many folders, some network drives) listeners look for themselves.
    watcher.on("error", () => {
      isTrusted = false;
    });
  };

  const look = async (): Promise<void> => {
    const there = await findThere(paths);
    if (isOver) return;
    // Something else may have come in its place so soon that its watcher never saw it go, and hears nothing of what is there now.
    const gone = [...watchers].filter(
      ([path, { identity }]) => there.get(path) !== identity || changed.has(path),
    );
    changed.clear();
    for (const [path, { watcher }] of gone) end(path, watcher);
    const fresh = [...there].filter(([path]) => !watchers.has(path));
    for (const [path, identity] of fresh) begin(path, identity);
    if (fresh.length + gone.length > 0 || !isTrusted) tell();
  };

  return {
    async again(): Promise<void> {
      if (isLooking) return;
      isLooking = true;
      await look().finally(() => {
        isLooking = false;
      });
    },
    async end(): Promise<void> {
      isOver = true;
      await Promise.all([...watchers.values()].map(({ watcher }) => watcher.close()));
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
