"use client";

import { FileArchive } from "lucide-react";
import { useRef } from "react";
import { Button } from "./button.tsx";

interface FileChoiceProps {
  /** What the file is, for those who hear the page: "Archive of a skill". */
  readonly label: string;
  /** As an input of files takes it. */
  readonly accept: string;
  /** Of the one that is chosen. */
  readonly fileName: string | undefined;
  readonly onChoose: (file: File) => void;
}

/** Chooses one archive; the same one can be chosen again after it was changed. */
export function FileChoice({ label, accept, fileName, onChoose }: FileChoiceProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className="flex min-w-0 items-center gap-3">
      <Button size={32} onClick={() => input.current?.click()}>
        <FileArchive />
        Choose a file
      </Button>
      <span className="min-w-0 truncate text-12 text-text-2">{fileName ?? "No file chosen"}</span>
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        aria-label={label}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          event.target.value = "";
          if (file) onChoose(file);
        }}
      />
    </div>
  );
}
