"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import type { AnsweredWait } from "@/server/contract/api.ts";
import { GiveTaskLink } from "../../../_shell/give-task-link.tsx";
import { useOpenWaits } from "../../../_shell/use-open-waits.ts";
import { useTRPC } from "../../../_trpc/use-trpc.ts";
import { Button } from "../../../_ui/button.tsx";
import { EmptyState } from "../../../_ui/empty-state.tsx";
import { ErrorState } from "../../../_ui/error-state.tsx";
import { ListDetail, ListHeading } from "../../../_ui/list-detail.tsx";
import { ListLoading } from "../../../_ui/list-loading.tsx";
import { useChosen } from "../../../_ui/use-chosen.ts";
import { AnsweredDetail } from "./answered-detail.tsx";
import { AnsweredLink } from "./answered-link.tsx";
import { useMoveKeys } from "./use-move-keys.ts";

/** What people were asked and answered, newest first, to look up. */
export function AnsweredWaits() {
  const trpc = useTRPC();
  const answered = useQuery(trpc.waits.answered.queryOptions(undefined));
  if (answered.data) return <Answered waits={answered.data} />;
  if (!answered.isLoadingError) return <ListLoading label="Loading what was answered" />;
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
  if (!shown) return <NothingAnswered />;
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

/** What waits is to be answered; where nothing does, a run has to ask first. */
function NothingAnswered() {
  const { waits } = useOpenWaits();
  const action = waits?.length ? (
    <Button asChild size={32} variant="primary">
      <Link href="/inbox">Answer what waits</Link>
    </Button>
  ) : (
    <GiveTaskLink size={32} variant="primary" />
  );
  return (
    <EmptyState title="Nothing was answered yet" action={action}>
      What you allow, deny, answer or skip stays here to look up: what was asked, and what you said.
    </EmptyState>
  );
}
