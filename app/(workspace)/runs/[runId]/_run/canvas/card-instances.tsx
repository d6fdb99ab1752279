"use client";

import { agentStates } from "@/app/_ui/agent-state.ts";
import { classNames } from "@/app/_ui/class-names.ts";
import { formatClock } from "@/app/_ui/format-duration.ts";
import { useShownMoment } from "../store/run-clock.ts";
import { useRun, useRunContext } from "../store/run-context.tsx";
import { selectedSession } from "../store/selection.ts";
import { firstLine } from "../view/plain-text.ts";
import type { SessionView } from "../view/run-view.ts";
import { openCall } from "./tool-chip.tsx";

const ROWS = 3;

/** Instances that work side by side, by index; three rows and the rest as a number. */
export function CardInstances({ instances }: { readonly instances: readonly SessionView[] }) {
  const selectedId = useRun((state) => selectedSession(state)?.sessionId);
  const rest = instances.length - ROWS;
  return (
    <div className="px-1 pb-2">
      {inView(instances, selectedId).map((session) => (
        <InstanceRow
          key={session.sessionId}
          session={session}
          place={instances.indexOf(session) + 1}
          isSelected={session.sessionId === selectedId}
          isDense={rest > 0}
        />
      ))}
      {rest > 0 ? <div className="h-4 px-1.5 text-11 text-text-3">{rest} more</div> : null}
    </div>
  );
}

/** The first three, with the selected one in place of the last when it stands further down. */
function inView(instances: readonly SessionView[], selectedId: string | undefined): readonly SessionView[] {
  const first = instances.slice(0, ROWS);
  const selected = instances.find((session) => session.sessionId === selectedId);
  return selected && !first.includes(selected) ? [...first.slice(0, ROWS - 1), selected] : first;
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
  const task = firstLine(session.task);
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-pressed={isSelected}
      onClick={(event) => {
        event.stopPropagation();
        store.select(session.sessionId);
      }}
      className={classNames(
        look.className,
        "nopan flex w-full items-center gap-1.5 rounded-1 px-1.5 text-left text-12",
        isDense ? "h-[18px]" : "h-[22px]",
        isCalling ? "bg-st-tool-soft text-st-tool" : "text-text-2 hover:bg-surface-3",
        isSelected && "font-medium text-text",
      )}
    >
      <span className="sr-only">Instance</span>
      <span className={classNames("num w-3.5 flex-none text-11", !isCalling && "text-text-3")}>{place}</span>
      <look.icon className="size-3 text-state" />
      <span
        dir="auto"
        className={classNames("min-w-0 flex-1 truncate", isCalling && "mono text-11 font-medium")}
      >
        {isCalling ? (openCall(session)?.name ?? "tool") : task}
      </span>
      <span className="num flex-none text-11 text-text-3">
        {formatClock((session.finishedAt ?? now) - session.startedAt)}
      </span>
      <span className="sr-only">{isCalling ? `, ${look.word}: ${task}` : `, ${look.word}`}</span>
    </button>
  );
}
