import { createWorkspaceRoom, type WorkspaceLimits } from "../tools/builtin/files/workspace-room.ts";
import { createWorkspaceShelf, type WorkspaceShelf } from "../tools/builtin/files/workspace-shelf.ts";

/** More than a test writes. */
export const ROOMY: WorkspaceLimits = { bytes: 1_000_000_000, files: 100_000 };

/** Workspaces in a folder, which begin empty. */
export function createTestShelf(folder: string, limits: WorkspaceLimits = ROOMY): WorkspaceShelf {
  const beginnings = { forkedFrom: async () => undefined, readAttachment: async () => new Uint8Array() };
  return createWorkspaceShelf(folder, { beginnings, room: createWorkspaceRoom(limits) });
}
