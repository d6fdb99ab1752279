"use client";

import { type AgentState, agentStates } from "@/app/_ui/agent-state.ts";
import { classNames } from "@/app/_ui/class-names.ts";
import { formatClock } from "@/app/_ui/format-duration.ts";
import { askedText } from "../question/asked-text.ts";
import { openQuestion, useReviewOf } from "../question/open-question.ts";
import { useShownMoment } from "../store/run-clock.ts";
import { useRun, useRunContext } from "../store/run-context.tsx";
import { selectedSession } from "../store/selection.ts";
import { firstLine } from "../view/plain-text.ts";
import type { SessionView } from "../view/run-view.ts";
import { ROWS, rowsInView } from "./rows-in-view.ts";
import { openCall } from "./tool-chip.tsx";

/** Instances that work side by side, each with its number among the agent's sessions; three rows and the rest as a count. */
export function CardInstances({ instances }: { readonly instances: readonly SessionView[] }) {
  const selectedId = useRun((state) => selectedSession(state)?.sessionId);
  const agentId = instances[0]?.agentId;
  const all = useRun(({ shown }) => (agentId === undefined ? undefined : shown.byAgent.get(agentId)));
  const rest = instances.length - ROWS;
  return (
    <div className="px-1 pb-2">
      {rowsInView(instances, selectedId).map((session) => (
        <InstanceRow
          key={session.sessionId}
          session={session}
          place={(all?.indexOf(session.sessionId) ?? 0) + 1}
          isSelected={session.sessionId === selectedId}
          isDense={rest > 0}
        />
      ))}
      {rest > 0 ? <div className="h-4 px-1.5 text-11 text-text-3">{rest} more</div> : null}
    </div>
  );
}

interface InstanceRowProps {
  readonly session: SessionView;
  readonly place: number;
  readonly isSelected: boolean;
  readonly isDense: boolean;
}

function InstanceRow({ session, place, isSelected, isDense }: InstanceRowProps) {
  const { store } = useRunContext();
  const now = useShownMoment(session.finishedAt === null);
  const look = agentStates[session.state];
  const isCalling = session.state === "calling";
  const question = useRun(({ shown }) => openQuestion(shown, session));
  const review = useReviewOf(question);
  const task = firstLine(session.task);
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-pressed={isSelected}
      onClick={(event) => {
        event.stopPropagation();
        if (review) review();
        else store.select(session.sessionId);
      }}
      className={classNames(
        look.className,
        "nopan flex w-full items-center gap-1.5 rounded-1 px-1.5 text-left text-12",
        isDense ? "h-[18px]" : "h-[22px]",
        rowColours(session.state),
        isSelected && "font-medium text-text",
      )}
    >
      <span className="sr-only">Instance</span>
      <span className={classNames("num min-w-3.5 flex-none text-11", !isCalling && "text-text-3")}>
        {place}
      </span>
      <look.icon className="size-3 flex-none text-state" />
      <span
        dir="auto"
        className={classNames("min-w-0 flex-1 truncate", isCalling && "mono text-11 font-medium")}
      >
        {question ? askedText(question) : isCalling ? (openCall(session)?.name ?? "tool") : task}
      </span>
      <span className="num flex-none text-11 text-text-3">
        {formatClock((session.finishedAt ?? now) - session.startedAt)}
      </span>
      <span className="sr-only">{isCalling || question ? `, ${look.word}: ${task}` : `, ${look.word}`}</span>
    </button>
  );
}

function rowColours(state: AgentState): string {
  if (state === "calling") return "bg-st-tool-soft text-st-tool";
  return state === "waiting-person" ? "bg-st-person-soft text-text" : "text-text-2 hover:bg-surface-3";
}
