import { z } from "zod";
import type { Json } from "./json.ts";

export const AUDIT_KINDS = ["approval", "refusal", "grant", "toolbox", "policy", "secret"] as const;

/** Who allowed, refused or changed what, and when. Written once, never changed, but that refusals that come again are counted. */
export interface AuditEntry {
  readonly id: string;
  readonly at: string;
  /** A decision about a call, by a person or the clock; a call that was refused without asking; a lasting permission that was given, used or taken back; a toolbox or the policy that was changed; a secret that was changed or handed to a tool. */
  readonly kind: (typeof AUDIT_KINDS)[number];
  /** Who: a person at a page or a terminal, an agent, the clock. */
  readonly actor: string;
  readonly subject: string;
  readonly decision: string | null;
  readonly runId: string | null;
  readonly sessionId: string | null;
  readonly agentName: string | null;
  /** Names of the agents from the lead to the one that called. */
  readonly chain: readonly string[];
  readonly tool: string | null;
  /** SHA-256 of the tool and its arguments. */
  readonly digest: string | null;
  /** The arguments, or what was there before and after. */
  readonly detail: Json | null;
  /** How often it happened: more than once for refusals alone. */
  readonly count: number;
  /** When it happened last; null: once. */
  readonly lastAt: string | null;
}

export const auditFilterInput = z.object({
  kind: z.enum(["all", ...AUDIT_KINDS]).default("all"),
  runId: z.uuid().optional(),
  limit: z.number().int().min(1).max(1_000).default(100),
  /** Id of the last entry of the page before. */
  before: z.uuid().optional(),
  /** The same, as pages that scroll on say it. */
  cursor: z.uuid().nullish(),
});
export type AuditFilter = z.output<typeof auditFilterInput>;

export interface AuditPage {
  readonly entries: readonly AuditEntry[];
  readonly nextBefore: string | null;
}
