"use client";

import { CornerRightDown, RotateCw, UserRound } from "lucide-react";
import { memo, type ReactNode } from "react";
import { formatClock } from "@/app/_ui/format-duration.ts";
import { Markdown } from "@/app/_ui/markdown.tsx";
import { ForkButton } from "../fork/fork-button.tsx";
import { turnFrom } from "../fork/fork-target.ts";
import { useRun } from "../store/run-context.tsx";
import { callOf } from "../view/call-book.ts";
import type { SessionView, TranscriptEntry } from "../view/run-view.ts";
import { CallCard } from "./call-card.tsx";

interface TranscriptRowProps {
  readonly entry: TranscriptEntry;
  readonly session: SessionView;
}

/** One entry of a transcript. */
export const TranscriptRow = memo(function TranscriptRow({ entry, session }: TranscriptRowProps) {
  switch (entry.kind) {
    case "message":
      return <Received session={session} entry={entry} />;
    case "text":
      return (
        <div className="pt-1.5 pb-2">
          <Who at={entry.at} action={<ForkButton session={session} turn={entry.turn} />}>
            <bdi>{session.agentName}</bdi>
          </Who>
          <Markdown text={entry.text} />
        </div>
      );
    case "call": {
      const call = callOf(session, entry.callId);
      return call ? (
        <div className="pb-1.5">
          <CallCard sessionId={session.sessionId} call={call} />
        </div>
      ) : null;
    }
    case "note":
      return (
        <p className="flex items-start gap-1.5 pb-2 text-11 text-text-3">
          <RotateCw className="mt-0.5 size-3" />
          <span dir="auto" className="min-w-0 wrap-anywhere">
            {entry.text}
          </span>
        </p>
      );
  }
}, isSameRow);

/** A row depends on its entry, on its call, and on who the agents are; not on the rest of the session. */
function isSameRow(before: TranscriptRowProps, after: TranscriptRowProps): boolean {
  if (before.entry !== after.entry || before.session.sessionId !== after.session.sessionId) return false;
  return (
    before.entry.kind !== "call" ||
    callOf(before.session, before.entry.callId) === callOf(after.session, before.entry.callId)
  );
}

interface ReceivedProps {
  readonly session: SessionView;
  readonly entry: Extract<TranscriptEntry, { kind: "message" }>;
}

/** What the agent was told: its task by the person for the lead, by the agent above for all others; more by a person. */
function Received({ session, entry: { at, text, isFromPerson } }: ReceivedProps) {
  const from = useRun(({ shown }) =>
    isFromPerson || session.parentSessionId === null
      ? null
      : (shown.sessions[session.parentSessionId]?.agentName ?? null),
  );
  const Icon = from === null ? UserRound : CornerRightDown;
  return (
    <div className="pt-2.5 pb-2.5">
      <Who at={at} action={<EditButton session={session} at={at} />}>
        <Icon className="size-3 text-text-3" />
        <bdi>{from ?? "You"}</bdi>
      </Who>
      <div className="border-l-2 border-border-strong pl-2.5 text-text-2">
        <Markdown text={text} />
      </div>
    </div>
  );
}

/** Changes what was said: a fork from the turn that reads it. */
function EditButton({ session, at }: { readonly session: SessionView; readonly at: number }) {
  const turn = useRun(({ view }) => {
    const whole = view.sessions[session.sessionId];
    return whole?.turns.some((one) => one.startedAt >= at) ? turnFrom(whole, at)?.turn : undefined;
  });
  return turn === undefined ? null : (
    <ForkButton session={session} turn={turn} label="Change this message in a fork" />
  );
}

interface WhoProps {
  readonly at: number;
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

/** Who speaks, and when in the run. */
export function Who({ at, action, children }: WhoProps) {
  const begin = useRun(({ shown }) => shown.startedAt) ?? at;
  return (
    <div className="mb-1 flex items-center gap-1.5 text-12 font-semibold">
      {children}
      <span className="num text-11 font-normal text-text-3">{formatClock(at - begin)}</span>
      {action ? <span className="-my-1 ml-auto">{action}</span> : null}
    </div>
  );
}
