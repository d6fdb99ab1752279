import type { AgentScope, ToolContext } from "./tool.ts";

/** What a call works in, by the name of its folder: the run's own workspace, or the org's where its runs share one. */
export function workspaceName({
  scope,
  runId,
}: Pick<ToolContext, "runId"> & { readonly scope: Pick<AgentScope, "orgId" | "sharesWorkspace"> }): string {
  return scope.sharesWorkspace === true && scope.orgId !== null ? scope.orgId : `run-${runId}`;
}
