import { randomUUID } from "node:crypto";
import { mkdir, realpath, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { codeOf } from "../../../contract/error-code.ts";
import type { ToolContext } from "../../../engine/tool.ts";
import { workspaceName } from "../../../engine/workspace-name.ts";
import { fillWorkspace } from "./fill-workspace.ts";
import { OWN_PREFIX } from "./hidden-paths.ts";
import type { WorkspaceBeginnings } from "./workspace-beginnings.ts";
import type { WorkspaceRoom } from "./workspace-room.ts";

/** The folders that agents work in. */
export interface WorkspaceShelf {
  /** The real path of the call's workspace, which is made when it is first asked for. */
  open(context: ToolContext): Promise<string>;
  /** What each may hold. */
  readonly room: WorkspaceRoom;
}

/** Folders that are being filled. */
export const NEW_PREFIX = ".new-";

/**
 * The workspaces of one data folder: one for each run, and one for each org whose runs share theirs. A run's begins with what
 * was attached to the run, or with what the run had that it was forked from; it appears filled or not at all.
 */
export function createWorkspaceShelf(
  folder: string,
  { beginnings, room }: Pick<Place, "beginnings" | "room">,
): WorkspaceShelf {
  const making = new Map<string, Promise<string>>();
  return {
    room,
    async open(context) {
      const name = workspaceName(context);
      const found = await realpath(join(folder, name)).catch(() => undefined);
      if (found !== undefined) return found;
      const made = making.get(name) ?? make({ folder, name, beginnings, room }, context);
      making.set(name, made);
      try {
        return await made;
      } finally {
        making.delete(name);
      }
    },
  };
}

interface Place {
  readonly folder: string;
  readonly name: string;
  readonly beginnings: WorkspaceBeginnings;
  readonly room: WorkspaceRoom;
}

async function make({ folder, name, beginnings, room }: Place, context: ToolContext): Promise<string> {
  const path = join(folder, name);
  const unfinished = join(folder, `${NEW_PREFIX}${randomUUID()}`);
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  try {
    // Never empty, so that another process that makes it as well cannot put its own in the place of this one.
    await writeFile(join(unfinished, OWN_PREFIX), "");
    if (name !== context.scope.orgId)
      await fillWorkspace({ folder, target: unfinished, beginnings, room }, context);
    await rename(unfinished, path).catch((error: unknown) => {
      if (!["ENOTEMPTY", "EEXIST"].includes(codeOf(error))) throw error;
    });
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  return realpath(path);
}
