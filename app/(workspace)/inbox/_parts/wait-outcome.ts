import type { AnsweredWait } from "@/server/contract/api.ts";
import { type GrantReach, toDecision, toReach } from "@/server/contract/approval.ts";
import { answerText } from "../../../_ui/answer-draft.ts";

/** What an answer came to: `told` something was said, `allowed`, `refused`, `skipped` it was passed over. */
export type OutcomeKind = "told" | "allowed" | "refused" | "skipped";

export interface WaitOutcome {
  readonly kind: OutcomeKind;
  /** "Allowed once", "Denied", "Skipped", or the answer itself. */
  readonly word: string;
}

/** How a request ended, in the words of lists. */
export function waitOutcome({ kind, answer }: Pick<AnsweredWait, "kind" | "answer">): WaitOutcome {
  const isSkipped = answer.answers.every((given) => given.isSkipped);
  if (kind === "approval") return approvalOutcome(answer, isSkipped);
  if (isSkipped) return { kind: "skipped", word: kind === "secret" ? "Not given" : "Skipped" };
  if (kind === "secret") return { kind: "told", word: "Stored in the vault" };
  return { kind: "told", word: answer.answers.map(answerText).join("; ") };
}

const ALWAYS: Readonly<Record<GrantReach, string>> = {
  run: "Allowed for this run",
  agent: "Allowed for good",
  org: "Allowed for every agent",
};

function approvalOutcome(answer: AnsweredWait["answer"], isSkipped: boolean): WaitOutcome {
  const decision = toDecision(answer);
  if (decision === "once") return { kind: "allowed", word: "Allowed once" };
  if (decision === "always") return { kind: "allowed", word: ALWAYS[toReach(answer) ?? "agent"] };
  // Nobody skips an approval by hand: the time that ran out does.
  return { kind: "refused", word: isSkipped ? "Denied, nobody answered in time" : "Denied" };
}
