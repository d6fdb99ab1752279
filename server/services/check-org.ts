import { isSeat } from "../contract/agent-model.ts";
import type { OrgCheck, SkillSummary } from "../contract/api.ts";
import type { McpServerSummary } from "../contract/mcp-servers.ts";
import type { Agent, OrgDocument } from "../contract/org-document.ts";
import { directChildren, findOrgProblems, type OrgProblem } from "../contract/org-graph.ts";
import type { ProviderSummary } from "../contract/provider.ts";
import { findWiderRights } from "./find-wider-rights.ts";

/** What an org may refer to, as it is now. */
export interface OrgSurroundings {
  readonly providers: readonly ProviderSummary[];
  readonly skills: readonly SkillSummary[];
  readonly servers: readonly McpServerSummary[];
}

/**
 * Problems of the drawing and rights that grow on the way down, plus problems of what it refers to: models without a key,
 * unknown skills, servers that fail.
 */
export function checkOrg(document: OrgDocument, surroundings: OrgSurroundings): OrgCheck {
  const providers = new Map(surroundings.providers.map((provider) => [provider.id, provider]));
  const skills = new Map(surroundings.skills.map((skill) => [skill.name, skill]));
  const servers = new Map(surroundings.servers.map((server) => [server.name, server]));
  return [
    ...findOrgProblems(document),
    ...findWiderRights(document),
    ...document.agents.flatMap((agent) => [
      ...checkModel(agent, providers),
      ...checkSeat(agent, document),
      ...agent.skills.flatMap((name) => checkSkill(agent, name, skills.get(name))),
      ...agent.mcp.flatMap((grant) => checkServer(agent, grant.server, servers.get(grant.server))),
    ]),
  ];
}

function warning(agent: Agent, message: string): OrgProblem {
  return { level: "warning", message, agentId: agent.id };
}

function broken(agent: Agent, message: string): OrgProblem {
  return { ...warning(agent, message), isBroken: true };
}

function checkModel(agent: Agent, providers: ReadonlyMap<string, ProviderSummary>): readonly OrgProblem[] {
  const provider = providers.get(agent.model.provider);
  if (!provider)
    return [
      broken(
        agent,
        `${agent.name} uses the provider ${agent.model.provider}, which is not set up. Add it in Settings.`,
      ),
    ];
  if (provider.source !== "built-in" && provider.problem !== null)
    return [broken(agent, `${agent.name} uses ${provider.name}. ${provider.problem}`)];
  if (!provider.isReady)
    return [broken(agent, `${agent.name} uses ${provider.name}, which has no key. Add it in Settings.`)];
  return checkModelName(agent, provider);
}

/** A provider without a list may offer anything; one that has a list may still know more, so that nothing is held up. */
function checkModelName(agent: Agent, { name, models, source }: ProviderSummary): readonly OrgProblem[] {
  if (models.length === 0 || models.includes(agent.model.model)) return [];
  const words = `${agent.name} uses the model ${agent.model.model}, which ${name} does not list.`;
  const remedy = source === "built-in" ? "Choose another." : "Choose another, or add it in Settings.";
  return [warning(agent, `${words} ${remedy}`)];
}

/** A person answers for themselves: nothing that a seat is given goes on to agents below it. */
function checkSeat(agent: Agent, document: OrgDocument): readonly OrgProblem[] {
  if (!isSeat(agent)) return [];
  const [below] = directChildren(document, agent.id);
  return below
    ? [warning(agent, `${agent.name} is a person's seat and hands nothing on to ${below.name}.`)]
    : [];
}

function checkSkill(agent: Agent, name: string, skill: SkillSummary | undefined): readonly OrgProblem[] {
  if (!skill)
    return [
      broken(
        agent,
        `${agent.name} has the skill ${name}, which is not there. Drop its folder in, or take it away.`,
      ),
    ];
  return skill.isUsable
    ? []
    : [broken(agent, `${agent.name} has the skill ${name}, which does not load. See Skills.`)];
}

function checkServer(
  agent: Agent,
  name: string,
  server: McpServerSummary | undefined,
): readonly OrgProblem[] {
  if (!server)
    return [
      broken(agent, `${agent.name} has the MCP server ${name}, which is not connected. Add it under MCP.`),
    ];
  if (server.status === "failing")
    return [broken(agent, `${name} does not answer: ${server.error ?? "its last test failed"}. See MCP.`)];
  return server.status === "untested"
    ? [warning(agent, `${name} was never tested, so its tools are not known. Test it under MCP.`)]
    : [];
}
