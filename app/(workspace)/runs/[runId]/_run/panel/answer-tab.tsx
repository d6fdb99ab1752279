"use client";

import { CopyButton } from "@/app/_ui/code-block.tsx";
import { formatClock } from "@/app/_ui/format-duration.ts";
import { Markdown } from "@/app/_ui/markdown.tsx";
import { Note } from "@/app/_ui/note.tsx";
import { ScrollBox } from "@/app/_ui/scroll-box.tsx";
import { StateBadge } from "@/app/_ui/state-badge.tsx";
import { FileChip } from "../files/file-chip.tsx";
import { useRun } from "../store/run-context.tsx";
import { statusLook } from "../view/run-status.ts";

/** What the run came to: its answer, or why there is none. */
export function AnswerTab() {
  const view = useRun((state) => state.shown);
  // What the lead handed over, and where it chose nothing all that was made.
  const handedOver = view.artifacts.filter((file) => file.handedOver !== undefined);
  const files = handedOver.length > 0 ? handedOver : view.artifacts.filter((file) => !file.isAttachment);
  const look = statusLook(view);
  const took = (view.finishedAt ?? view.lastAt) - (view.startedAt ?? view.lastAt);
  return (
    <ScrollBox
      aria-label="Answer"
      className="h-full overflow-y-auto overscroll-contain px-4 pt-3 pb-6 focus-inside"
    >
      <div className="mb-2 flex items-center gap-2">
        <StateBadge state={look.state} word={look.word} isPill />
        <span className="num text-12 text-text-3">after {formatClock(took)}</span>
        {view.answer === "" ? null : <CopyButton text={view.answer} label="The answer" className="ml-auto" />}
      </div>
      {view.error === null || (view.status === "cancelled" && view.answer === "") ? null : (
        <Note tone="fail" className="mb-3">
          <span dir="auto">{view.error}</span>
        </Note>
      )}
      {view.answer === "" ? (
        <NoAnswer stopped={view.status === "cancelled" ? view.error : null} />
      ) : (
        <Markdown text={view.answer} isReading />
      )}
      {files.length > 0 ? (
        <div className="mt-4 border-t pt-3">
          <h3 className="mb-2 text-12 text-text-2">Files</h3>
          <div className="flex flex-wrap gap-1.5">
            {files.map((file) => (
              <FileChip key={file.artifactId} file={file} />
            ))}
          </div>
        </div>
      ) : null}
    </ScrollBox>
  );
}

/** `stopped` says by whom, where it was stopped: nothing went wrong then. */
function NoAnswer({ stopped }: { readonly stopped: string | null }) {
  return (
    <p className="text-text-2">
      {stopped === null ? "There is no answer." : "The run was stopped before it had an answer."} What the
      agents had found stands in their transcripts.
    </p>
  );
}
