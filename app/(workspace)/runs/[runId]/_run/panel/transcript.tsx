"use client";

import { ScrollBox } from "@/app/_ui/scroll-box.tsx";
import "./transcript.css";
import { useVirtualizer } from "@tanstack/react-virtual";
import { ArrowDown } from "lucide-react";
import { memo, useMemo, useRef } from "react";
import { Button } from "@/app/_ui/button.tsx";
import type { SessionView, TranscriptEntry } from "../view/run-view.ts";
import { LaterEntries } from "./later-entries.tsx";
import { TranscriptEnd } from "./transcript-end.tsx";
import { TranscriptRow } from "./transcript-row.tsx";
import { TranscriptStream } from "./transcript-stream.tsx";
import { useComeToReviewed } from "./use-come-to-reviewed.ts";
import { useStickToEnd } from "./use-stick-to-end.ts";

interface TranscriptProps {
  readonly session: SessionView;
}

interface LiveRow<Kind extends string> {
  readonly kind: Kind;
  readonly key: string;
}
type Row = TranscriptEntry | LiveRow<"stream"> | LiveRow<"end">;

const HEIGHTS: Readonly<Record<Row["kind"], number>> = {
  message: 64,
  text: 84,
  call: 38,
  note: 28,
  stream: 60,
  end: 44,
};

/** One agent's conversation: what it was asked, what it said, what it called. Only what is in view is drawn. */
export const Transcript = memo(function Transcript({ session }: TranscriptProps) {
  const box = useRef<HTMLDivElement>(null);
  const rows = useMemo(() => toRows(session), [session]);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: (index) => HEIGHTS[rows[index]?.kind ?? "text"],
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 6,
  });
  const { onScroll, isAtEnd, goToEnd } = useStickToEnd(box, virtualizer.getTotalSize(), session.sessionId);
  useComeToReviewed(session, virtualizer);
  const items = virtualizer.getVirtualItems();
  return (
    <div className="relative h-full min-h-0">
      <ScrollBox
        ref={box}
        onScroll={onScroll}
        aria-label={`Transcript of ${session.agentName}`}
        className="h-full overflow-y-auto overscroll-contain focus-inside"
        data-transcript={session.sessionId}
      >
        <div className="relative w-full" style={{ height: virtualizer.getTotalSize() }}>
          <div
            className="absolute inset-x-0 top-0"
            style={{ transform: `translateY(${items[0]?.start ?? 0}px)` }}
          >
            {items.map((item) => {
              const row = rows[item.index];
              return (
                <div key={item.key} data-index={item.index} ref={virtualizer.measureElement} className="px-4">
                  {row ? <RowContent row={row} session={session} /> : null}
                </div>
              );
            })}
          </div>
        </div>
      </ScrollBox>
      {isAtEnd ? null : (
        <Button className="absolute bottom-3 left-1/2 -translate-x-1/2" onClick={goToEnd}>
          <ArrowDown />
          {session.finishedAt === null ? "To what is new" : "To the end"}
        </Button>
      )}
    </div>
  );
});

function RowContent({ row, session }: { readonly row: Row; readonly session: SessionView }) {
  switch (row.kind) {
    case "stream":
      return <TranscriptStream session={session} />;
    case "end":
      return (
        <>
          <TranscriptEnd session={session} />
          <LaterEntries session={session} />
        </>
      );
    default:
      return <TranscriptRow entry={row} session={session} />;
  }
}

function toRows(session: SessionView): readonly Row[] {
  const rows: Row[] = [...session.transcript];
  if (session.stream && session.stream.text !== "")
    rows.push({ kind: "stream", key: `s${session.stream.turn}` });
  rows.push({ kind: "end", key: "end" });
  return rows;
}
