"use client";

import { useQuery } from "@tanstack/react-query";
import type { SkillFileText } from "@/server/contract/skill-desk.ts";
import { errorText } from "../../../../_trpc/error-text.ts";
import { useTRPC } from "../../../../_trpc/use-trpc.ts";
import { CodeBlock } from "../../../../_ui/code-block.tsx";
import { Note } from "../../../../_ui/note.tsx";
import { Loading, Skeleton } from "../../../../_ui/skeleton.tsx";
import { showHidden } from "./show-hidden.ts";

interface FileViewProps {
  readonly skill: string;
  readonly path: string;
}

/** One file of a skill, in colours, with everything written out that a person would not see. */
export function FileView({ skill, path }: FileViewProps) {
  const file = useQuery(useTRPC().skills.file.queryOptions({ name: skill, path }));
  if (file.data) return <Shown file={file.data} />;
  if (file.isLoadingError) {
    return (
      <Note tone="fail" className="mb-3">
        {errorText(file.error)}
      </Note>
    );
  }
  return (
    <Loading label={`Loading ${path}`} className="pb-3">
      <Skeleton className="h-24" />
    </Loading>
  );
}

interface ShownProps {
  readonly file: SkillFileText;
}

function Shown({ file }: ShownProps) {
  if (file.text === null)
    return <p className="pb-3 text-12 text-text-2">It is no text. Agents get it as a file.</p>;
  return (
    <div className="flex flex-col gap-2 pb-3">
      {file.hidden.map(({ line, what }) => (
        <Note key={`${line} ${what}`} tone="warn">
          {what}: line {line}. They are written out below between ‹ and ›.
        </Note>
      ))}
      {file.text === "" ? (
        <p className="text-12 text-text-3">It is empty.</p>
      ) : (
        <CodeBlock
          label={file.path}
          code={showHidden(file.text)}
          language={file.path.split(".").at(-1)}
          className="max-h-[32rem]"
        />
      )}
      {file.isCut ? <p className="text-12 text-text-3">Only its beginning is shown here.</p> : null}
    </div>
  );
}
