"use client";

import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import {
  ALLOW_ONCE,
  ALWAYS_ALLOW,
  type ApprovalDecision,
  type ApprovalRequest,
  DENY,
  MAX_REASON,
} from "@/server/contract/approval.ts";
import type { QuestionAnswer } from "@/server/contract/questions.ts";
import { approvalKeyDecision } from "./approval-keys.ts";
import { AskedThrough } from "./asked-through.tsx";
import { Button } from "./button.tsx";
import { CodeBlock } from "./code-block.tsx";
import { Kbd } from "./kbd.tsx";
import { OwnWords } from "./own-words.tsx";
import { SourceBadge } from "./source-icon.tsx";
import { TextField } from "./text-field.tsx";
import { useNow } from "./use-now.ts";
import { useSingleKeys } from "./use-single-keys.ts";

interface ApprovalFormProps {
  readonly approval: ApprovalRequest;
  /** Called once. */
  readonly onAnswer: (answer: QuestionAnswer) => void;
  readonly isBusy?: boolean;
  /** Takes the focus when it appears, so that its keys act: only where the reader asked for it. */
  readonly isFocused?: boolean;
}

const LABELS: Readonly<Record<ApprovalDecision, string>> = {
  once: ALLOW_ONCE,
  always: ALWAYS_ALLOW,
  deny: DENY,
};

/**
 * Whether one call may run: what it is, the very arguments, who asks through whom, what it says itself, and the three answers. A no takes a reason and
 * never demands one. Keys act only while the focus is inside.
 */
export function ApprovalForm({ approval, onAnswer, isBusy = false, isFocused = false }: ApprovalFormProps) {
  const [reason, setReason] = useState("");
  const box = useRef<HTMLElement>(null);
  const decide = (decision: ApprovalDecision) => {
    if (isBusy) return;
    const text = decision === "deny" ? reason.trim() : "";
    onAnswer({ answers: [{ selected: [LABELS[decision]], text, isSkipped: false }] });
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
      className="flex flex-col outline-none"
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
        canRemember={approval.canRemember}
        reason={reason}
        setReason={setReason}
        isBusy={isBusy}
        decide={decide}
      />
    </section>
  );
}

function Asked({ approval }: Pick<ApprovalFormProps, "approval">) {
  const { tool, origin, chain, summary, reason, expiresAt } = approval;
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
      <AskedThrough chain={chain} />
    </div>
  );
}

interface AnswersProps {
  readonly agentName: string;
  readonly canRemember: boolean;
  readonly reason: string;
  readonly setReason: (reason: string) => void;
  readonly isBusy: boolean;
  readonly decide: (decision: ApprovalDecision) => void;
}

function Answers({ agentName, canRemember, reason, setReason, isBusy, decide }: AnswersProps) {
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
          <Key isInverted>A</Key>
        </Button>
        {canRemember ? (
          <Button
            size={32}
            disabled={isBusy}
            aria-keyshortcuts="Shift+A"
            className="min-w-0 shrink!"
            onClick={() => decide("always")}
          >
            <span className="truncate">Always for {agentName}</span>
            <Key>⇧A</Key>
          </Button>
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
            fieldClassName="min-w-0 flex-1 max-w-64"
            onChange={(event) => setReason(event.target.value)}
          />
          <Button
            size={32}
            variant="danger"
            disabled={isBusy}
            aria-keyshortcuts="D"
            onClick={() => decide("deny")}
          >
            {DENY}
            <Key>D</Key>
          </Button>
        </span>
      </div>
      <p className="text-11 text-text-3">
        The answer holds for exactly these arguments.{" "}
        {canRemember
          ? `Always covers the same again for ${agentName} in this org; it can be taken back under Tools, Audit.`
          : null}
      </p>
    </div>
  );
}

function Key({ children, isInverted = false }: { readonly children: string; readonly isInverted?: boolean }) {
  const hasSingleKeys = useSingleKeys();
  if (!hasSingleKeys) return null;
  return (
    <span aria-hidden="true" className="pointer-coarse:hidden">
      <Kbd isInverted={isInverted}>{children}</Kbd>
    </span>
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
