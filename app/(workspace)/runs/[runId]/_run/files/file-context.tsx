"use client";

import { createContext, type ReactNode, useContext, useState } from "react";
import { FileDialog } from "./file-dialog.tsx";
import type { ShownFile } from "./shown-file.ts";

const FileContext = createContext<(file: ShownFile) => void>(() => undefined);

/** Lets anything below open a file of the run in a dialog. */
export function FileProvider({ children }: { readonly children: ReactNode }) {
  const [file, setFile] = useState<ShownFile | null>(null);
  return (
    <FileContext value={setFile}>
      {children}
      {file ? <FileDialog key={file.address} file={file} onClose={() => setFile(null)} /> : null}
    </FileContext>
  );
}

export function useOpenFile(): (file: ShownFile) => void {
  return useContext(FileContext);
}
