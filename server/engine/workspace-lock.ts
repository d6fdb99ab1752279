import { once } from "../contract/once.ts";
import type { WorkspaceLock } from "./steps/share-workspace.ts";

/** A place in line among the sessions of this process. Free workspaces take no memory. */
export interface WorkspaceQueue {
  /** As `WorkspaceLock.enter`, with how to leave. */
  enter(workspace: string, signal: AbortSignal): Promise<() => void>;
}

/** The lock of a process that nobody else works beside. */
export function createWorkspaceLock(queue = createWorkspaceQueue()): WorkspaceLock {
  return { enter: async (workspace, signal) => ({ leave: await queue.enter(workspace, signal) }) };
}

export function createWorkspaceQueue(): WorkspaceQueue {
  /** For each workspace in use, those who wait for it; its holder is not among them. */
  const queues = new Map<string, (() => void)[]>();

  function leave(workspace: string): void {
    const next = queues.get(workspace)?.shift();
    if (next) next();
    else queues.delete(workspace);
  }

  return {
    enter(workspace, signal) {
      const left = once(() => leave(workspace));
      if (signal.aborted) return Promise.reject(signal.reason);
      const queue = queues.get(workspace);
      if (!queue) {
        queues.set(workspace, []);
        return Promise.resolve(left);
      }
      const { promise, resolve, reject } = Promise.withResolvers<() => void>();
      const start = (): void => {
        signal.removeEventListener("abort", giveUp);
        resolve(left);
      };
      const giveUp = (): void => {
        const place = queue.indexOf(start);
        if (place >= 0) queue.splice(place, 1);
        reject(signal.reason);
      };
      signal.addEventListener("abort", giveUp, { once: true });
      queue.push(start);
      return promise;
    },
  };
}
