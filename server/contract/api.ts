import { z } from "zod";
import type { AgentFace } from "./agent-path.ts";
import type { ApprovalRequest } from "./approval.ts";
import type { Budget, Spent } from "./budget.ts";
import { budgetSchema } from "./budget-schema.ts";
import type { AgentId, ArtifactId, OrgId, RunId, SessionId, WaitId } from "./ids.ts";
import type { JsonSchema } from "./json.ts";
import type { Message } from "./message.ts";
import { modelChoiceSchema, type OrgDocument, orgDocumentSchema } from "./org-document.ts";
import type { OrgProblem } from "./org-graph.ts";
import { type Question, type QuestionAnswer, questionAnswerSchema } from "./questions.ts";
import type { RunStatus, SessionOutcome } from "./run-event.ts";
import type { SecretRequest } from "./secrets.ts";
import type { ListedTool } from "./tool-array.ts";
import { toolListSchema } from "./tool-policy.ts";
import type { Usage } from "./usage.ts";

/** What goes over the wire between browser, command line and services: inputs as zod schemas, outputs as types. */

// ---------- orgs

export interface OrgSummary {
  readonly id: OrgId;
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  readonly agentCount: number;
  readonly version: number;
  readonly updatedAt: string;
}

export interface OrgDetail {
  readonly id: OrgId;
  readonly slug: string;
  /** The version the document stands at: hand it back when saving. */
  readonly version: number;
  readonly updatedAt: string;
  readonly document: OrgDocument;
  /** Files that are attached to the next run unless taken off (the example's CSV). */
  readonly sampleFiles: readonly {
    readonly name: string;
    readonly mediaType: string;
    readonly size: number;
  }[];
}

export interface OrgVersionSummary {
  readonly version: number;
  readonly label: string | null;
  readonly createdAt: string;
  readonly agentCount: number;
}

/** Versions that are drawn in small at a time, at most. */
export const SKETCHES_AT_ONCE = 60;
export const sketchOrgsInput = z.object({
  orgs: z.array(z.object({ id: z.uuid(), version: z.number().int().min(1) })).max(SKETCHES_AT_ONCE),
});
export const createOrgInput = z.object({ document: orgDocumentSchema, slug: z.string().optional() });
export const saveOrgInput = z.object({
  orgId: z.string(),
  baseVersion: z.number().int().min(1),
  document: orgDocumentSchema,
});
export const nameVersionInput = z.object({
  orgId: z.string(),
  version: z.number().int().min(1),
  /** Null takes the name away. */
  label: z.string().trim().min(1, "A version needs a name").max(80).nullable(),
});
export type NameVersionInput = z.output<typeof nameVersionInput>;
/** A zip archive of an exported org. */
export const importArchiveInput = z.object({
  /** Base64. */
  archive: z.base64().max(40_000_000, "The archive is larger than an org can be"),
  isDryRun: z.boolean().default(false),
});
export const createFromTemplateInput = z.object({
  template: z.string().max(100),
  name: z.string().trim().min(1, "An org needs a name").max(80).optional(),
  model: modelChoiceSchema.optional(),
});
/** `AppError("conflict").data` of a stale save: nothing was written, both sides are at hand. */
export interface SaveConflict {
  readonly version: number;
  readonly document: OrgDocument;
}

// ---------- runs

const attachmentInput = z.object({
  name: z.string().min(1).max(200),
  mediaType: z.string().max(200).default("application/octet-stream"),
  /** Base64. */
  content: z.string(),
});
export const startRunInput = z.object({
  orgId: z.string(),
  task: z.string().trim().min(1, "Type a task first").max(100_000),
  attachments: z.array(attachmentInput).max(20).default([]),
  /** Names of the org's sample files to attach. */
  sampleFiles: z.array(z.string()).max(20).default([]),
  modelOverride: modelChoiceSchema.optional(),
  /** What the whole run may use. */
  budget: budgetSchema.optional(),
  /** Who gets the task instead of the lead: the run begins at this agent, with those below it. What the lines above it keep from it holds. */
  agentId: z.string().min(1).max(200).optional(),
  /** The tools this request allows, for every agent of the run; absent: all. */
  tools: toolListSchema.optional(),
  /** Nobody is there to be asked: questions and approvals are refused at once. */
  isUnattended: z.boolean().default(false),
});
export type StartRunInput = z.input<typeof startRunInput>;

/** A new run that begins as the run `runId` stood when turn `turn` of one of its sessions began. */
export const forkRunInput = z.object({
  runId: z.string(),
  sessionId: z.string(),
  turn: z.number().int().min(1),
  /** What the agent reads instead of the message that the turn read; where it read results of tools, after them. */
  message: z.string().trim().min(1, "Type a message first").max(100_000).optional(),
  /** What the new run may use, all that it shares included; absent keeps the budget of the run. */
  budget: budgetSchema.optional(),
});
export type ForkRunInput = z.input<typeof forkRunInput>;

export interface RunSummary {
  readonly id: RunId;
  /** The run whose beginning it shares. */
  readonly forkedFrom: RunId | null;
  readonly orgId: OrgId | null;
  readonly orgName: string;
  readonly orgVersion: number;
  /** Name of the agent that got the task; null where it is the lead. */
  readonly fromAgent: string | null;
  /** Who started it, as the audit names people; null where that is not known. */
  readonly startedBy: string | null;
  readonly task: string;
  readonly status: RunStatus;
  readonly error: string | null;
  readonly isScripted: boolean;
  readonly startedAt: string;
  readonly finishedAt: string | null;
  readonly sessionCount: number;
  readonly usage: Usage;
  /** Open questions and approvals. */
  readonly openWaits: number;
  /** The budget it was started with; null where there is none. */
  readonly budget: Budget | null;
  /** Counted as budgets count. */
  readonly spent: Spent;
  /** Small picture of the run: one lane a session (at most 6), spans as fractions 0..1 of the elapsed time, 250 at most. */
  readonly lanes: readonly {
    readonly spans: readonly {
      readonly from: number;
      readonly to: number;
      readonly kind: "model" | "tool" | "wait" | "person" | "failed";
    }[];
  }[];
}

export interface SessionSummary {
  readonly id: SessionId;
  readonly parentId: SessionId | null;
  readonly agentId: AgentId;
  readonly agentName: string;
  readonly depth: number;
  readonly task: string;
  /** `ready`: a worker will take it; `parked`: it waits for agents or a person. */
  readonly status: "ready" | "running" | "parked" | SessionOutcome;
  readonly error: string | null;
}

/** A message of a person to a session at work. */
export const steerInput = z.object({
  runId: z.string(),
  sessionId: z.string(),
  text: z.string().trim().min(1, "Type a message first").max(20_000),
});

export interface RunDetail {
  readonly summary: RunSummary;
  readonly answer: string;
  /** The version the run is pinned to. */
  readonly document: OrgDocument;
}

/** A link that shows one run to whoever has it, for some days. */
export const shareRunInput = z.object({
  runId: z.string(),
  days: z.number().int().min(1).max(90).default(7),
});
export type ShareRunInput = z.input<typeof shareRunInput>;

/** The token is told once, when the link is made: only its hash is kept. */
export interface RunShare {
  readonly id: string;
  readonly createdAt: string;
  readonly expiresAt: string;
}

/** What a link shows besides the run's events. */
export interface SharedRun {
  readonly runId: RunId;
  /** Where agents stand and what they are called; nothing of how they are set up. */
  readonly document: OrgDocument;
  readonly expiresAt: string;
}

/** By what a run list can be sorted. */
export const runSorts = ["state", "task", "time", "tokens", "cost", "by", "started"] as const;
export type RunSort = (typeof runSorts)[number];

export const runFilterInput = z.object({
  status: z.enum(["all", "live", "waiting", "failed", "completed"]).default("all"),
  orgId: z.uuid().optional(),
  search: z.string().max(200).default(""),
  /** Those alone that began in the last so many days. */
  days: z.number().int().min(1).max(3_650).optional(),
  limit: z.number().int().min(1).max(200).default(50),
  /** Over all pages; absent: newest first. */
  order: z.object({ by: z.enum(runSorts), direction: z.enum(["asc", "desc"]) }).optional(),
  /** Id of the last run of the page before. */
  before: z.uuid().optional(),
  /** `false` leaves out the small pictures: they cost more than all the rest, and a list of names shows none. */
  hasLanes: z.boolean().optional(),
});
export type RunFilter = z.output<typeof runFilterInput>;

export interface RunPage {
  readonly runs: readonly RunSummary[];
  readonly total: number;
  readonly counts: {
    readonly all: number;
    readonly live: number;
    readonly waiting: number;
    readonly failed: number;
    readonly completed: number;
  };
  readonly nextBefore: string | null;
}

/** One model call as it was sent. */
export interface TurnSnapshot {
  readonly runId: RunId;
  readonly sessionId: SessionId;
  readonly turn: number;
  readonly sections: readonly PromptSection[];
  readonly tools: readonly ListedTool[];
  /** The transcript before this turn, as it was sent. */
  readonly messages: readonly Message[];
  /** Whether the second message is a summary that stands for older ones: the context was nearly full. */
  readonly isSummarised: boolean;
}

/** A part of the system prompt, labelled by where it came from. */
export interface PromptSection {
  readonly kind: "persona" | "team" | "files" | "catalogue" | "skill" | "budget";
  readonly title: string;
  readonly text: string;
}

// ---------- people

export interface OpenWait {
  readonly id: WaitId;
  readonly kind: "question" | "approval" | "secret";
  readonly runId: RunId;
  readonly sessionId: SessionId;
  readonly orgName: string;
  readonly agentName: string;
  readonly task: string;
  readonly askedAt: string;
  readonly questions: readonly Question[];
  /** There with an approval: what it is about. */
  readonly approval?: ApprovalRequest;
  /** There when a secret is asked for. */
  readonly secret?: SecretRequest;
  /** Names of the agents from the lead to the one that asks; absent where the lead asks. */
  readonly chain?: readonly string[];
  /** The same with their faces, as they were drawn; the asker last, alone where the run began with it. */
  readonly path: readonly AgentFace[];
  /** In a list: the task or the arguments are there by their beginning alone. Whoever decides reads the whole (`waits.get`). */
  readonly isShortened?: true;
}

/** What was asked and is answered: by a person, or by the time that ran out. */
export interface AnsweredWait extends OpenWait {
  readonly answeredAt: string;
  readonly answer: QuestionAnswer;
}

export const answerWaitInput = z.object({ waitId: z.string(), answer: questionAnswerSchema });
/** First answer wins: `isAccepted` is false for everyone after it, who get the winner's answer back. */
export interface AnswerOutcome {
  readonly isAccepted: boolean;
  readonly answer: QuestionAnswer;
}

export interface ArtifactSummary {
  readonly id: ArtifactId;
  readonly name: string;
  readonly mediaType: string;
  readonly size: number;
  readonly isAttachment: boolean;
  readonly createdAt: string;
}

// ---------- skills

/** One thing the skill doctor has to say. `info` needs no mending. */
export interface SkillFinding {
  readonly level: "error" | "warning" | "info";
  readonly rule: string;
  readonly message: string;
  /** Path inside the skill's folder, of a folder with a slash behind it; absent where the folder as a whole is meant. */
  readonly file?: string;
  /** From 1; absent where no single line is meant. */
  readonly line?: number;
  /** What `openhive skills fix` would do about it, as a sentence; absent where a person has to decide. */
  readonly fix?: string;
}
export interface SkillFunction {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  /** Path inside the skill folder. */
  readonly file: string;
  readonly line: number;
}
export interface SkillSummary {
  readonly name: string;
  readonly description: string;
  /** packages/skills or the data folder. */
  readonly root: string;
  readonly revision: string;
  readonly isUsable: boolean;
  readonly findings: readonly SkillFinding[];
  readonly functionCount: number;
  readonly usedBy: number;
  /** Skills of the same name that it stands in for, because its folder comes later; first the one that would be next. */
  readonly hides: readonly HiddenSkill[];
  /** Names that its folder had before, as far as the server saw it renamed: grants may still name them. */
  readonly formerNames?: readonly string[];
}
/** A skill that no agent gets, because another one has its name. */
export interface HiddenSkill {
  readonly root: string;
  /** Absolute path. */
  readonly folder: string;
}
/** An agent of an org's newest drawing that was granted a skill. */
export interface SkillUser {
  readonly orgSlug: string;
  readonly orgName: string;
  readonly agentId: string;
  readonly agentName: string;
}
export interface SkillDetail extends SkillSummary {
  /** What its calls reach because nothing keeps them in, in a sentence; absent where a sandbox does. */
  readonly unguarded?: string;
  /** Absolute path. */
  readonly folder: string;
  /** By org and agent, 200 at most. */
  readonly users: readonly SkillUser[];
  readonly body: string;
  readonly files: readonly { readonly path: string; readonly size: number }[];
  readonly functions: readonly SkillFunction[];
  readonly catalogueTokens: number;
  readonly bodyTokens: number;
  readonly functionTokens: number;
  readonly needsNetwork: boolean;
}

// ---------- health of what an org refers to

/** Problems of the drawing plus those of what it refers to (models, keys, skills, servers). */
export type OrgCheck = readonly OrgProblem[];
