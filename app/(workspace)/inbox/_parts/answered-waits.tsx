"use client";

import { useQuery } from "@tanstack/react-query";
import type { AnsweredWait } from "@/server/contract/api.ts";
import { useTRPC } from "../../../_trpc/use-trpc.ts";
import { EmptyState } from "../../../_ui/empty-state.tsx";
import { ErrorState } from "../../../_ui/error-state.tsx";
import { ListDetail, ListHeading, ListLink } from "../../../_ui/list-detail.tsx";
import { ListLoading } from "../../../_ui/list-loading.tsx";
import { TimeText } from "../../../_ui/time-text.tsx";
import { useChosen } from "../../../_ui/use-chosen.ts";
import { AnsweredDetail } from "./answered-detail.tsx";
import { OutcomeIcon } from "./outcome-badge.tsx";
import { useMoveKeys } from "./use-move-keys.ts";
import { waitOutcome } from "./wait-outcome.ts";

/** What people were asked and answered, newest first, to look up. */
export function AnsweredWaits() {
  const trpc = useTRPC();
  const answered = useQuery(trpc.waits.answered.queryOptions(undefined));
  if (answered.data) return <Answered waits={answered.data} />;
  if (!answered.isError) return <ListLoading label="Loading what was answered" />;
  return (
    <ErrorState
      title="What was answered could not be read"
      error={answered.error}
      onRetry={() => void answered.refetch()}
    />
  );
}

interface AnsweredProps {
  readonly waits: readonly AnsweredWait[];
}

function Answered({ waits }: AnsweredProps) {
  const { chosen, isNamed, listHref, hrefOf } = useChosen(
    "wait",
    waits.map((wait) => wait.id),
    { show: "answered" },
  );
  useMoveKeys(
    waits.map((wait) => hrefOf(wait.id)),
    waits.findIndex((wait) => wait.id === chosen),
  );
  const shown = waits.find((wait) => wait.id === chosen);
  if (!shown)
    return (
      <EmptyState title="Nothing was answered yet">
        What you allow, deny, answer or skip stays here to look up: what was asked, and what you said.
      </EmptyState>
    );
  return (
    <ListDetail
      label="Answered"
      isDetailNamed={isNamed}
      listHref={listHref}
      list={
        <>
          <ListHeading>Answered, newest first</ListHeading>
          {waits.map((wait) => (
            <AnsweredLink key={wait.id} wait={wait} href={hrefOf(wait.id)} isChosen={wait.id === chosen} />
          ))}
        </>
      }
      detail={<AnsweredDetail key={shown.id} wait={shown} />}
    />
  );
}

interface AnsweredLinkProps {
  readonly wait: AnsweredWait;
  readonly href: string;
  readonly isChosen: boolean;
}

function AnsweredLink({ wait, href, isChosen }: AnsweredLinkProps) {
  const outcome = waitOutcome(wait);
  return (
    <ListLink href={href} isChosen={isChosen}>
      <span className="flex min-w-0 gap-2.5">
        <OutcomeIcon outcome={outcome} className="mt-0.5 size-3.5 flex-none" />
        <span className="min-w-0 flex-1">
          <span className="flex min-w-0 items-center justify-between gap-2">
            <span className="truncate font-medium">{wait.questions[0]?.question}</span>
            <TimeText iso={wait.answeredAt} className="num flex-none text-11 text-text-3" />
          </span>
          <span className="block truncate text-12 text-text-2">{outcome.word}</span>
          <span className="block truncate text-12 text-text-3">
            {wait.agentName}, {wait.orgName}
          </span>
        </span>
      </span>
    </ListLink>
  );
}
