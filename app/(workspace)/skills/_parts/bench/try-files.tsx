"use client";

import { Paperclip, X } from "lucide-react";
import { useRef } from "react";
import { Button, IconButton } from "../../../../_ui/button.tsx";
import { formatSize } from "../../../../_ui/format-size.ts";

interface TryFilesProps {
  readonly files: readonly File[];
  readonly onChange: (files: readonly File[]) => void;
}

/** Files that a try finds in its working folder, as a run's would be. */
export function TryFiles({ files, onChange }: TryFilesProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className="flex flex-col items-start gap-1.5">
      <input
        ref={input}
        type="file"
        multiple
        className="hidden"
        aria-label="Files for the try"
        onChange={(event) => {
          const added = [...(event.target.files ?? [])];
          const names = new Set(added.map((file) => file.name));
          onChange([...files.filter((file) => !names.has(file.name)), ...added]);
          event.target.value = "";
        }}
      />
      {files.length > 0 ? (
        <ul aria-label="Files in the working folder" className="flex w-full flex-col">
          {files.map((file) => (
            <li key={file.name} className="flex min-h-8 items-center gap-2 text-12">
              <span className="mono min-w-0 truncate">{file.name}</span>
              <span className="num text-11 text-text-3">{formatSize(file.size)}</span>
              <IconButton
                label={`Take ${file.name} away`}
                onClick={() => onChange(files.filter((other) => other !== file))}
              >
                <X />
              </IconButton>
            </li>
          ))}
        </ul>
      ) : null}
      <Button variant="ghost" className="-ml-2.5" onClick={() => input.current?.click()}>
        <Paperclip />
        Add files it can open
      </Button>
    </div>
  );
}
