"use client";

import { Markdown } from "@/app/_ui/markdown.tsx";
import type { SessionView } from "../view/run-view.ts";
import { Who } from "./transcript-row.tsx";

interface TranscriptStreamProps {
  readonly session: SessionView;
}

/** What the model is writing now. Not a live region: it would talk without end. */
export function TranscriptStream({
  session: { stream, turns, agentName, stateSince },
}: TranscriptStreamProps) {
  return (
    <div className="pt-1.5 pb-2">
      <Who at={turns.at(-1)?.startedAt ?? stateSince}>
        <bdi>{agentName}</bdi>
      </Who>
      <div className="streaming">
        <Markdown text={stream?.text ?? ""} />
      </div>
    </div>
  );
}
