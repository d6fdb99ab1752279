"use client";

import { Check, Download, X } from "lucide-react";
import type { SkillTryOutcome, TryFile } from "@/server/contract/skill-desk.ts";
import { Button } from "../../../../_ui/button.tsx";
import { CodeBlock } from "../../../../_ui/code-block.tsx";
import { formatDuration } from "../../../../_ui/format-duration.ts";
import { formatSize } from "../../../../_ui/format-size.ts";
import { jsonText } from "../../../../_ui/json-text.ts";
import { Note } from "../../../../_ui/note.tsx";

interface TryResultProps {
  readonly outcome: SkillTryOutcome;
}

/** What came of a try: what the model would read, what was printed, the files made and how long it took. */
export function TryResult({ outcome }: TryResultProps) {
  const { isOk, problem, logs, files, durationMs, peakMemory } = outcome;
  return (
    <section aria-label="Result" aria-live="polite" className="flex min-w-0 flex-col gap-3">
      <h3 className="flex items-center gap-2 text-13 font-medium">
        {isOk ? <Check className="size-3.5 text-st-done" /> : <X className="size-3.5 text-st-fail" />}
        {isOk ? "Done" : "Failed"}
        <span className="num ml-auto text-12 font-normal text-text-3">
          {formatDuration(durationMs)}
          {peakMemory === null ? null : `, ${formatSize(peakMemory)} of memory at most`}
        </span>
      </h3>
      {problem ? (
        <Note tone="fail">
          <span className="whitespace-pre-line">{problem.message}</span>
          {problem.hint ? <span className="mt-1 block whitespace-pre-line">{problem.hint}</span> : null}
        </Note>
      ) : (
        <CodeBlock
          label="Output"
          code={outputText(outcome)}
          language={languageOf(outcome)}
          className="max-h-96"
        />
      )}
      {logs.trim() ? <Logs text={logs} /> : null}
      {files.length > 0 ? <MadeFiles files={files} /> : null}
    </section>
  );
}

function isStructured({ data }: SkillTryOutcome): boolean {
  return typeof data === "object" && data !== null;
}

function outputText(outcome: SkillTryOutcome): string {
  return isStructured(outcome) ? jsonText(outcome.data) : outcome.output;
}

function languageOf(outcome: SkillTryOutcome): string | undefined {
  return isStructured(outcome) ? "json" : undefined;
}

function Logs({ text }: { readonly text: string }) {
  return (
    <div className="flex flex-col gap-1">
      <h4 className="text-12 font-medium text-text-2">Log</h4>
      <CodeBlock label="Log" code={text.trimEnd()} className="max-h-60" />
    </div>
  );
}

function MadeFiles({ files }: { readonly files: readonly TryFile[] }) {
  return (
    <div className="flex flex-col gap-1">
      <h4 className="text-12 font-medium text-text-2">Files it made</h4>
      <ul>
        {files.map((file) => (
          <li key={file.name} className="flex min-h-8 items-center gap-3 text-12">
            <span className="mono min-w-0 flex-1 truncate">{file.name}</span>
            <span className="num text-11 text-text-3">{formatSize(file.size)}</span>
            {file.base64 === null ? (
              <span className="text-text-3">Too large to fetch here</span>
            ) : (
              <Button asChild>
                <a
                  href={`data:application/octet-stream;base64,${file.base64}`}
                  download={file.name}
                  aria-label={`Download ${file.name}`}
                >
                  <Download />
                  Download
                </a>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
