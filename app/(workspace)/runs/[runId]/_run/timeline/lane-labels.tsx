"use client";

import type { KeyboardEvent } from "react";
import { agentStates } from "@/app/_ui/agent-state.ts";
import { classNames } from "@/app/_ui/class-names.ts";
import { formatTokens } from "@/app/_ui/format-tokens.ts";
import type { SessionId } from "@/server/contract/ids.ts";
import { useOpenTranscript } from "../panel/panel-context.tsx";
import { useRun, useRunCalmly, useRunContext, useRunParts } from "../store/run-context.tsx";
import { selectedSession } from "../store/selection.ts";
import { sessionName } from "../view/session-name.ts";

interface LaneLabelsProps {
  readonly lane: number;
  readonly axis: number;
  readonly isOpen: boolean;
  /** A key asks for the first or the last stretch of a lane. */
  readonly onEnter: (sessionId: SessionId, from: "first" | "last") => void;
}

const ENTRIES: Readonly<Record<string, "first" | "last">> = { ArrowRight: "first", ArrowLeft: "last" };

/** The sessions beside their lanes, told as often as the lanes are drawn; pressing one opens its transcript, arrows enter its lane. */
export function LaneLabels({ lane, axis, isOpen, onEnter }: LaneLabelsProps) {
  const order = useRunParts(({ view }) => view.order);
  return (
    <ul className="w-42 max-w-[32%] flex-none border-r" style={{ paddingTop: axis }}>
      {order.map((sessionId) => (
        <LaneLabel key={sessionId} sessionId={sessionId} lane={lane} isOpen={isOpen} onEnter={onEnter} />
      ))}
    </ul>
  );
}

function LaneLabel({
  sessionId,
  lane,
  isOpen,
  onEnter,
}: { readonly sessionId: SessionId } & Omit<LaneLabelsProps, "axis">) {
  const { store } = useRunContext();
  const openTranscript = useOpenTranscript();
  const { name, state, tokens } = useRunCalmly(({ view, shown }) => {
    const known = view.sessions[sessionId];
    const session = shown.sessions[sessionId];
    return {
      name: known ? sessionName(view, known) : "Agent",
      state: session?.state,
      tokens: session ? session.usage.inputTokens + session.usage.outputTokens : 0,
    };
  });
  const isSelected = useRun((run) => selectedSession(run)?.sessionId === sessionId);
  const look = agentStates[state ?? "idle"];
  const onKeyDown = (event: KeyboardEvent) => {
    const from = ENTRIES[event.key];
    if (from === undefined) return;
    event.preventDefault();
    onEnter(sessionId, from);
  };
  return (
    <li style={{ height: lane }}>
      <button
        type="button"
        disabled={state === undefined}
        data-lane={sessionId}
        aria-keyshortcuts="ArrowRight ArrowLeft"
        onKeyDown={onKeyDown}
        onClick={() => {
          store.select(sessionId);
          openTranscript();
        }}
        className={classNames(
          look.className,
          "relative flex size-full items-center gap-1.5 pr-2 pl-3 text-left text-11 leading-none focus-inside",
          isSelected ? "bg-accent-soft font-semibold text-text" : "text-text-2 enabled:hover:bg-surface-3",
        )}
      >
        <look.icon className="size-2.5 text-state" />
        <span className="min-w-0 flex-1 truncate">{name}</span>
        {isOpen && state !== undefined ? (
          <span className="num font-normal text-text-3">
            {formatTokens(tokens)}
            <span className="sr-only"> tokens</span>
          </span>
        ) : null}
        <span className="sr-only">, {look.word}</span>
      </button>
    </li>
  );
}
