import { Check, CornerUpRight, type LucideIcon, MessageSquareReply, X } from "lucide-react";
import type { OutcomeKind, WaitOutcome } from "./wait-outcome.ts";

const LOOKS: Readonly<Record<OutcomeKind, { readonly icon: LucideIcon; readonly className: string }>> = {
  told: { icon: MessageSquareReply, className: "text-st-done" },
  allowed: { icon: Check, className: "text-st-done" },
  refused: { icon: X, className: "text-st-fail" },
  skipped: { icon: CornerUpRight, className: "text-text-3" },
};

interface OutcomeProps {
  readonly outcome: WaitOutcome;
}

/** The mark of an outcome alone, where the word stands beside it. */
export function OutcomeIcon({ outcome, className }: OutcomeProps & { readonly className: string }) {
  const { icon: Icon, className: colour } = LOOKS[outcome.kind];
  return <Icon className={`${colour} ${className}`} />;
}

/** How a request ended, as icon and word. */
export function OutcomeBadge({ outcome }: OutcomeProps) {
  return (
    <span className="flex min-w-0 items-start gap-1.5 text-12 font-medium">
      <OutcomeIcon outcome={outcome} className="mt-0.5 size-3 flex-none" />
      <span className="min-w-0 wrap-anywhere">{outcome.word}</span>
    </span>
  );
}
