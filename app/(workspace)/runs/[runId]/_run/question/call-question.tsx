"use client";

import { useAnswerWait } from "@/app/_trpc/use-answer-wait.ts";
import { DECLINED, useGiveSecret } from "@/app/_trpc/use-give-secret.ts";
import { ApprovalForm } from "@/app/_ui/approval-form.tsx";
import { AskedPath } from "@/app/_ui/asked-path.tsx";
import { Button } from "@/app/_ui/button.tsx";
import { lazyPart } from "@/app/_ui/lazy-part.tsx";
import { isLongQuestion, LongQuestion } from "@/app/_ui/long-question.tsx";
import { QuestionForm } from "@/app/_ui/question-form.tsx";
import { questionLine } from "@/app/_ui/question-line.ts";
import { agentPath } from "@/server/contract/agent-path.ts";
import type { SessionId, WaitId } from "@/server/contract/ids.ts";
import { useRun, useRunContext } from "../store/run-context.tsx";
import type { QuestionView } from "../view/run-view.ts";
import { useIsLowSheet } from "./low-sheet-context.tsx";
import { useReview } from "./review-context.tsx";
import { useReviewed } from "./use-reviewed.ts";

const SecretForm = lazyPart(async () => (await import("@/app/_ui/secret-form.tsx")).SecretForm);

interface CallQuestionProps {
  readonly waitId: WaitId;
}

/** The form of a question inside its tool call; only the questions themselves while an earlier moment is looked at. */
export function CallQuestion({ waitId }: CallQuestionProps) {
  const question = useRun(({ shown }) => shown.questions.find((one) => one.waitId === waitId));
  const isLive = useRun((state) => state.moment === null);
  const { isReadOnly } = useRunContext();
  if (!question) return null;
  if (!isLive || isReadOnly || question.answer) {
    return (
      <ul className="border-t bg-surface-2 px-3.5 py-2.5 text-13">
        {question.questions.map((one) => (
          <li key={one.question} className="wrap-anywhere">
            {isLongQuestion(one.question) ? <LongQuestion text={one.question} isCompact /> : one.question}
          </li>
        ))}
      </ul>
    );
  }
  return <LiveQuestion key={waitId} question={question} />;
}

interface LiveQuestionProps {
  readonly question: QuestionView;
}

function LiveQuestion({ question }: LiveQuestionProps) {
  return useIsLowSheet() ? <BriefQuestion question={question} /> : <WholeQuestion question={question} />;
}

/** Where there is no room for a form: what is asked, and the way to it. */
function BriefQuestion({ question: { waitId, questions, approval } }: LiveQuestionProps) {
  const review = useReview();
  return (
    <div className="flex items-start gap-2 border-t px-3.5 py-2.5 text-13">
      <p className="line-clamp-3 min-w-0 flex-1 font-medium wrap-anywhere">
        {questions.map(questionLine).join(" ")}
      </p>
      <Button variant="primary" onClick={() => review(waitId)}>
        {approval ? "Review" : "Answer"}
      </Button>
    </div>
  );
}

function WholeQuestion({ question }: LiveQuestionProps) {
  const { waitId, questions, approval, secret, agentName, sessionId } = question;
  const sending = useAnswerWait();
  const giving = useGiveSecret();
  const isSent = [sending, giving].some((sent) => sent.isPending || sent.isSuccess);
  const { form, isReviewed, onFocus } = useReviewed(waitId);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only hears that something inside has the focus
    <div ref={form} data-asks onFocus={onFocus} className="border-t">
      <SessionPath sessionId={sessionId} />
      {secret ? (
        <SecretForm
          waitId={waitId}
          secret={secret}
          agentName={agentName}
          // Its form may be loaded after this was drawn.
          focus={isReviewed ? "field" : undefined}
          isBusy={isSent}
          onGive={(input) => giving.mutate(input)}
          onDecline={() => sending.mutate({ waitId: waitId, answer: DECLINED })}
        />
      ) : approval ? (
        <ApprovalForm
          waitId={waitId}
          approval={approval}
          onAnswer={({ answers }) =>
            sending.mutate({
              waitId,
              answer: { answers: answers.map((one) => ({ ...one, selected: [...one.selected] })) },
            })
          }
          isBusy={isSent}
        />
      ) : (
        <QuestionForm
          waitId={waitId}
          questions={questions}
          onAnswer={({ answers }) =>
            sending.mutate({
              waitId,
              answer: { answers: answers.map((one) => ({ ...one, selected: [...one.selected] })) },
            })
          }
          isBusy={isSent}
          isCompact
        />
      )}
    </div>
  );
}

function SessionPath({ sessionId }: { readonly sessionId: SessionId }) {
  const { document } = useRunContext();
  const session = useRun(({ view }) => view.sessions[sessionId]);
  if (!session) return null;
  return <AskedPath path={agentPath(document, session.agentId, session.depth)} className="px-3.5 pt-2.5" />;
}
