import { type FSWatcher, watch } from "chokidar";

export interface FolderWatcher {
  /** Calls the listener at most every 100 ms while files change. Returns the way to stop. */
  subscribe(listener: () => void): () => void;
  close(): Promise<void>;
}

/** Watches folders while, and only while, somebody listens. */
export function watchFolders(paths: readonly string[]): FolderWatcher {
  const listeners = new Set<() => void>();
  let watcher: FSWatcher | undefined;
  let timer: NodeJS.Timeout | undefined;

  const tell = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      for (const listener of listeners) listener();
    }, 100).unref();
  };

  const close = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    const open = watcher;
    watcher = undefined;
    await open?.close();
  };

  return {
    close,
    subscribe(listener) {
      listeners.add(listener);
      if (!watcher) {
        watcher = watch([...paths], {
          ignoreInitial: true,
          depth: 6,
          followSymlinks: false,
          ignored: /[/\\](__pycache__|node_modules)$/,
        });
        // A watcher that fails (too many files) costs only the news; the catalogue looks for itself.
        watcher.on("all", tell).on("error", () => undefined);
      }
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) void close();
      };
    },
  };
}
