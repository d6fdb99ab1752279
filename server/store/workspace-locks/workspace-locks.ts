import { once } from "../../contract/once.ts";
import type { WorkspaceLock } from "../../engine/steps/share-workspace.ts";
import type { WorkspaceQueue } from "../../engine/workspace-lock.ts";
import { acquireWorkspace, releaseWorkspace } from "./acquire-workspace.ts";
import { IDLE, type LockConnection, openLockConnection } from "./lock-connection.ts";

export interface WorkspaceLocksOptions {
  readonly url: string;
  readonly applicationName: string;
  /** Who waits in this process: its first in line alone asks the database. */
  readonly queue: WorkspaceQueue;
  /** Milliseconds without a word after which a holder counts as frozen. Absent: a minute. */
  readonly idle?: number;
}

/** The lock on a workspace over all processes of a database. */
export interface WorkspaceLocks {
  /**
   * For the sessions of a registration as a worker. What an earlier one of this process held is given up: its sessions are others'
   * by now.
   */
  of(worker: number): WorkspaceLock;
  /** Gives everything back that is still held. */
  close(): void;
}

/**
 * One holder of a workspace at a time, whichever process it works in. In a process first come, first served; between processes
 * one waits as the next, whoever comes first, so that none that is busy there keeps the others out.
 *
 * All locks of a process belong to one connection, which is made when the first call needs one. They go with it, however the
 * process ends; a worker that hangs and is given up has its connection ended by whoever waits. A holder whose connection is
 * lost is told by its place's `lost`.
 */
export function createWorkspaceLocks({ queue, ...place }: WorkspaceLocksOptions): WorkspaceLocks {
  const { idle = IDLE } = place;
  let current: OneConnection | undefined;
  return {
    of(worker) {
      current?.close();
      const connection = oneConnection(() => openLockConnection(place, worker));
      current = connection;
      return { enter: (workspace, signal) => enter({ queue, connection, idle }, workspace, signal) };
    },
    close: () => current?.close(),
  };
}

const ALIVE = "select true as is";

interface Desk {
  readonly queue: WorkspaceQueue;
  readonly connection: OneConnection;
  readonly idle: number;
}

async function enter({ queue, connection, idle }: Desk, workspace: string, signal: AbortSignal) {
  const leaveQueue = await queue.enter(workspace, signal);
  try {
    const holding = await acquireWorkspace({ connection: connection.get, workspace, signal });
    const beat = setInterval(() => void holding.ask(ALIVE, []).catch(() => undefined), idle / 3).unref();
    const leave = once(() => {
      clearInterval(beat);
      // The next one here asks behind this on the same connection.
      releaseWorkspace(holding, workspace);
      leaveQueue();
    });
    return { leave, lost: holding.lost };
  } catch (error) {
    leaveQueue();
    throw error;
  }
}

interface OneConnection {
  /** The same for everybody until it is lost, then another. Rejects once it was closed. */
  get(): Promise<LockConnection>;
  close(): void;
}

function oneConnection(open: () => Promise<LockConnection>): OneConnection {
  let opened: Promise<LockConnection> | undefined;
  let isClosed = false;

  async function make(): Promise<LockConnection> {
    const connection = await open();
    connection.lost.addEventListener("abort", forget, { once: true });
    if (isClosed) connection.close();
    return connection;
  }
  function forget(): void {
    opened = undefined;
  }
  return {
    get() {
      if (isClosed) return Promise.reject(new Error("This process does not work as that worker any more."));
      if (!opened) {
        opened = make();
        opened.catch(forget);
      }
      return opened;
    },
    close() {
      isClosed = true;
      opened?.then(
        (connection) => connection.close(),
        () => undefined,
      );
    },
  };
}
