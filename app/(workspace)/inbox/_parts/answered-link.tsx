import type { AnsweredWait } from "@/server/contract/api.ts";
import { ListLink } from "../../../_ui/list-detail.tsx";
import { questionLine } from "../../../_ui/question-line.ts";
import { TimeText } from "../../../_ui/time-text.tsx";
import { OutcomeIcon } from "./outcome-badge.tsx";
import { waitOutcome } from "./wait-outcome.ts";

interface AnsweredLinkProps {
  readonly wait: AnsweredWait;
  readonly href: string;
  readonly isChosen: boolean;
}

/** A row of a list: what was asked, and what came of it. */
export function AnsweredLink({ wait, href, isChosen }: AnsweredLinkProps) {
  const outcome = waitOutcome(wait);
  return (
    <ListLink href={href} isChosen={isChosen}>
      <span className="flex min-w-0 gap-2.5">
        <OutcomeIcon outcome={outcome} className="mt-0.5 size-3.5 flex-none" />
        <span className="min-w-0 flex-1">
          <span className="flex min-w-0 items-center justify-between gap-2">
            <span dir="auto" className="truncate font-medium">
              {questionLine(wait.questions[0])}
            </span>
            <TimeText iso={wait.answeredAt} className="num flex-none text-11 text-text-3" />
          </span>
          <span className="block truncate text-12 text-text-2">{outcome.word}</span>
          <span className="block truncate text-12 text-text-3">
            <bdi>{wait.agentName}</bdi>, <bdi>{wait.orgName}</bdi>
          </span>
        </span>
      </span>
    </ListLink>
  );
}
