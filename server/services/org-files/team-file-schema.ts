import { z } from "zod";

/**
 * Teams as the older OpenHive wrote them: a team's own file, a team frame and an agent frame to hand on. What is not named
 * here is left behind; nothing is read from the disk that such a file points to.
 */

const names = z.array(z.string().max(255)).max(500).catch([]);
const line = z.string().max(300).catch("");
const place = z.object({ x: z.number(), y: z.number() }).optional().catch(undefined);

const teamAgentSchema = z.object({
  id: z.string().max(200).optional(),
  role: line,
  label: line,
  persona_name: line,
  persona_path: z.string().optional().catch(undefined),
  persona_bundle_key: z.string().optional().catch(undefined),
  system_prompt: z.string().catch(""),
  provider_id: line,
  model: line,
  skills: names,
  position: place,
  max_parallel: z.number().optional().catch(undefined),
});

/** Ends of an edge: ids in a team's own file, places in the list of agents in a frame. */
const end = z.union([z.string(), z.number().int()]);

export const teamSchema = z.object({
  name: line,
  slug: z.string().max(60).optional().catch(undefined),
  agents: z.array(teamAgentSchema).min(1, "a team has agents").max(5_000),
  edges: z
    .array(z.object({ source: end, target: end }))
    .max(5_000)
    .default([]),
  disabled_skills: names,
  allowed_mcp_servers: z.array(z.string().max(64)).max(50).optional().catch(undefined),
  limits: z.unknown().optional(),
});

const head = {
  name: line,
  description: z.string().catch(""),
  persona_assets: z.record(z.string(), z.object({ files: z.record(z.string(), z.string()) })).catch({}),
  data_schema: z.array(z.unknown()).catch([]),
};

export const teamFrameSchema = z.object({ openhive_frame: z.literal(1), ...head, team: teamSchema });
export const agentFrameSchema = z.object({
  openhive_agent_frame: z.literal(1),
  ...head,
  agent: teamAgentSchema,
});

export type TeamAgent = z.output<typeof teamAgentSchema>;
export type Team = z.output<typeof teamSchema>;
/** A team with what travels beside it. */
export interface FramedTeam {
  readonly team: Team;
  readonly name: string;
  readonly description: string;
  readonly assets: z.output<typeof teamFrameSchema>["persona_assets"];
  readonly hasTables: boolean;
}
