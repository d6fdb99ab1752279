"use client";

import { type ReactNode, useState } from "react";
import { classNames } from "@/app/_ui/class-names.ts";
import { CopyButton } from "@/app/_ui/code-block.tsx";
import { resultText } from "@/server/contract/tool-result.ts";
import { FileChip } from "../files/file-chip.tsx";
import { CallQuestion } from "../question/call-question.tsx";
import { errorWords, inputText, readableText } from "../view/call-look.ts";
import type { CallView } from "../view/run-view.ts";
import { ChildSessions } from "./child-sessions.tsx";

interface CallDetailsProps {
  readonly call: CallView;
}

/** Arguments, result and what came with it. */
export function CallDetails({ call }: CallDetailsProps) {
  const isQuestion = call.state === "person" && call.waitId !== null;
  return (
    <>
      {isQuestion ? null : (
        <Row label="In">
          <LongText text={inputText(call)} label={`Arguments of ${call.name}`} />
        </Row>
      )}
      {call.children.length > 0 ? (
        <Row label="To">
          <ChildSessions sessionIds={call.children} />
        </Row>
      ) : null}
      {isQuestion && call.waitId !== null ? <CallQuestion waitId={call.waitId} /> : null}
      <CallResult call={call} />
      {call.logs.trim() === "" ? null : (
        <Row label="Log">
          <LongText text={call.logs.trimEnd()} label={`What ${call.name} printed`} />
        </Row>
      )}
      {call.artifacts.length > 0 ? (
        <Row label="Files">
          <span className="flex flex-wrap gap-1">
            {call.artifacts.map((file) => (
              <FileChip key={file.artifactId} file={file} />
            ))}
          </span>
        </Row>
      ) : null}
    </>
  );
}

function CallResult({ call: { result, name, state } }: CallDetailsProps) {
  if (state === "stopped" && !result) return <Row label="Out">Stopped before there was a result</Row>;
  if (!result) return null;
  if (result.status === "error") {
    return (
      <Row label="Out">
        <span className="block font-sans text-12 text-st-fail">{errorWords[result.code]}</span>
        <LongText text={result.message} label={`Why ${name} failed`} />
        {result.hint ? <span className="mt-1 block font-sans text-12 text-text-2">{result.hint}</span> : null}
      </Row>
    );
  }
  return (
    <Row label="Out">
      <LongText text={readableText(resultText(result)) || "Nothing"} label={`Result of ${name}`} />
    </Row>
  );
}

interface RowProps {
  readonly label: string;
  readonly children: ReactNode;
}

function Row({ label, children }: RowProps) {
  return (
    <div className="mono grid grid-cols-[28px_minmax(0,1fr)] gap-x-2 border-t bg-surface-2 px-2.5 py-[5px] text-11 text-text-2">
      <span className="font-sans font-medium tracking-normal text-text-3">{label}</span>
      <div className="min-w-0 wrap-anywhere">{children}</div>
    </div>
  );
}

const LINES = 6;
const LETTERS = 420;

interface LongTextProps {
  readonly text: string;
  readonly label: string;
}

/** A text of any length: a few lines of it, and the whole on request in a box that scrolls. */
function LongText({ text, label }: LongTextProps) {
  const [isWhole, setIsWhole] = useState(false);
  const short = shortened(text);
  if (short === text) return <span className="whitespace-pre-wrap">{text}</span>;
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: names the scrolling box */}
      <div
        role="group"
        aria-label={label}
        tabIndex={isWhole ? 0 : undefined}
        className={classNames("whitespace-pre-wrap", isWhole && "max-h-80 overflow-auto focus-inside")}
      >
        {isWhole ? text : `${short} …`}
      </div>
      <span className="mt-0.5 flex items-center gap-2">
        <button
          type="button"
          className="rounded-1 font-sans text-11 font-medium text-accent hover:underline pointer-coarse:h-11"
          onClick={() => setIsWhole(!isWhole)}
        >
          {isWhole ? "Show less" : `Show all, ${text.length.toLocaleString("en")} characters`}
        </button>
        {isWhole ? <CopyButton text={text} label={label} className="!size-5" /> : null}
      </span>
    </>
  );
}

function shortened(text: string): string {
  const lines = text.split("\n", LINES + 1);
  const few = lines.length > LINES ? lines.slice(0, LINES).join("\n") : text;
  return few.length > LETTERS ? few.slice(0, LETTERS) : few;
}
