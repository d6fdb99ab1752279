"use client";

import { useQuery } from "@tanstack/react-query";
import { Download, FileText } from "lucide-react";
import { useEffect, useRef } from "react";
import { useTRPC } from "@/app/_trpc/use-trpc.ts";
import { formatSize } from "@/app/_ui/format-size.ts";
import { Tooltip } from "@/app/_ui/tooltip.tsx";
import { useRunCalmly } from "../store/run-context.tsx";
import { useOpenFile } from "./file-context.tsx";
import { type ShownFile, workspaceFile } from "./shown-file.ts";

interface WorkspaceFilesProps {
  readonly runId: string;
}

/** Milliseconds between two looks at the folder, however much is written. */
const PAUSE_MS = 2_000;

/** What lies in the folder that the run's agents work in, as it is now. */
export function WorkspaceFiles({ runId }: WorkspaceFilesProps) {
  const trpc = useTRPC();
  const { data, isFetching, refetch } = useQuery(trpc.runs.workspace.queryOptions({ runId }));
  const openFile = useOpenFile();
  // Files change by what agents do, and the page is told of that.
  const events = useRunCalmly(({ view }) => view.activity.length, PAUSE_MS);
  const lookedAt = useRef(0);
  useEffect(() => {
    // A look that has begun may miss what was written since: when it is over, it is looked again.
    if (isFetching || events === lookedAt.current) return;
    lookedAt.current = events;
    void refetch();
  }, [events, isFetching, refetch]);
  if (data === undefined || data.files.length === 0) return null;
  return (
    <section aria-label="Workspace">
      <h3 className="px-4 pt-3 pb-1 text-12 text-text-2">
        {data.isShared ? "In the org's workspace" : "In the run's workspace"}
      </h3>
      <ul>
        {data.files.map((entry) => (
          <WorkspaceRow
            key={entry.path}
            path={entry.path}
            file={workspaceFile(runId, entry)}
            onOpen={openFile}
          />
        ))}
      </ul>
      {data.isCut ? <p className="px-4 py-2 text-12 text-text-3">There are more.</p> : null}
    </section>
  );
}

interface WorkspaceRowProps {
  /** From the folder on. */
  readonly path: string;
  readonly file: ShownFile;
  readonly onOpen: (file: ShownFile) => void;
}

function WorkspaceRow({ path, file, onOpen }: WorkspaceRowProps) {
  return (
    <li className="flex items-center gap-1 px-2">
      <button
        type="button"
        onClick={() => onOpen(file)}
        className="flex min-h-8 min-w-0 flex-1 items-center gap-3 rounded-2 px-2 text-left focus-inside hover:bg-surface-3 pointer-coarse:min-h-11"
      >
        <FileText className="size-4 flex-none text-text-3" />
        <span className="min-w-0 flex-1 truncate" title={path}>
          {path}
        </span>
        <span className="num flex-none text-11 text-text-3">{formatSize(file.size)}</span>
      </button>
      <Tooltip label="Download">
        <a
          href={file.address}
          download={file.name}
          aria-label={`Download ${path}`}
          className="grid size-8 flex-none place-items-center rounded-2 text-text-2 hover:bg-surface-3 pointer-coarse:size-11"
        >
          <Download className="size-3.5" />
        </a>
      </Tooltip>
    </li>
  );
}
