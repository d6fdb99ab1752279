"use client";

import type { KeyboardEvent } from "react";
import { EmptyState } from "@/app/_ui/empty-state.tsx";
import { TabPanel, Tabs } from "@/app/_ui/tabs.tsx";
import { FilesTab } from "../files/files-tab.tsx";
import { useRun, useRunCalmly } from "../store/run-context.tsx";
import { selectedSession } from "../store/selection.ts";
import { ActivityTab } from "./activity-tab.tsx";
import { AnswerTab } from "./answer-tab.tsx";
import { IdleHeader, SessionHeader } from "./session-header.tsx";
import { SteerBox } from "./steer-box.tsx";
import { Transcript } from "./transcript.tsx";

export type PanelTab = "answer" | "transcript" | "activity" | "files";

interface RunPanelProps {
  readonly tab: PanelTab;
  readonly onTab: (tab: PanelTab) => void;
  /** Esc was pressed: back to the card. */
  readonly onLeave: () => void;
}

/** Everything in words: the answer, one agent's transcript, what all did, the files. */
export function RunPanel({ tab, onTab, onLeave }: RunPanelProps) {
  const session = useRun(selectedSession);
  const idle = useRun((state) => state.selectedAgent);
  const isOver = useRun(({ shown }) => shown.finishedAt !== null);
  // Counts beside the tabs move a few times a second: the panel is not drawn anew with every event of everybody.
  const events = useRunCalmly(({ shown }) => shown.activity.length);
  const files = useRunCalmly(({ shown }) => shown.artifacts.length);
  const shown = tab === "answer" && !isOver ? "transcript" : tab;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape" && !event.defaultPrevented) onLeave();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Esc leaves the panel from anywhere inside
    <div className="flex h-full min-h-0 flex-col bg-surface" onKeyDown={onKeyDown}>
      {session ? <SessionHeader session={session} /> : null}
      {idle === null || session ? null : <IdleHeader agentId={idle} />}
      <Tabs
        label="Run"
        value={shown}
        onValueChange={onTab}
        tabs={[
          ...(isOver ? [{ value: "answer" as const, label: "Answer" }] : []),
          { value: "transcript", label: "Transcript" },
          { value: "activity", label: "Activity", count: events },
          { value: "files", label: "Files", count: files },
        ]}
        className="flex-1"
      >
        {isOver ? (
          <TabPanel value="answer">
            <AnswerTab />
          </TabPanel>
        ) : null}
        <TabPanel value="transcript">
          {session ? (
            <div className="flex h-full min-h-0 flex-col">
              <div className="min-h-0 flex-1">
                <Transcript key={session.sessionId} session={session} />
              </div>
              <SteerBox key={`steer-${session.sessionId}`} session={session} />
            </div>
          ) : (
            <NoTranscript isIdle={idle !== null} />
          )}
        </TabPanel>
        <TabPanel value="activity">
          <ActivityTab />
        </TabPanel>
        <TabPanel value="files">
          <FilesTab />
        </TabPanel>
      </Tabs>
    </div>
  );
}

function NoTranscript({ isIdle }: { readonly isIdle: boolean }) {
  return isIdle ? (
    <EmptyState title="Not called yet" isInline>
      Its transcript begins when the agent above it delegates a task.
    </EmptyState>
  ) : (
    <EmptyState title="Nothing has happened yet" isInline>
      The transcript of the lead begins with the first event of the run.
    </EmptyState>
  );
}
