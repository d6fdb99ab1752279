import { ownValue } from "../../contract/own-value.ts";
import { fromAgentFile } from "./agent-file.ts";
import { FORMAT, FORMAT_KEY } from "./org-bundle.ts";
import { placeTeam } from "./place-team.ts";
import {
  agentFrameSchema,
  type FramedTeam,
  type Team,
  type TeamAgent,
  teamFrameSchema,
  teamSchema,
} from "./team-file-schema.ts";
import { toTree } from "./to-tree.ts";

/** A team of the older format as an org: what `org.yaml` would say of it, and in plain words what could not be taken along. */
export interface ConvertedTeam {
  readonly value: Readonly<Record<string, unknown>>;
  readonly left: readonly string[];
}

/**
 * Reads a team or a frame that the older OpenHive wrote; undefined for what is none of them. Throws a `ZodError` for one that
 * cannot be used. Nothing is trusted: the org that comes out is checked like any other.
 */
export function fromTeamFile(value: unknown): ConvertedTeam | undefined {
  const framed = readFrame(value);
  if (!framed) return undefined;
  const { team, name, description } = framed;
  const tree = toTree(team);
  const positions = placeTeam(team.agents, tree.lines);
  const agents = team.agents.map((agent, index) => toAgent(framed, agent, index));
  const org = {
    [FORMAT_KEY]: FORMAT,
    ...(isSlug(team.slug) ? { slug: team.slug } : {}),
    name: (name || team.name || "Imported team").slice(0, 80),
    description: description.slice(0, 500),
    agents: agents.map(({ fields }, index) => ({ ...fields, position: positions[index] })),
    lines: tree.lines.map(({ parent, child }, index) => ({
      id: `l${index + 1}`,
      parentId: idAt(parent),
      childId: idAt(child),
    })),
  };
  const left = [
    ...agents.flatMap((agent) => agent.left),
    ...tree.left,
    ...(framed.hasTables ? ["Its tables (data_schema) are not taken along."] : []),
    ...(team.limits === undefined ? [] : ["Its limits are counted otherwise here and are not taken along."]),
  ];
  return { value: org, left };
}

function readFrame(value: unknown): FramedTeam | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  if ("openhive_frame" in value) {
    const { team, name, description, persona_assets, data_schema } = teamFrameSchema.parse(value);
    return { team, name, description, assets: persona_assets, hasTables: data_schema.length > 0 };
  }
  if ("openhive_agent_frame" in value) {
    const { agent, name, description, persona_assets } = agentFrameSchema.parse(value);
    const team = teamSchema.parse({ name, agents: [agent] });
    return { team, name, description, assets: persona_assets, hasTables: false };
  }
  if (!("edges" in value && "agents" in value && "entry_agent_id" in value)) return undefined;
  return { team: teamSchema.parse(value), name: "", description: "", assets: {}, hasTables: false };
}

function toAgent(framed: FramedTeam, agent: TeamAgent, index: number) {
  const { team, assets } = framed;
  const name = (agent.persona_name || agent.label || agent.role || `Agent ${index + 1}`).trim().slice(0, 80);
  const persona = readPersona(ownValue(assets, agent.persona_bundle_key ?? "")?.files["AGENT.md"]);
  const mcp = team.allowed_mcp_servers
    ? persona.mcp.filter((server) => team.allowed_mcp_servers?.includes(server))
    : persona.mcp;
  const skills = [...new Set([...agent.skills, ...persona.skills])];
  const isElsewhere = agent.persona_path !== undefined && persona.text === "";
  return {
    fields: {
      id: idAt(index),
      name,
      role: agent.role.slice(0, 200),
      persona: [agent.system_prompt.trim(), persona.text].filter(Boolean).join("\n\n"),
      ...(agent.provider_id !== "" && agent.model !== ""
        ? { model: { provider: agent.provider_id.slice(0, 64), model: agent.model.slice(0, 200) } }
        : {}),
      skills: skills.filter((skill) => skill !== "" && !team.disabled_skills.includes(skill)),
      mcp: mcp.map((server) => ({ server })),
      ...(agent.max_parallel === undefined
        ? {}
        : { limits: { maxParallel: toParallel(agent.max_parallel) } }),
    },
    left: isElsewhere ? [`The persona of ${name} stands in a file of its own and was not read.`] : [],
  };
}

/** An agent's file in a frame: its text, and what its first lines grant. */
function readPersona(file: string | undefined) {
  if (file === undefined) return { text: "", skills: [], mcp: [] };
  const read = fromAgentFile("AGENT.md", file);
  if ("problems" in read) return { text: file.trim(), skills: [], mcp: [] };
  const fields = read.source.value as Readonly<Record<string, unknown>>;
  const persona = fields["persona"];
  return {
    text: typeof persona === "string" ? persona.trim() : "",
    skills: toNames(fields["skills"]),
    mcp: toNames(fields["mcp"] ?? fields["mcp_servers"]).slice(0, 50),
  };
}

function toNames(value: unknown): readonly string[] {
  if (!Array.isArray(value)) return [];
  return value.filter((name): name is string => typeof name === "string" && name !== "");
}

function toParallel(wanted: number): number {
  return Math.min(20, Math.max(1, Math.trunc(wanted)));
}

function isSlug(slug: Team["slug"]): boolean {
  return slug !== undefined && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(slug);
}

function idAt(index: number): string {
  return `a${index + 1}`;
}
