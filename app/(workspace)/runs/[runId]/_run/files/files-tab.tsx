"use client";

import { Download, FileImage, FileSpreadsheet, FileText, type LucideIcon } from "lucide-react";
import { EmptyState } from "@/app/_ui/empty-state.tsx";
import { formatSize } from "@/app/_ui/format-size.ts";
import { Tooltip } from "@/app/_ui/tooltip.tsx";
import { useRun, useRunContext } from "../store/run-context.tsx";
import type { ArtifactView } from "../view/run-view.ts";
import { useOpenFile } from "./file-context.tsx";
import { type FileKind, fileAddress, fileKind } from "./file-kind.ts";
import { artifactFile } from "./shown-file.ts";
import { WorkspaceFiles } from "./workspace-files.tsx";

const icons: Readonly<Record<FileKind, LucideIcon>> = {
  table: FileSpreadsheet,
  image: FileImage,
  markdown: FileText,
  text: FileText,
  none: FileText,
};

/** Every file of the run: what was attached, and what agents made. */
export function FilesTab() {
  const files = useRun(({ shown }) => shown.artifacts);
  const { runId, isReadOnly } = useRunContext();
  return (
    <div className="h-full overflow-y-auto py-1">
      {files.length === 0 ? (
        <EmptyState title="No files handed over" isInline>
          Files you attach to the task and files that agents hand over stand here, to look at and to download.
        </EmptyState>
      ) : (
        <ul>
          {files.map((file) => (
            <FileRow key={file.artifactId} file={file} />
          ))}
        </ul>
      )}
      {isReadOnly ? null : <WorkspaceFiles runId={runId} />}
    </div>
  );
}

function FileRow({ file }: { readonly file: ArtifactView }) {
  const { isReadOnly } = useRunContext();
  const openFile = useOpenFile();
  const Icon = icons[fileKind(file)];
  return (
    <li className="flex items-center gap-1 px-2">
      <button
        type="button"
        disabled={isReadOnly}
        onClick={() => openFile(artifactFile(file))}
        className="flex h-12 min-w-0 flex-1 items-center gap-3 rounded-2 px-2 text-left focus-inside hover:bg-surface-3"
      >
        <Icon className="size-4 text-text-3" />
        <span className="min-w-0 flex-1">
          <span className="block truncate font-medium">{file.name}</span>
          <span className="num block truncate text-11 text-text-3">
            {file.isAttachment ? "Attached to the task" : `By ${file.agentName ?? "an agent"}`},{" "}
            {formatSize(file.size)}
            {file.handedOver === undefined ? "" : ", handed over"}
            {file.handedOver ? `: ${file.handedOver}` : ""}
          </span>
        </span>
      </button>
      {isReadOnly ? null : (
        <Tooltip label="Download">
          <a
            href={fileAddress(file.artifactId)}
            download={file.name}
            aria-label={`Download ${file.name}`}
            className="grid size-8 flex-none place-items-center rounded-2 text-text-2 hover:bg-surface-3 pointer-coarse:size-11"
          >
            <Download className="size-3.5" />
          </a>
        </Tooltip>
      )}
    </li>
  );
}
