"use client";

import "../../runs/[runId]/_run/panel/transcript.css";
import { useStore } from "zustand";
import { Skeleton } from "@/app/_ui/skeleton.tsx";
import type { OpenWait } from "@/server/contract/api.ts";
import type { OrgDocument } from "@/server/contract/org-document.ts";
import { TranscriptRow } from "../../runs/[runId]/_run/panel/transcript-row.tsx";
import { RunContextProvider } from "../../runs/[runId]/_run/store/run-context.tsx";
import { useRunFeed } from "../../runs/[runId]/_run/store/use-run-feed.ts";

interface LeadingUpProps {
  readonly wait: OpenWait;
}

/** The newest entries, beside the task: enough to decide by. The run's page has the rest. */
const MOST_ENTRIES = 8;

/** Nothing that is shown here looks at the drawing. */
const NO_DRAWING: OrgDocument = {
  name: "",
  description: "",
  task: "",
  agents: [],
  lines: [],
  notes: [],
  groups: [],
};

/** What the agent was told, said and did before it asked: a fold of the run's events, as on its page, to read only. */
export function LeadingUp({ wait: { runId, sessionId } }: LeadingUpProps) {
  const store = useRunFeed(runId);
  const session = useStore(store, ({ view }) => view.sessions[sessionId]);
  if (!session) return <Reading />;
  const [task, ...rest] = session.transcript;
  const newest = rest.slice(-MOST_ENTRIES);
  const hidden = rest.length - newest.length;
  return (
    <RunContextProvider runId={runId} store={store} document={NO_DRAWING} orgId={null} isReadOnly>
      {task ? <TranscriptRow entry={task} session={session} /> : null}
      {hidden > 0 ? (
        <p className="num py-1 text-12 text-text-3">
          {hidden === 1 ? "1 entry" : `${hidden} entries`} in between, on the run&#39;s page
        </p>
      ) : null}
      {newest.map((entry) => (
        <TranscriptRow key={entry.key} entry={entry} session={session} />
      ))}
    </RunContextProvider>
  );
}

function Reading() {
  return (
    <div aria-hidden="true" className="appear-late flex flex-col gap-2.5 pt-3">
      <Skeleton className="h-2.5 w-1/3" />
      <Skeleton />
      <Skeleton className="h-2.5 w-4/5" />
      <Skeleton className="mt-2 h-8 w-full" />
    </div>
  );
}
