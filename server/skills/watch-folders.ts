import { type FSWatcher, watch } from "chokidar";

export interface FolderWatcher {
  /** Calls the listener at most every 100 ms while files change. Returns the way to stop. */
  subscribe(listener: () => void): () => void;
  close(): Promise<void>;
}

const TELL_AFTER_MS = 100;
/** How often listeners look for themselves where the system gives no news: too many folders, network drives. */
const POLL_EVERY_MS = 900;

/**
 * Watches folders while, and only while, somebody listens. They need not exist. `paths` is asked again after each change,
 * because a change may be one of settings.
 */
export function watchFolders(paths: () => Promise<readonly string[]>): FolderWatcher {
  const listeners = new Set<() => void>();
  let watcher: FSWatcher | undefined;
  let timer: NodeJS.Timeout | undefined;
  let polling: NodeJS.Timeout | undefined;

  const follow = async (open: FSWatcher): Promise<void> => {
    const wanted = await paths().catch(() => []);
    if (watcher === open) open.add([...wanted]);
  };

  const tell = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      if (watcher) void follow(watcher);
      for (const listener of listeners) listener();
    }, TELL_AFTER_MS).unref();
  };

  const close = async (): Promise<void> => {
    clearTimeout(timer);
    clearInterval(polling);
    timer = undefined;
    polling = undefined;
    const open = watcher;
    watcher = undefined;
    await open?.close();
  };

  const open = (): void => {
    watcher = watch([], {
      ignoreInitial: true,
      depth: 16,
      followSymlinks: false,
      ignored: /[/\\](__pycache__|node_modules|\.git)$/,
    });
    watcher.on("all", tell).on("error", () => {
      polling ??= setInterval(tell, POLL_EVERY_MS).unref();
    });
    void follow(watcher);
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
