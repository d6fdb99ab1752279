import type { Json } from "./json.ts";
import type { QuestionAnswer } from "./questions.ts";
import type { ToolOrigin } from "./tool-array.ts";

/** What one call would run: what "always" is remembered for. */
export interface CallIdentity {
  /** The resolved path of the program; for a tool that runs none, its origin and name. */
  readonly executable: string;
  /** The form of its arguments; the arguments themselves where a tool knows no form. */
  readonly shape: string;
}

/** What a person is asked to allow: one call with exactly these arguments. */
export interface ApprovalRequest {
  readonly tool: string;
  readonly origin: ToolOrigin;
  readonly input: Json;
  /** SHA-256 of the tool and its arguments, in hex: the approval holds for this and nothing else. */
  readonly digest: string;
  /** In short what it does: the command, or the tool's name. */
  readonly summary: string;
  /** Why it is asked. */
  readonly reason: string;
  /** What the agent said in the turn of the call, on one line and cut: its own words, which nobody checked. Absent: it said nothing. */
  readonly words?: string;
  readonly identities: readonly CallIdentity[];
  /** Whether it may be allowed for good. */
  readonly canRemember: boolean;
  /** How far that may go, narrowest first. Absent in requests that are older than the choice. */
  readonly reaches?: readonly GrantReach[];
  /** Names of the agents from the lead to the one that calls. */
  readonly chain: readonly string[];
  /** ISO 8601: unanswered until then counts as denied. */
  readonly expiresAt: string;
}

export type ApprovalDecision = "once" | "always" | "deny";

/** How far "always" goes: for the agent in this run, for the agent in every run of its org, or for every agent of the org. */
export const grantReaches = ["run", "agent", "org"] as const;
export type GrantReach = (typeof grantReaches)[number];

export const ALLOW_ONCE = "Allow once";
export const ALWAYS_ALLOW = "Always allow";
export const DENY = "Deny";

/** What a person chooses for each reach of "always". */
export const ALWAYS_LABELS: Readonly<Record<GrantReach, string>> = {
  run: "Always allow in this run",
  agent: ALWAYS_ALLOW,
  org: "Always allow every agent",
};

/** Characters of the reason that goes with a no. */
export const MAX_REASON = 2_000;

/** What a person's answer to an approval comes to. Anything but a clear yes is a no. */
export function toDecision(answer: QuestionAnswer): ApprovalDecision {
  const [given] = answer.answers;
  if (given === undefined || given.isSkipped || given.selected.length !== 1) return "deny";
  if (given.selected[0] === ALLOW_ONCE) return "once";
  return toReach(answer) === undefined ? "deny" : "always";
}

/** How far an "always" goes; undefined where the answer is none. */
export function toReach({ answers: [given] }: QuestionAnswer): GrantReach | undefined {
  return grantReaches.find((reach) => ALWAYS_LABELS[reach] === given?.selected[0]);
}

/** How far this request may be allowed for good; nowhere where it may not. */
export function reachesOf({
  canRemember,
  reaches,
}: Pick<ApprovalRequest, "canRemember" | "reaches">): readonly GrantReach[] {
  return canRemember ? (reaches ?? ["agent"]) : [];
}

/** What was allowed for good: an agent of an org, or each of them, may run this program with arguments of this form. */
export interface LastingGrant extends CallIdentity {
  readonly id: string;
  readonly orgId: string;
  readonly orgName: string;
  /** Null: every agent of the org. */
  readonly agentId: string | null;
  readonly agentName: string | null;
  /** The run it ends with; null: every run. */
  readonly runId: string | null;
  readonly runTask: string | null;
  readonly tool: string;
  readonly summary: string;
  readonly grantedBy: string;
  readonly createdAt: string;
}
