"use client";

import { FileText } from "lucide-react";
import { formatSize } from "@/app/_ui/format-size.ts";
import type { ArtifactReference } from "@/server/contract/tool-result.ts";
import { useRunContext } from "../store/run-context.tsx";
import { useOpenFile } from "./file-context.tsx";
import { artifactFile } from "./shown-file.ts";

interface FileChipProps {
  readonly file: ArtifactReference;
}

/** A file by name and size: press it to look inside. */
export function FileChip({ file }: FileChipProps) {
  const { isReadOnly } = useRunContext();
  const openFile = useOpenFile();
  return (
    <button
      type="button"
      disabled={isReadOnly}
      onClick={() => openFile(artifactFile(file))}
      className="inline-flex h-6 max-w-full items-center gap-1.5 rounded-1 border bg-surface px-1.5 font-sans text-11 font-medium text-text enabled-hover:bg-surface-3 pointer-coarse:h-11"
    >
      <FileText className="size-3" />
      <span className="truncate">{file.name}</span>
      <span className="num flex-none font-normal text-text-3">{formatSize(file.size)}</span>
    </button>
  );
}
