import type { EnvironmentFolders } from "./environment-folders.ts";
import type { InstallOptions } from "./install-options.ts";
import { makeEnvironment } from "./make-environment.ts";

/** How an installation stands that is not finished. */
export interface InstallProgress {
  readonly state: "preparing" | "failed";
  /** The step that is under way, or what went wrong and what to do. */
  readonly message: string;
}

/** Installs one environment after the other. */
export interface InstallQueue {
  /** Resolves when it is over, well or not; asking again meanwhile joins in. Does nothing where nothing may be installed. */
  install(key: string, requirements: readonly string[]): Promise<void>;
  /** Undefined when there is nothing to tell: never begun, or done. */
  progress(key: string): InstallProgress | undefined;
  /** Keys that wait or are under way. */
  busy(): readonly string[];
  /** Tells of each step. Returns the way to stop. */
  subscribe(listener: () => void): () => void;
  /** Ends what is under way. */
  close(): Promise<void>;
}

export function createInstallQueue(folders: EnvironmentFolders, options: InstallOptions): InstallQueue {
  const { mode } = options;
  const progress = new Map<string, InstallProgress>();
  const underWay = new Map<string, Promise<void>>();
  const listeners = new Set<() => void>();
  const closing = new AbortController();
  let last: Promise<void> = Promise.resolve();

  const note = (key: string, now: InstallProgress | undefined): void => {
    if (now) progress.set(key, now);
    else progress.delete(key);
    for (const listener of listeners) listener();
  };
  const make = async (key: string, requirements: readonly string[]): Promise<void> => {
    if (mode === "off" || (await folders.isReady(key))) return note(key, undefined);
    const onStep = (message: string): void => note(key, { state: "preparing", message });
    onStep("Making the environment");
    try {
      const { signal } = closing;
      await folders.fill(key, (folder) =>
        makeEnvironment({ ...options, mode }, { folder, requirements, signal, onStep }),
      );
      note(key, undefined);
    } catch (error) {
      note(key, { state: "failed", message: error instanceof Error ? error.message : String(error) });
    }
  };

  return {
    install(key, requirements) {
      const known = underWay.get(key);
      if (known !== undefined) return known;
      note(key, { state: "preparing", message: "Waits for its turn" });
      const started = last.then(() => make(key, requirements)).finally(() => underWay.delete(key));
      underWay.set(key, started);
      last = started;
      return started;
    },
    progress: (key) => progress.get(key),
    busy: () => [...underWay.keys()],
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async close() {
      closing.abort();
      await Promise.allSettled(underWay.values());
    },
  };
}
