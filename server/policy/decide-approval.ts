import type { ApprovalRules } from "../contract/tool-policy.ts";

/** What is known about one call when it is decided whether it may run. */
export interface ApprovalFacts {
  /** Runs a program, or a rule says that it is handled like one. */
  readonly isGated: boolean;
  /** May destroy something with these arguments. */
  readonly isDestructive: boolean;
  /** Each part of it is on the list, or was allowed for good. */
  readonly isListed: boolean;
}

export interface ApprovalVerdict {
  readonly decision: "allow" | "ask" | "deny";
  readonly reason: string;
}

const ALLOW: ApprovalVerdict = { decision: "allow", reason: "" };

/**
 * Whether a call runs, is put to a person, or is refused: the table of modes, and on top of it the question that a destructive
 * call asks. The stricter of the two counts.
 */
export function decideApproval(rules: ApprovalRules, facts: ApprovalFacts): ApprovalVerdict {
  const gate = facts.isGated ? decideGated(rules, facts.isListed) : ALLOW;
  if (gate.decision === "deny" || !facts.isDestructive) return gate;
  if (rules.destructive === "deny")
    return { decision: "deny", reason: "Calls that may destroy something are not allowed" };
  if (gate.decision === "ask" || facts.isListed || rules.destructive === "allow") return gate;
  return { decision: "ask", reason: "It may destroy something" };
}

function decideGated({ security, ask }: ApprovalRules, isListed: boolean): ApprovalVerdict {
  if (security === "deny") return { decision: "deny", reason: "No programs are run here" };
  if (ask === "always") return { decision: "ask", reason: "Each such call is asked about" };
  if (isListed) return ALLOW;
  if (ask === "on-miss") return { decision: "ask", reason: "It is not on the list of what may run" };
  return security === "full"
    ? ALLOW
    : { decision: "deny", reason: "It is not on the list of what may run, and nobody is asked" };
}
