"use client";

import { type KeyboardEvent, useEffect, useRef } from "react";
import {
  ALLOW_ONCE,
  ALWAYS_LABELS,
  type ApprovalDecision,
  type ApprovalRequest,
  DENY,
  type GrantReach,
  MAX_REASON,
  reachesOf,
} from "@/server/contract/approval.ts";
import type { QuestionAnswer } from "@/server/contract/questions.ts";
import { AlwaysButton, reachText } from "./always-button.tsx";
import { AnswerKey } from "./answer-key.tsx";
import { approvalKeyDecision } from "./approval-keys.ts";
import { Button } from "./button.tsx";
import { CodeBlock } from "./code-block.tsx";
import { OwnWords } from "./own-words.tsx";
import { SourceBadge } from "./source-icon.tsx";
import { TextField } from "./text-field.tsx";
import { useNow } from "./use-now.ts";
import { usePageMemory } from "./use-page-memory.ts";
import { useSingleKeys } from "./use-single-keys.ts";
import { type ApprovalDraft, approvalDrafts } from "./wait-drafts.ts";

interface ApprovalFormProps {
  /** Under which what was begun is found again, wherever the form is drawn anew. */
  readonly waitId: string;
  readonly approval: ApprovalRequest;
  /** Called once. */
  readonly onAnswer: (answer: QuestionAnswer) => void;
  readonly isBusy?: boolean;
  /** Takes the focus when it appears, so that its keys act: only where the reader asked for it. */
  readonly isFocused?: boolean;
}

/** What "always" means until another reach is chosen: in requests of every age it is offered. */
const USUAL: GrantReach = "agent";

const NOT_BEGUN: ApprovalDraft = { reason: "", reach: USUAL };

/**
 * Whether one call may run: what it is, the very arguments, what the agent says itself, and the three answers. A no takes a reason and
 * never demands one. Keys act only while the focus is inside.
 */
export function ApprovalForm({
  waitId,
  approval,
  onAnswer,
  isBusy = false,
  isFocused = false,
}: ApprovalFormProps) {
  const [begun = NOT_BEGUN, keep] = usePageMemory(approvalDrafts, waitId);
  const { reason, reach } = begun;
  const box = useRef<HTMLElement>(null);
  const decide = (decision: ApprovalDecision) => {
    if (isBusy) return;
    const text = decision === "deny" ? reason.trim() : "";
    const label = { once: ALLOW_ONCE, always: ALWAYS_LABELS[reach], deny: DENY }[decision];
    onAnswer({ answers: [{ selected: [label], text, isSkipped: false }] });
  };
  const onKeyDown = useDecisionKeys(approval.canRemember, decide);
  useEffect(() => {
    if (isFocused) box.current?.focus();
  }, [isFocused]);
  return (
    <section
      ref={box}
      tabIndex={-1}
      aria-label="Approval"
      data-takes-focus
      onKeyDown={onKeyDown}
      className="flex flex-col rounded-3 -outline-offset-2"
    >
      <Asked approval={approval} />
      <CodeBlock
        label={`Arguments of ${approval.tool}`}
        code={JSON.stringify(approval.input, null, 2)}
        language="json"
        className="mx-3.5 max-h-80"
      />
      <OwnWords words={approval.words} className="px-3.5 pt-3" />
      <Answers
        agentName={approval.chain.at(-1) ?? "this agent"}
        reaches={reachesOf(approval)}
        reach={reach}
        setReach={(next) => keep({ reason, reach: next })}
        reason={reason}
        setReason={(next) => keep({ reason: next, reach })}
        isBusy={isBusy}
        decide={decide}
      />
    </section>
  );
}

function Asked({ approval }: Pick<ApprovalFormProps, "approval">) {
  const { tool, origin, summary, reason, expiresAt } = approval;
  return (
    <div className="flex flex-col gap-1 p-3.5 pb-3">
      <div className="flex flex-wrap items-baseline gap-x-2 gap-y-0.5">
        <h3 className="text-13 wrap-anywhere">
          May <span className="mono">{tool}</span> run?
        </h3>
        <SourceBadge origin={origin} />
      </div>
      {summary === tool ? null : (
        <p className="text-12 text-text-2">
          Runs <span className="mono text-text wrap-anywhere">{summary}</span>
        </p>
      )}
      <p className="text-12 text-text-2">
        {reason}. <TimeLeft until={expiresAt} />
      </p>
    </div>
  );
}

interface AnswersProps {
  readonly agentName: string;
  /** How far "always" may go; none where nothing is allowed for good. */
  readonly reaches: readonly GrantReach[];
  readonly reach: GrantReach;
  readonly setReach: (reach: GrantReach) => void;
  readonly reason: string;
  readonly setReason: (reason: string) => void;
  readonly isBusy: boolean;
  readonly decide: (decision: ApprovalDecision) => void;
}

function Answers({ agentName, reason, setReason, isBusy, decide, ...always }: AnswersProps) {
  return (
    <div className="mt-3.5 flex flex-col gap-2 border-t bg-surface-2 px-3.5 py-2.5">
      <div className="flex flex-wrap items-center gap-2">
        <Button
          size={32}
          variant="primary"
          disabled={isBusy}
          aria-keyshortcuts="A"
          onClick={() => decide("once")}
        >
          {ALLOW_ONCE}
          <AnswerKey isInverted>A</AnswerKey>
        </Button>
        {always.reaches.length > 0 ? (
          <AlwaysButton {...always} agentName={agentName} isBusy={isBusy} onPress={() => decide("always")} />
        ) : null}
        <span className="ml-auto flex min-w-52 flex-1 items-center justify-end gap-2">
          <TextField
            label="Reason, if you deny"
            isLabelHidden
            placeholder="Reason, if you like"
            value={reason}
            maxLength={MAX_REASON}
            autoComplete="off"
            disabled={isBusy}
            fieldClassName="max-w-64 min-w-0 flex-1 max-md:max-w-none"
            onChange={(event) => setReason(event.target.value)}
          />
          <Button
            size={32}
            variant="danger"
            className="pointer-coarse:h-11"
            disabled={isBusy}
            aria-keyshortcuts="D"
            onClick={() => decide("deny")}
          >
            {DENY}
            <AnswerKey>D</AnswerKey>
          </Button>
        </span>
      </div>
      <p className="text-11 text-text-3">
        The answer holds for exactly these arguments.{" "}
        {always.reaches.length > 0 ? reachText(always.reach, agentName) : null}
      </p>
    </div>
  );
}

function useDecisionKeys(canRemember: boolean, decide: (decision: ApprovalDecision) => void) {
  const hasSingleKeys = useSingleKeys();
  const appeared = useRef(0);
  useEffect(() => {
    appeared.current = performance.now();
  }, []);
  return (event: KeyboardEvent<HTMLElement>) => {
    const decision = approvalKeyDecision({
      key: event.key,
      isShifted: event.shiftKey,
      isModified: event.ctrlKey || event.metaKey || event.altKey,
      isWriting: event.target instanceof HTMLInputElement,
      hasSingleKeys,
      canRemember,
      age: performance.now() - appeared.current,
    });
    if (!decision) return;
    event.preventDefault();
    event.stopPropagation();
    decide(decision);
  };
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
