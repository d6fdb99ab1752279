import { access } from "node:fs/promises";
import { join } from "node:path";
import type { ToolContext } from "../../../engine/tool.ts";
import { isHidden } from "./hidden-paths.ts";
import { walkFiles } from "./walk-files.ts";
import { openWorkspace, type Workspace } from "./workspace.ts";
import type { WorkspaceBeginnings } from "./workspace-beginnings.ts";
import type { WorkspaceRoom } from "./workspace-room.ts";

/** Bytes of what a forked run begins with; what is over is not copied. */
const MOST_BYTES = 200_000_000;

export interface Filling {
  /** Has the workspaces. */
  readonly folder: string;
  readonly target: string;
  readonly beginnings: WorkspaceBeginnings;
  readonly room: WorkspaceRoom;
}

/** Puts into a run's new workspace what it begins with. */
export async function fillWorkspace(
  { folder, target, beginnings, room }: Filling,
  { runId, scope, signal }: ToolContext,
): Promise<void> {
  const workspace = await openWorkspace(target, room);
  const origin = await beginnings.forkedFrom(runId);
  const other = origin === undefined ? undefined : join(folder, `run-${origin}`);
  if (other !== undefined && (await isThere(other)))
    return copyFiles({ from: await openWorkspace(other), to: workspace, room }, signal);
  for (const { artifactId, name } of scope.attachments) {
    const plain = name.replaceAll(/[/\\\p{Control}]/gu, "_");
    if (isHidden(plain) || /^\.{0,2}$/.test(plain)) continue;
    await workspace.replace(plain, {
      bytes: Buffer.from(await beginnings.readAttachment(artifactId)),
      mode: 0o644,
    });
  }
}

interface Copying {
  readonly from: Workspace;
  readonly to: Workspace;
  readonly room: WorkspaceRoom;
}

/** What tools see of the files, through the same guard that they go through. */
async function copyFiles({ from, to, room }: Copying, signal: AbortSignal): Promise<void> {
  let left = Math.min(MOST_BYTES, room.limits.bytes);
  for await (const path of walkFiles(from, "", signal).files) {
    const file = await from.read(path).catch(() => undefined);
    if (file === undefined || file.bytes.length > left) continue;
    left -= file.bytes.length;
    await to.replace(path, file);
  }
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
