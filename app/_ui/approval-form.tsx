"use client";

import { ShieldQuestionMark } from "lucide-react";
import { ALLOW_ONCE, ALWAYS_ALLOW, type ApprovalRequest, DENY } from "@/server/contract/approval.ts";
import type { QuestionAnswer } from "@/server/contract/questions.ts";
import { Button } from "./button.tsx";
import { CodeBlock } from "./code-block.tsx";
import { useNow } from "./use-now.ts";

interface ApprovalFormProps {
  readonly approval: ApprovalRequest;
  /** Called once. */
  readonly onAnswer: (answer: QuestionAnswer) => void;
  readonly isBusy?: boolean;
}

/** Whether one call may run: what it is, who asks through whom, and the three answers. */
export function ApprovalForm({ approval, onAnswer, isBusy = false }: ApprovalFormProps) {
  const say = (label: string) => onAnswer({ answers: [{ selected: [label], text: "", isSkipped: false }] });
  return (
    <section aria-label="Approval" className="flex flex-col gap-3 p-3.5">
      <div className="flex items-start gap-2.5">
        <ShieldQuestionMark className="mt-0.5 size-4 flex-none text-st-person" />
        <div className="min-w-0 flex-1">
          <h3 className="text-13 wrap-anywhere">
            May <span className="mono">{approval.tool}</span> run?
          </h3>
          <p className="text-12 text-text-2">
            {approval.reason}. <TimeLeft until={approval.expiresAt} />
          </p>
        </div>
      </div>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-12">
        <dt className="text-text-3">Asked by</dt>
        <dd className="wrap-anywhere">{approval.chain.join(" › ")}</dd>
        {approval.summary === approval.tool ? null : (
          <>
            <dt className="text-text-3">Runs</dt>
            <dd className="mono wrap-anywhere">{approval.summary}</dd>
          </>
        )}
      </dl>
      <CodeBlock label={`Arguments of ${approval.tool}`} code={JSON.stringify(approval.input, null, 2)} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button size={32} disabled={isBusy} onClick={() => say(DENY)}>
          {DENY}
        </Button>
        {approval.canRemember ? (
          <Button size={32} disabled={isBusy} onClick={() => say(ALWAYS_ALLOW)}>
            {ALWAYS_ALLOW}
          </Button>
        ) : null}
        <Button size={32} variant="primary" disabled={isBusy} onClick={() => say(ALLOW_ONCE)}>
          {ALLOW_ONCE}
        </Button>
      </div>
      <p className="text-11 text-text-3">
        The answer holds for exactly these arguments. {ALWAYS_ALLOW} covers the same again, for this agent in
        this org; it can be taken back under Tools, Audit.
      </p>
    </section>
  );
}

function TimeLeft({ until }: { readonly until: string }) {
  const now = useNow(1_000);
  const seconds = Math.max(0, Math.round((Date.parse(until) - now.getTime()) / 1_000));
  if (seconds === 0) return <>Its time is over.</>;
  const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  return (
    <>
      Denied by itself in <span className="num">{text}</span>.
    </>
  );
}
