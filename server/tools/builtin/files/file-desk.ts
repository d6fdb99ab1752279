import { createInTurns, type InTurns } from "../../../contract/in-turns.ts";
import type { ToolContext } from "../../../engine/tool.ts";
import { workspaceName } from "../../../engine/workspace-name.ts";
import { createReadLog, type ReadLog } from "./read-log.ts";
import { openWorkspace, type Workspace } from "./workspace.ts";
import type { WorkspaceShelf } from "./workspace-shelf.ts";

/** What the file tools share. */
export interface FileDesk {
  readonly log: ReadLog;
  /** The workspace that the call works in. */
  open(context: ToolContext): Promise<Workspace>;
  /** The name of a file across workspaces. */
  keyOf(context: ToolContext, located: string): string;
  /** One change of a file at a time in this process, across sessions and runs. */
  readonly alone: InTurns;
}

export function createFileDesk(shelf: WorkspaceShelf): FileDesk {
  return {
    log: createReadLog(),
    open: async (context) => openWorkspace(await shelf.open(context), shelf.room),
    keyOf: (context, located) => `${workspaceName(context)}/${located}`,
    alone: createInTurns(),
  };
}
