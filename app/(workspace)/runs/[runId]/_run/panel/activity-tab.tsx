"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { memo, useMemo, useRef, useState } from "react";
import { agentStates } from "@/app/_ui/agent-state.ts";
import { classNames } from "@/app/_ui/class-names.ts";
import { formatClock } from "@/app/_ui/format-duration.ts";
import { ScrollBox } from "@/app/_ui/scroll-box.tsx";
import { useRun, useRunCalmly, useRunContext } from "../store/run-context.tsx";
import { type ActivityRow, createActivityRows } from "./activity-rows.ts";
import { useOpenTranscript } from "./panel-context.tsx";
import { useStickToEnd } from "./use-stick-to-end.ts";

const ROW_HEIGHT = 40;

/** Everything all agents did, in order. A row opens the transcript it belongs to. */
export function ActivityTab() {
  const activity = useRunCalmly(({ shown }) => shown.activity);
  const begin = useRun(({ shown }) => shown.startedAt) ?? 0;
  const [toRows] = useState(createActivityRows);
  const rows = useMemo(() => toRows(activity), [toRows, activity]);
  const box = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: rows.count,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
  });
  const { onScroll } = useStickToEnd(box, virtualizer.getTotalSize(), "activity");
  return (
    <ScrollBox
      ref={box}
      onScroll={onScroll}
      aria-label="Activity of all agents"
      className="h-full overflow-y-auto overscroll-contain focus-inside"
    >
      <ol className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map((item) => {
          const row = rows.at(item.index);
          return row ? <ActivityLine key={row.event.seq} row={row} begin={begin} top={item.start} /> : null;
        })}
      </ol>
    </ScrollBox>
  );
}

interface ActivityLineProps {
  readonly row: ActivityRow;
  readonly begin: number;
  readonly top: number;
}

const ActivityLine = memo(function ActivityLine({
  row: { event, state, text, detail },
  begin,
  top,
}: ActivityLineProps) {
  const { store } = useRunContext();
  const openTranscript = useOpenTranscript();
  const look = agentStates[state];
  const { sessionId } = event;
  return (
    <li className="absolute inset-x-0 h-10" style={{ transform: `translateY(${top}px)` }}>
      <button
        type="button"
        disabled={sessionId === undefined}
        onClick={() => {
          if (sessionId === undefined) return;
          store.select(sessionId);
          openTranscript();
        }}
        className={classNames(
          look.className,
          "flex size-full items-center gap-2.5 px-4 text-left text-12 focus-inside enabled:hover:bg-surface-3",
        )}
      >
        <span className="num w-9 flex-none text-right text-11 text-text-3">
          {formatClock(Date.parse(event.at) - begin)}
        </span>
        <look.icon className="size-3 text-state" />
        <span className="min-w-0 flex-1">
          <span className="block truncate">
            {event.agent === undefined ? null : <bdi className="font-medium">{event.agent} </bdi>}
            <span className={event.agent === undefined ? "font-medium" : "text-text-2"}>{text}</span>
          </span>
          {detail === "" ? null : (
            <span dir="auto" className="block truncate text-11 leading-[14px] text-text-3">
              {detail}
            </span>
          )}
        </span>
      </button>
    </li>
  );
});
