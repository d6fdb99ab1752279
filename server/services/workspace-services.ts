import mime from "mime";
import type { RunDetail } from "../contract/api.ts";
import { AppError } from "../contract/app-error.ts";
import type { OrgId, RunId } from "../contract/ids.ts";
import type { Services } from "../contract/services.ts";
import { workspaceName } from "../engine/workspace-name.ts";
import type { WorkspaceWindow } from "../tools/builtin/files/workspace-window.ts";
import { type GetRunDeps, getRun } from "./get-run.ts";

export interface WorkspaceServicesDeps extends GetRunDeps {
  readonly workspaces: WorkspaceWindow;
}

/** Looking at the files that agents work in. */
export function createWorkspaceServices(
  deps: WorkspaceServicesDeps,
): Pick<Services, "listWorkspace" | "readWorkspaceFile"> {
  return {
    async listWorkspace(runId) {
      const run = await getRun(deps, runId);
      const found = await deps.workspaces.list(nameOf(run));
      const files = (found?.files ?? []).map(({ path, size, changedAt }) => ({
        path,
        size,
        changedAt: changedAt.toISOString(),
      }));
      return { isShared: run.document.workspace === "org", files, isCut: found?.isCut ?? false };
    },
    async readWorkspaceFile(runId, path) {
      const content = await deps.workspaces.read(nameOf(await getRun(deps, runId)), path);
      if (content === undefined) throw new AppError("not_found", "There is no such file.");
      const name = path.split("/").at(-1) ?? path;
      return { name, mediaType: mime.getType(name) ?? "application/octet-stream", content };
    },
  };
}

function nameOf({ summary, document }: RunDetail): string {
  const scope = { orgId: summary.orgId as OrgId, sharesWorkspace: document.workspace === "org" };
  return workspaceName({ scope, runId: summary.id as RunId });
}
