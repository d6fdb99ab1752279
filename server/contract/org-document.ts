import { z } from "zod";
import { budgetSchema } from "./budget-schema.ts";
import { scopedPolicySchema, toolListSchema } from "./tool-policy.ts";

/**
 * An org as it is drawn: the one form that the canvas edits, the store keeps per version, a run is pinned to
 * and files are exported from. Unknown fields are refused, so that nothing is silently dropped by a save.
 */

const id = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[A-Za-z0-9_-]+$/, "Ids are letters, digits, - and _");
const concurrentSessions = z.number().int().min(1).max(10_000);
const point = z.strictObject({ x: z.number(), y: z.number() });

export const agentLimitsSchema = z.strictObject({
  /** Model calls in one session. */
  maxTurns: z.number().int().min(1).max(200).default(24),
  /** How many levels of delegation may hang below the lead; counted from the run's root. */
  maxDepth: z.number().int().min(0).max(10).default(4),
  /** Delegations from this agent to the same child in one session. */
  maxDelegationsPerChild: z.number().int().min(1).max(50).default(4),
  /** Children at work at the same time for one delegate_parallel call. */
  maxParallel: z.number().int().min(1).max(20).default(4),
  /** Questions to a person in one session. */
  maxQuestions: z.number().int().min(0).max(20).default(4),
  /** Seconds one tool call may take. */
  callTimeoutSeconds: z.number().int().min(1).max(3600).default(120),
  /** What all sessions of this agent may use together in one run. */
  budget: budgetSchema.optional(),
  /** Sessions of this agent at work at the same time, in all runs together; more wait in line. Absent: no limit. */
  maxConcurrentSessions: concurrentSessions.optional(),
});

export const modelChoiceSchema = z.strictObject({
  /** Id of a provider: rehearsal, anthropic, openai, google, openai-compatible, or one added in settings. */
  provider: z.string().min(1).max(64),
  model: z.string().min(1).max(200),
});

const mcpGrantSchema = z.strictObject({
  server: z.string().min(1).max(64),
  /** Original tool names; absent means every tool of the server. */
  tools: z.array(z.string().min(1)).max(500).optional(),
});

export const agentSchema = z.strictObject({
  id,
  name: z.string().trim().min(1, "An agent needs a name").max(80),
  role: z.string().max(200).default(""),
  /** Markdown; becomes the first part of the system prompt. */
  persona: z.string().max(50_000).default(""),
  /** Name of an icon of the interface. */
  icon: z.string().max(40).default("bot"),
  position: point,
  model: modelChoiceSchema.default({ provider: "rehearsal", model: "rehearsal" }),
  skills: z.array(z.string().min(1).max(255)).max(200).default([]),
  mcp: z.array(mcpGrantSchema).max(50).default([]),
  /** Names of tools that are switched off here although something grants them. */
  disabledTools: z.array(z.string().min(1)).max(500).default([]),
  /** Ids of toolboxes: what they list, beside what every agent has. */
  toolboxes: z.array(z.string().min(1).max(64)).max(50).optional(),
  /** Rules about its tools, beside those of the org and the installation. */
  policy: scopedPolicySchema.optional(),
  limits: agentLimitsSchema.prefault({}),
});

export const lineSchema = z.strictObject({
  id,
  parentId: id,
  childId: id,
  /** What everything that is delegated over this line, and further down, may use together in one run. */
  budget: budgetSchema.optional(),
  /** The tools that this line passes on: whoever works below it gets no others. Absent: no limit. */
  tools: toolListSchema.optional(),
  /** Sessions below this line at work at the same time, in all runs together; more wait in line. Absent: no limit. */
  maxConcurrentSessions: concurrentSessions.optional(),
});

export const noteSchema = z.strictObject({
  id,
  text: z.string().max(5_000),
  position: point,
  width: z.number().min(80).max(2_000).default(208),
  height: z.number().min(40).max(2_000).default(96),
});

/** A box around agents and notes that belong together, for people: it is moved as one and nothing else follows from it. */
export const groupSchema = z.strictObject({
  id,
  name: z.string().max(80),
  position: point,
  width: z.number().min(80).max(20_000),
  height: z.number().min(40).max(20_000),
  /** Ids of the agents and notes inside; each is in one group at most. */
  members: z.array(id).max(5_500).default([]),
});

/** Which way an org grows: lines from the lower edge down, or from the right edge to the right. */
const layoutDirectionSchema = z.enum(["down", "right"]);

/** What agents work in: each run in files of its own, or all runs of the org in the same ones. */
const workspaceChoiceSchema = z.enum(["run", "org"]);

export const orgDocumentSchema = z.strictObject({
  name: z.string().trim().min(1, "An org needs a name").max(80),
  description: z.string().max(500).default(""),
  /** The task that is typed into the run box when the org is opened. */
  task: z.string().max(20_000).default(""),
  agents: z.array(agentSchema).max(5_000),
  lines: z.array(lineSchema).max(5_000),
  notes: z.array(noteSchema).max(500).default([]),
  groups: z.array(groupSchema).max(200).default([]),
  /** Absent: down. */
  direction: layoutDirectionSchema.optional(),
  /** Rules about the tools of all its agents. */
  policy: scopedPolicySchema.optional(),
  /** Absent: run. */
  workspace: workspaceChoiceSchema.optional(),
});

export type AgentLimits = z.output<typeof agentLimitsSchema>;
export type ModelChoice = z.output<typeof modelChoiceSchema>;
export type McpGrant = z.output<typeof mcpGrantSchema>;
export type Agent = z.output<typeof agentSchema>;
export type ReportingLine = z.output<typeof lineSchema>;
export type CanvasNote = z.output<typeof noteSchema>;
export type CanvasGroup = z.output<typeof groupSchema>;
export type LayoutDirection = z.output<typeof layoutDirectionSchema>;
export type WorkspaceChoice = z.output<typeof workspaceChoiceSchema>;
export type OrgDocument = z.output<typeof orgDocumentSchema>;
