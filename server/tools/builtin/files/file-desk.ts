import { join } from "node:path";
import type { ToolContext } from "../../../engine/tool.ts";
import { createReadLog, type ReadLog } from "./read-log.ts";
import { openWorkspace, type Workspace } from "./workspace.ts";

/** What the file tools share. */
export interface FileDesk {
  readonly log: ReadLog;
  /** The workspace of the call's org; a run without an org has one of its own. */
  open(context: ToolContext): Promise<Workspace>;
  /** The name of a file across workspaces. */
  keyOf(context: ToolContext, located: string): string;
  /** One change of a file at a time in this process, across sessions and runs. */
  alone<Result>(key: string, work: () => Promise<Result>): Promise<Result>;
}

/** @param folder the folder that has a workspace for each org */
export function createFileDesk(folder: string): FileDesk {
  const lines = new Map<string, Promise<unknown>>();
  return {
    log: createReadLog(),
    open: (context) => openWorkspace(join(folder, workspaceName(context))),
    keyOf: (context, located) => `${workspaceName(context)}/${located}`,
    async alone(key, work) {
      const turn = (lines.get(key) ?? Promise.resolve()).then(work, work);
      lines.set(key, turn);
      try {
        return await turn;
      } finally {
        if (lines.get(key) === turn) lines.delete(key);
      }
    },
  };
}

/** The name of the folder that a call works in: one for each org. */
export function workspaceName({ scope, runId }: ToolContext): string {
  return scope.orgId ?? `run-${runId}`;
}
