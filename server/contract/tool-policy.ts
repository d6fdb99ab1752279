import { z } from "zod";
import { ratesSchema } from "./rates.ts";

/**
 * Who may call what, as people write it down. An entry of a list is the name of a tool, `group:` and the name of a group, or
 * `*` for every tool. An absent or empty `allow` restricts nothing.
 */
const entry = z
  .string()
  .trim()
  .min(1)
  .max(128)
  .regex(/^(\*|(group:)?[A-Za-z0-9_:.-]+)$/, "A tool's name, group:NAME, or *");
export const toolListSchema = z.array(entry).max(500);

export const TOOL_PROFILES = ["full", "coding", "messaging", "minimal"] as const;
export type ToolProfile = (typeof TOOL_PROFILES)[number];

const lists = {
  allow: toolListSchema.optional(),
  deny: toolListSchema.optional(),
  /** Gives back what the steps and deny lists before it took away; never more than was granted. */
  alsoAllow: toolListSchema.optional(),
};

/** What holds for calls while one model provider is at work, by the provider's id. */
const byProvider = z.record(
  z.string().min(1).max(64),
  z.strictObject({ profile: z.enum(TOOL_PROFILES).optional(), allow: toolListSchema.optional() }),
);

/** How calls are put to people that run a program, or that a rule names. */
export const approvalRulesSchema = z.strictObject({
  /** `deny`: none runs. `allowlist`: what the list names. `full`: all may. */
  security: z.enum(["deny", "allowlist", "full"]).default("full"),
  /** When a person is asked: never, for what is not on the list, each time. */
  ask: z.enum(["off", "on-miss", "always"]).default("off"),
  /** Patterns of programs or whole commands that need no question; `*` stands for anything but a slash. */
  allowlist: z.array(z.string().min(1).max(500)).max(500).default([]),
  /** Tools that are handled like programs although they are none. */
  tools: toolListSchema.default([]),
  /** What becomes of a call that may destroy something. */
  destructive: z.enum(["ask", "allow", "deny"]).default("ask"),
});
export type ApprovalRules = z.output<typeof approvalRulesSchema>;

/** What an agent, or an org for all its agents, adds. */
export const scopedPolicySchema = z.strictObject({
  ...lists,
  byProvider: byProvider.optional(),
  /** Limits of calls in time. Those of providers count in the rules for everybody alone. */
  rates: ratesSchema.optional(),
});
export type ScopedPolicy = z.output<typeof scopedPolicySchema>;

/** What holds for every agent of this installation. */
export const globalPolicySchema = z.strictObject({
  profile: z.enum(TOOL_PROFILES).default("full"),
  ...lists,
  byProvider: byProvider.optional(),
  /** Taken from agents that work for other agents, beside the list that always is. */
  subAgentDeny: toolListSchema.default([]),
  /** Taken from agents that may delegate no further. */
  leafDeny: toolListSchema.default([]),
  approvals: approvalRulesSchema.prefault({}),
  rates: ratesSchema.optional(),
});
export type GlobalPolicy = z.output<typeof globalPolicySchema>;
export type GlobalPolicyInput = z.input<typeof globalPolicySchema>;

/** The rules as they shall be. With `base`, the rules that the change began from, they are saved only while those still stand. */
export const saveToolPolicyInput = z.strictObject({
  policy: globalPolicySchema,
  base: globalPolicySchema.optional(),
});
export type SaveToolPolicyInput = z.input<typeof saveToolPolicyInput>;

/** `AppError("conflict").data` of rules that were changed elsewhere: what they are now. Nothing was saved. */
export const toolPolicyConflict = z.object({ policy: globalPolicySchema });
export type ToolPolicyConflict = z.output<typeof toolPolicyConflict>;

export const DEFAULT_POLICY: GlobalPolicy = globalPolicySchema.parse({});
