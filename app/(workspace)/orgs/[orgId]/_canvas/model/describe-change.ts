import type { Agent, OrgDocument } from "@/server/contract/org-document.ts";
import type { AgentVersion } from "./merge-documents.ts";
import { plural } from "./plural.ts";

/** A part of an agent: its name, and what one version has there, in a few words. */
interface AgentPart {
  readonly name: string;
  readonly key: keyof Agent;
  readonly say: (agent: Agent) => string;
}

const list = (names: readonly string[]): string => (names.length === 0 ? "none" : names.join(", "));
const quote = (text: string): string =>
  text === "" ? "empty" : `“${text.length > 60 ? `${text.slice(0, 59)}…` : text}”`;

const parts: readonly AgentPart[] = [
  { name: "name", key: "name", say: (agent) => quote(agent.name) },
  { name: "role", key: "role", say: (agent) => quote(agent.role) },
  { name: "persona", key: "persona", say: (agent) => quote(agent.persona.replaceAll(/\s+/g, " ").trim()) },
  { name: "icon", key: "icon", say: (agent) => agent.icon },
  {
    name: "place",
    key: "position",
    say: (agent) => `${Math.round(agent.position.x)}, ${Math.round(agent.position.y)}`,
  },
  { name: "model", key: "model", say: (agent) => `${agent.model.provider}/${agent.model.model}` },
  { name: "skills", key: "skills", say: (agent) => list(agent.skills) },
  {
    name: "MCP servers",
    key: "mcp",
    say: (agent) =>
      list(
        agent.mcp.map((grant) =>
          grant.tools ? `${grant.server} (${plural(grant.tools.length, "tool")})` : grant.server,
        ),
      ),
  },
  { name: "switched-off tools", key: "disabledTools", say: (agent) => list(agent.disabledTools) },
  {
    name: "limits",
    key: "limits",
    say: (agent) =>
      Object.values(agent.limits)
        .filter((limit) => typeof limit === "number")
        .join(" / "),
  },
];

function changedParts(one: Agent, other: Agent): readonly AgentPart[] {
  return parts.filter(({ key }) => JSON.stringify(one[key]) !== JSON.stringify(other[key]));
}

/** Which parts of an agent two versions disagree on: "persona, model". */
export function describeChange(mine: AgentVersion, theirs: AgentVersion): string {
  if (!mine.agent || !theirs.agent) return mine.agent ? "only yours has it" : "only theirs has it";
  const names = changedParts(mine.agent, theirs.agent).map((part) => part.name);
  if (mine.parentId !== theirs.parentId) names.push("reporting line");
  else if (names.length === 0) names.push("limits of its line");
  return names.join(", ");
}

/** What one version has where it differs from the other: `role “Reads”, reports to Lead`. */
export function describeSide(side: AgentVersion, other: AgentVersion, document: OrgDocument): string {
  if (!side.agent) return "not there";
  const parent = document.agents.find((agent) => agent.id === side.parentId)?.name ?? "nobody";
  if (!other.agent)
    return [side.agent.role, `reports to ${parent}`].filter((words) => words !== "").join(", ");
  const { agent } = side;
  const words = changedParts(agent, other.agent).map((part) => `${part.name} ${part.say(agent)}`);
  if (side.parentId !== other.parentId) words.push(`reports to ${parent}`);
  return words.length === 0 ? "its own limits on the line" : words.join(", ");
}
