import { modelOf } from "../contract/agent-model.ts";
import type { AgentRights, PassedLine, RightTool } from "../contract/agent-rights.ts";
import { AppError } from "../contract/app-error.ts";
import type { OrgDocument } from "../contract/org-document.ts";
import type { EffectiveTool } from "../contract/tool-array.ts";
import type { Database } from "../store/database.ts";
import type { OrgVersionCache } from "../store/orgs/org-version-cache.ts";
import { listGrants } from "../store/rules/grant-store.ts";
import { findSessionPlace } from "../store/sessions/find-session-place.ts";
import { type ArrayDeps, effectiveToolsOf, toScope } from "./effective-tools.ts";

export interface ReadRightsDeps extends ArrayDeps {
  readonly database: Database;
  readonly versions: OrgVersionCache;
}

/** What the agent of a session may do, by the drawing its run is pinned to and the rules that hold now. Throws `not_found`. */
export async function readRights(
  deps: ReadRightsDeps,
  session: { readonly runId: string; readonly sessionId: string },
): Promise<AgentRights> {
  const place = await findSessionPlace(deps.database, session);
  if (!place) throw new AppError("not_found", "There is no such session.");
  const { agentId, agentName, depth, orgId, requestTools, modelOverride } = place;
  const document = await deps.versions.read(orgId, place.orgVersion);
  const agent = document.agents.find(({ id }) => id === agentId);
  const scope = toScope(document, agentId, {
    depth,
    request: requestTools ?? undefined,
    provider: agent && modelOf(agent, modelOverride).provider,
  });
  const [tools, grants] = await Promise.all([effectiveToolsOf(deps, scope), listGrants(deps.database)]);
  return {
    agentName,
    tools: tools.map(toRight),
    lines: linesAbove(document, agentId),
    request: requestTools,
    grants: grants.filter(
      (grant) =>
        grant.orgId === orgId &&
        (grant.agentId === null || grant.agentId === agentId) &&
        (grant.runId === null || grant.runId === session.runId),
    ),
  };
}

function toRight(tool: EffectiveTool): RightTool {
  const { name, origin, reason, isEnabled, isRefused, isSentFromStart, flags, steps } = tool;
  return { name, origin, reason, isEnabled, isRefused, isSentFromStart, flags, steps };
}

function linesAbove({ agents, lines }: OrgDocument, agentId: string): readonly PassedLine[] {
  const names = new Map(agents.map(({ id, name }) => [id, name]));
  const above = new Map(lines.map((line) => [line.childId, line]));
  const found: PassedLine[] = [];
  for (let line = above.get(agentId); line && found.length < above.size; line = above.get(line.parentId)) {
    const { parentId, childId, tools } = line;
    const parentName = names.get(parentId) ?? parentId;
    found.unshift({ parentName, childName: names.get(childId) ?? childId, tools: tools ?? null });
  }
  return found;
}
