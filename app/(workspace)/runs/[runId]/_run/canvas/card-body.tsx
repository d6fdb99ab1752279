"use client";

import { classNames } from "@/app/_ui/class-names.ts";
import { formatClock } from "@/app/_ui/format-duration.ts";
import { useRun, useRunContext } from "../store/run-context.tsx";
import { firstLine, plainText } from "../view/plain-text.ts";
import type { SessionView } from "../view/run-view.ts";
import { type CardModel, childrenText } from "./card-model.ts";
import { CardQuestion } from "./card-question.tsx";
import { isOutsideRun } from "./outside-run.ts";
import { ToolChip } from "./tool-chip.tsx";

/** As much of a stream as two lines can hold, and some for words that are cut. */
const TAIL = 220;

interface CardBodyProps {
  readonly agentId: string;
  readonly card: CardModel;
}

/** What a single session does, in the space its state has. */
export function CardBody({ agentId, card: { state, front } }: CardBodyProps) {
  if (!front || state === "idle") return <IdleLine agentId={agentId} />;
  switch (state) {
    case "thinking":
      return <Speech session={front} />;
    case "calling":
      return <ToolChip session={front} />;
    case "waiting-person":
      return <CardQuestion session={front} />;
    case "waiting-children":
      return <Line>{childrenText(front)}</Line>;
    case "queued":
      return <Line>{queueText(front) ?? firstLine(front.task)}</Line>;
    case "failed":
      return <Line>{firstLine(front.error ?? "") || "No reason was given"}</Line>;
    case "stopped":
      return <MomentLine word="Stopped" at={front.finishedAt ?? front.stateSince} />;
    case "paused":
      return <MomentLine word="Paused" at={front.stateSince} />;
    default:
      return <Line>{firstLine(front.answer) || "No text in the answer"}</Line>;
  }
}

/** An agent that no work came to: not yet, or never, where the run began elsewhere. */
function IdleLine({ agentId }: Pick<CardBodyProps, "agentId">) {
  const { document, begins } = useRunContext();
  const isOutside = useRun(({ view: { sessions } }) => isOutsideRun(document, { sessions, begins }, agentId));
  return <Line>{isOutside ? "Not part of this run" : "Not called yet"}</Line>;
}

function Line({ children }: { readonly children: string }) {
  return (
    <div
      aria-hidden="true"
      dir="auto"
      className="h-[26px] truncate px-2.5 text-12 text-text-2"
      title={children}
    >
      {children}
    </div>
  );
}

function Speech({ session }: { readonly session: SessionView }) {
  const { stream, turns } = session;
  const text = stream ? plainText(stream.text.slice(-TAIL)) : "";
  return (
    <div aria-hidden="true" className="flex h-[42px] px-2.5 pb-2.5 text-12 text-text-2">
      <div className="flex h-8 w-full items-end overflow-hidden">
        <span
          dir="auto"
          className={classNames("block w-full min-w-0 wrap-anywhere", text === "" && "self-start")}
        >
          {text === "" ? `Turn ${turns.at(-1)?.turn ?? 1}, no text yet` : text}
          {text === "" ? null : <span className="caret" />}
        </span>
      </div>
    </div>
  );
}

/** Its place in line, and for what; not known before it stands in one. */
function queueText({ queue, parkedFor }: SessionView): string | undefined {
  return queue && parkedFor === "slot" ? `Place ${queue.position} in line: ${queue.reason}` : undefined;
}

/** "Paused at 0:33", counted from the beginning of the run. */
function MomentLine({ word, at }: { readonly word: string; readonly at: number }) {
  const begin = useRun((state) => state.shown.startedAt) ?? at;
  return <Line>{`${word} at ${formatClock(at - begin)}`}</Line>;
}
