import { Network } from "lucide-react";
import Link from "next/link";
import type { AnsweredWait } from "@/server/contract/api.ts";
import type { ApprovalRequest } from "@/server/contract/approval.ts";
import type { Question } from "@/server/contract/questions.ts";
import { answerText } from "../../../_ui/answer-draft.ts";
import { AskedPath } from "../../../_ui/asked-path.tsx";
import { Button } from "../../../_ui/button.tsx";
import { CodeBlock } from "../../../_ui/code-block.tsx";
import { isLongQuestion, LongQuestion } from "../../../_ui/long-question.tsx";
import { OwnWords } from "../../../_ui/own-words.tsx";
import { SourceBadge } from "../../../_ui/source-icon.tsx";
import { TimeText } from "../../../_ui/time-text.tsx";
import { OutcomeBadge } from "./outcome-badge.tsx";
import { waitOutcome } from "./wait-outcome.ts";

interface AnsweredDetailProps {
  readonly wait: AnsweredWait;
}

/** One request that is over: what was asked, with its arguments, very long ones by their beginning, and what the answer was. Nothing can be changed any more. */
export function AnsweredDetail({ wait }: AnsweredDetailProps) {
  const { agentName, orgName, runId, approval, path } = wait;
  return (
    <div className="mx-auto flex w-full min-w-0 max-w-[44rem] flex-col gap-4 px-4 py-6 md:px-8">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-12">
        <span className="min-w-0 font-medium wrap-anywhere">
          <bdi>{agentName}</bdi> asked
        </span>
        <span className="text-text-3">
          <TimeText iso={wait.askedAt} className="num" />, answered{" "}
          <TimeText iso={wait.answeredAt} className="num" />
        </span>
      </div>
      <AskedPath path={path} isOver className="-mt-1" />
      <article className="overflow-hidden rounded-3 border bg-surface">
        {approval ? <AskedCall approval={approval} /> : null}
        {approval ? null : <AskedQuestions wait={wait} />}
        <p className="flex min-w-0 flex-col gap-1 border-t bg-surface-2 px-3.5 py-2.5">
          <OutcomeBadge outcome={waitOutcome(wait)} />
          {approval ? <Reason wait={wait} /> : null}
        </p>
      </article>
      <section
        aria-label="The run"
        className="flex items-center gap-2 rounded-3 border bg-surface px-3.5 py-2"
      >
        <span className="min-w-0 flex-1">
          <span dir="auto" className="block truncate text-13 font-semibold">
            {orgName}
          </span>
          <span dir="auto" className="block truncate text-12 text-text-2">
            {wait.task}
          </span>
        </span>
        <Button asChild>
          <Link href={`/runs/${runId}`}>
            <Network />
            Show on the canvas
          </Link>
        </Button>
      </section>
    </div>
  );
}

function AskedCall({ approval }: { readonly approval: ApprovalRequest }) {
  const { tool, origin, reason, input, words } = approval;
  return (
    <div className="flex flex-col gap-1 p-3.5">
      <div className="flex flex-wrap items-baseline gap-x-2 gap-y-0.5">
        <h2 className="text-13 wrap-anywhere">
          May <span className="mono">{tool}</span> run?
        </h2>
        <SourceBadge origin={origin} />
      </div>
      <p className="text-12 text-text-2">{reason}.</p>
      <CodeBlock
        label={`Arguments of ${tool}`}
        code={typeof input === "string" ? input : JSON.stringify(input, null, 2)}
        language="json"
        className="mt-2 max-h-80"
      />
      <OwnWords words={words} className="mt-2" />
    </div>
  );
}

/** With a secret there is a request and no answer to show. */
function AskedQuestions({ wait: { questions, answer, kind } }: AnsweredDetailProps) {
  return (
    <ol className="flex flex-col divide-y divide-border">
      {questions.map((question, index) => {
        const given = answer.answers[index];
        return (
          <li key={question.question} className="flex flex-col gap-1 p-3.5">
            <AskedQuestion question={question} />
            {given && kind === "question" ? (
              <p dir="auto" className="whitespace-pre-wrap text-text-2 wrap-anywhere">
                {answerText(given)}
              </p>
            ) : null}
          </li>
        );
      })}
    </ol>
  );
}

function AskedQuestion({ question: { header, question } }: { readonly question: Question }) {
  if (!isLongQuestion(question))
    return (
      <>
        {header ? <span className="text-12 text-text-3">{header}</span> : null}
        <h2 dir="auto" className="text-14 wrap-anywhere">
          {question}
        </h2>
      </>
    );
  return (
    <>
      <h2 className="text-14">{header || "Question"}</h2>
      <LongQuestion text={question} />
    </>
  );
}

function Reason({ wait: { answer } }: AnsweredDetailProps) {
  const [given] = answer.answers;
  if (!given || given.text === "" || given.isSkipped) return null;
  return (
    <span dir="auto" className="whitespace-pre-wrap text-12 text-text-2 wrap-anywhere">
      {given.text}
    </span>
  );
}
