"use client";

import { createContext, type ReactNode, useContext, useState } from "react";
import type { ArtifactReference } from "@/server/contract/tool-result.ts";
import { FileDialog } from "./file-dialog.tsx";

const FileContext = createContext<(file: ArtifactReference) => void>(() => undefined);

/** Lets anything below open a file of the run in a dialog. */
export function FileProvider({ children }: { readonly children: ReactNode }) {
  const [file, setFile] = useState<ArtifactReference | null>(null);
  return (
    <FileContext value={setFile}>
      {children}
      {file ? <FileDialog key={file.artifactId} file={file} onClose={() => setFile(null)} /> : null}
    </FileContext>
  );
}

export function useOpenFile(): (file: ArtifactReference) => void {
  return useContext(FileContext);
}
