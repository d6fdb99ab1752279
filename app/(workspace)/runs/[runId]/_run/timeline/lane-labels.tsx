"use client";

import { agentStates } from "@/app/_ui/agent-state.ts";
import { classNames } from "@/app/_ui/class-names.ts";
import { formatTokens } from "@/app/_ui/format-tokens.ts";
import type { SessionId } from "@/server/contract/ids.ts";
import { useOpenTranscript } from "../panel/panel-context.tsx";
import { useRun, useRunContext, useRunParts } from "../store/run-context.tsx";
import { selectedSession } from "../store/selection.ts";
import { sessionName } from "../view/session-name.ts";

interface LaneLabelsProps {
  readonly lane: number;
  readonly axis: number;
  readonly isOpen: boolean;
}

/** The sessions beside their lanes; pressing one opens its transcript. */
export function LaneLabels({ lane, axis, isOpen }: LaneLabelsProps) {
  const order = useRunParts(({ view }) => view.order);
  return (
    <ul className="w-42 flex-none border-r" style={{ paddingTop: axis }}>
      {order.map((sessionId) => (
        <LaneLabel key={sessionId} sessionId={sessionId} lane={lane} isOpen={isOpen} />
      ))}
    </ul>
  );
}

function LaneLabel({
  sessionId,
  lane,
  isOpen,
}: { readonly sessionId: SessionId } & Omit<LaneLabelsProps, "axis">) {
  const { store } = useRunContext();
  const openTranscript = useOpenTranscript();
  const name = useRun(({ view }) => {
    const known = view.sessions[sessionId];
    return known ? sessionName(view, known) : "Agent";
  });
  const session = useRun(({ shown }) => shown.sessions[sessionId]);
  const isSelected = useRun((state) => selectedSession(state)?.sessionId === sessionId);
  const look = agentStates[session?.state ?? "idle"];
  return (
    <li style={{ height: lane }}>
      <button
        type="button"
        disabled={!session}
        aria-label={`${name}, ${look.word}`}
        onClick={() => {
          store.select(sessionId);
          openTranscript();
        }}
        className={classNames(
          look.className,
          "flex size-full items-center gap-1.5 pr-2 pl-3 text-left text-11 leading-none focus-inside",
          isSelected ? "bg-accent-soft font-semibold text-text" : "text-text-2 enabled:hover:bg-surface-3",
        )}
      >
        <look.icon className="size-2.5 text-state" />
        <span className="min-w-0 flex-1 truncate">{name}</span>
        {isOpen && session ? (
          <span className="num font-normal text-text-3">
            {formatTokens(session.usage.inputTokens + session.usage.outputTokens)}
          </span>
        ) : null}
      </button>
    </li>
  );
}
