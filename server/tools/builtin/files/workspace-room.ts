import { FileProblem } from "./file-problem.ts";
import { type FolderUse, measureFolder } from "./measure-folder.ts";

/** What one workspace may hold. */
export interface WorkspaceLimits {
  readonly bytes: number;
  readonly files: number;
}

/** Keeps workspaces within their limits: asked before something is written, and looked at while commands run. */
export interface WorkspaceRoom {
  readonly limits: WorkspaceLimits;
  /** What is in it now. Never rejects. */
  measure(workspace: string): Promise<FolderUse>;
  /**
   * Does a change that makes the workspace larger by `more`; throws `FileProblem`, and nothing is changed, where there is not
   * enough room. What takes nothing more always fits. Of changes that come together no more are done than fit.
   */
  fill<Done>(workspace: string, more: FolderUse, change: () => Promise<Done>): Promise<Done>;
}

/** Milliseconds for which what was counted is relied on; other processes may write meanwhile. */
const FRESH_MS = 2_000;
/** Counting takes at most this part of the time. */
const SHARE = 20;
/** Workspaces that are remembered. */
const MOST = 500;

interface Known {
  bytes: number;
  files: number;
  readonly until: number;
}

/** A count that goes on, and the changes that it may have passed before they were there. */
interface Count {
  readonly unseen: Set<FolderUse>;
  readonly found: Promise<Known>;
}

export function createWorkspaceRoom(limits: WorkspaceLimits): WorkspaceRoom {
  const known = new Map<string, Known>();
  const counts = new Map<string, Count>();
  const changes = new Map<string, Set<FolderUse>>();

  async function count(workspace: string, unseen: ReadonlySet<FolderUse>): Promise<Known> {
    const start = Date.now();
    const use = await measureFolder(workspace, limits.files);
    const now = Date.now();
    const found = { ...use, until: now + Math.max(FRESH_MS, (now - start) * SHARE) };
    // One of them may count twice until the next count: better than not at all.
    for (const more of unseen) add(found, more);
    known.delete(workspace);
    known.set(workspace, found);
    for (const name of known.keys()) if (known.size > MOST) known.delete(name);
    return found;
  }

  /** Whoever asks while somebody counts gets the same answer. */
  async function measure(workspace: string): Promise<Known> {
    const under = counts.get(workspace) ?? beginCount(workspace);
    try {
      return await under.found;
    } finally {
      if (counts.get(workspace) === under) counts.delete(workspace);
    }
  }

  function beginCount(workspace: string): Count {
    const unseen = new Set(changes.get(workspace));
    const begun = { unseen, found: count(workspace, unseen) };
    counts.set(workspace, begun);
    return begun;
  }

  async function take(workspace: string, more: FolderUse): Promise<void> {
    const before = known.get(workspace);
    const isFresh = before !== undefined && before.until > Date.now();
    let use = isFresh ? before : await measure(workspace);
    // Something may have been removed since.
    if (isFresh && !fits(use, more, limits)) use = await measure(workspace);
    if (!fits(use, more, limits)) throw full(use, limits);
    add(use, more);
    counts.get(workspace)?.unseen.add(more);
    changes.set(workspace, (changes.get(workspace) ?? new Set()).add(more));
  }

  function noteDone(workspace: string, more: FolderUse): void {
    const going = changes.get(workspace);
    going?.delete(more);
    if (going?.size === 0) changes.delete(workspace);
  }

  return {
    limits,
    measure,
    async fill(workspace, more, change) {
      if (more.bytes <= 0 && more.files <= 0) return change();
      await take(workspace, more);
      try {
        return await change();
      } finally {
        noteDone(workspace, more);
      }
    },
  };
}

function fits(use: FolderUse, more: FolderUse, limits: WorkspaceLimits): boolean {
  return (
    (more.bytes <= 0 || use.bytes + more.bytes <= limits.bytes) &&
    (more.files <= 0 || use.files + more.files <= limits.files)
  );
}

function add(use: Known, more: FolderUse): void {
  use.bytes += Math.max(0, more.bytes);
  use.files += Math.max(0, more.files);
}

/** Whether more lies in it than may. */
export function isOverfull(use: FolderUse, limits: WorkspaceLimits): boolean {
  return use.bytes > limits.bytes || use.files > limits.files;
}

/** In a sentence. */
export function describeRoom(use: FolderUse, limits: WorkspaceLimits): string {
  return `The workspace holds ${toMegabytes(use.bytes)} MB in ${use.files} files and folders; it may hold ${toMegabytes(limits.bytes)} MB in ${limits.files}.`;
}

export const MAKE_ROOM =
  "Remove what is no longer needed (caches, builds, node_modules) or write less; a person can raise the limit (OPENHIVE_WORKSPACE_MB, OPENHIVE_WORKSPACE_FILES).";

function full(use: FolderUse, limits: WorkspaceLimits): FileProblem {
  return new FileProblem(
    "limit_reached",
    `Nothing was written: there is not enough room. ${describeRoom(use, limits)}`,
    MAKE_ROOM,
  );
}

function toMegabytes(bytes: number): number {
  return Math.round(bytes / 100_000) / 10;
}
