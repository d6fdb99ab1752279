"use client";

import { Network } from "lucide-react";
import Link from "next/link";
import type { OpenWait } from "@/server/contract/api.ts";
import { useAnswerWait } from "../../../_trpc/use-answer-wait.ts";
import { DECLINED, useGiveSecret } from "../../../_trpc/use-give-secret.ts";
import { ApprovalForm } from "../../../_ui/approval-form.tsx";
import { AskedPath } from "../../../_ui/asked-path.tsx";
import { Button } from "../../../_ui/button.tsx";
import { lazyPart } from "../../../_ui/lazy-part.tsx";
import { QuestionForm } from "../../../_ui/question-form.tsx";
import { ScrollBox } from "../../../_ui/scroll-box.tsx";
import { StateBadge } from "../../../_ui/state-badge.tsx";
import { TimeText } from "../../../_ui/time-text.tsx";
import type { FormFocus } from "../../../_ui/use-form-focus.ts";
import { useMediaQuery } from "../../orgs/[orgId]/_canvas/components/use-media-query.ts";
import { BesideRequest } from "./beside-request.tsx";

const SecretForm = lazyPart(async () => (await import("../../../_ui/secret-form.tsx")).SecretForm);

/** Where the context stands beside the request, and not below it. */
const ROOM = "(width >= 80rem)";

export interface WaitDetailProps {
  readonly wait: OpenWait;
  /** Where the focus goes; undefined unless the reader came for this one. */
  readonly focus: FormFocus | undefined;
}

/** One question with where it comes from and the form that answers it. */
export function WaitDetail({ wait, focus }: WaitDetailProps) {
  const answer = useAnswerWait();
  const giving = useGiveSecret();
  const hasRoom = useMediaQuery(ROOM);
  const isSent = [answer, giving].some((sent) => sent.isPending || sent.isSuccess);
  return (
    <div className="flex min-h-full">
      <div className="mx-auto flex w-full min-w-0 max-w-[44rem] flex-col gap-4 px-4 py-6 md:px-8">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-12">
          <StateBadge state="waiting-person" word={`${wait.agentName} waits for you`} />
          <span className="text-text-3">
            asked <TimeText iso={wait.askedAt} className="num" />
            {wait.approval ? null : ", no time limit"}
          </span>
        </div>
        <AskedPath path={wait.path} className="-mt-1" />
        <div className="overflow-hidden rounded-3 border border-st-person-line bg-surface">
          {wait.secret ? (
            <SecretForm
              waitId={wait.id}
              secret={wait.secret}
              agentName={wait.agentName}
              focus={focus}
              isBusy={isSent}
              onGive={(input) => giving.mutate(input)}
              onDecline={() => answer.mutate({ waitId: wait.id, answer: DECLINED })}
            />
          ) : wait.approval ? (
            <ApprovalForm
              waitId={wait.id}
              approval={wait.approval}
              isFocused={focus !== undefined}
              isBusy={isSent}
              onAnswer={(given) => answer.mutate({ waitId: wait.id, answer: given })}
            />
          ) : (
            <QuestionForm
              waitId={wait.id}
              questions={wait.questions}
              focus={focus}
              isBusy={isSent}
              onAnswer={(given) => answer.mutate({ waitId: wait.id, answer: given })}
            />
          )}
        </div>
        <p className="text-12 text-text-3">
          {wait.approval || wait.secret
            ? `A no does not stop the run. ${wait.agentName} is told, and goes on without it.`
            : `Skipping does not stop the run. ${wait.agentName} is told, and goes on without an answer.`}
        </p>
        <section aria-label="The run" className="rounded-3 border bg-surface">
          <div className="flex items-center gap-2 border-b px-3.5 py-2">
            <h2 dir="auto" className="min-w-0 flex-1 truncate text-13">
              {wait.orgName}
            </h2>
            <Button asChild>
              <Link href={`/runs/${wait.runId}`}>
                <Network />
                Show on the canvas
              </Link>
            </Button>
          </div>
          <ScrollBox
            aria-label="The run's task"
            dir="auto"
            className="m-3.5 max-h-60 overflow-y-auto border-l-2 border-border-strong px-3 py-1 whitespace-pre-wrap text-text-2 wrap-anywhere"
          >
            {wait.task}
          </ScrollBox>
        </section>
        {hasRoom ? null : <BesideRequest wait={wait} className="overflow-hidden rounded-3 border" />}
      </div>
      {hasRoom ? <BesideRequest wait={wait} className="w-84 flex-none border-l" /> : null}
    </div>
  );
}
