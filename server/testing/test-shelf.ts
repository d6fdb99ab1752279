import { createWorkspaceShelf, type WorkspaceShelf } from "../tools/builtin/files/workspace-shelf.ts";

/** Workspaces in a folder, which begin empty. */
export function createTestShelf(folder: string): WorkspaceShelf {
  return createWorkspaceShelf(folder, {
    forkedFrom: async () => undefined,
    readAttachment: async () => new Uint8Array(),
  });
}
