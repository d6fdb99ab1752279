import { realpath } from "node:fs/promises";
import { join } from "node:path";
import { walkFiles } from "./walk-files.ts";
import { type FileFacts, openWorkspace, type Workspace } from "./workspace.ts";

/** How many files are listed. */
const MOST = 500;

export interface SeenFile extends FileFacts {
  /** Below the workspace, with `/`. */
  readonly path: string;
}

/** What people see of workspaces: the same files as agents, behind the same guard. */
export interface WorkspaceWindow {
  /** By path, 500 at most; undefined when there is no such workspace here. */
  list(name: string): Promise<{ readonly files: readonly SeenFile[]; readonly isCut: boolean } | undefined>;
  /** Undefined when there is no such file, or none that is shown. */
  read(name: string, path: string): Promise<Uint8Array | undefined>;
}

export function createWorkspaceWindow(folder: string): WorkspaceWindow {
  return {
    async list(name) {
      const workspace = await open(folder, name);
      if (workspace === undefined) return undefined;
      const files: SeenFile[] = [];
      const walk = walkFiles(workspace, "", AbortSignal.timeout(10_000));
      for await (const path of walk.files) {
        if (files.length === MOST) return { files, isCut: true };
        const facts = await workspace.facts(path).catch(() => undefined);
        if (facts !== undefined) files.push({ path, ...facts });
      }
      return { files, isCut: walk.isCut() };
    },
    async read(name, path) {
      const workspace = await open(folder, name);
      if (workspace === undefined) return undefined;
      // Whatever is wrong with it: for people there is no such file.
      return workspace.locate(path).then(
        async (located) => (await workspace.read(located).catch(() => undefined))?.bytes,
        () => undefined,
      );
    },
  };
}

/** Unlike for agents it is not made where it is missing. */
async function open(folder: string, name: string): Promise<Workspace | undefined> {
  const path = await realpath(join(folder, name)).catch(() => undefined);
  return path === undefined ? undefined : openWorkspace(path);
}
