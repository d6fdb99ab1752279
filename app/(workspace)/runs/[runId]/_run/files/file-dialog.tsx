"use client";

import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { Button } from "@/app/_ui/button.tsx";
import { CodeBlock } from "@/app/_ui/code-block.tsx";
import { Dialog } from "@/app/_ui/dialog.tsx";
import { formatSize } from "@/app/_ui/format-size.ts";
import { Markdown } from "@/app/_ui/markdown.tsx";
import { Note } from "@/app/_ui/note.tsx";
import { Loading, Skeleton } from "@/app/_ui/skeleton.tsx";
import { fileKind } from "./file-kind.ts";
import type { ShownFile } from "./shown-file.ts";
import { TablePreview } from "./table-preview.tsx";

interface FileDialogProps {
  readonly file: ShownFile;
  readonly onClose: () => void;
}

/** Larger files are only downloaded. */
const MOST_PREVIEWED = 2_000_000;

/** A look inside a file, and the way to keep it. */
export function FileDialog({ file, onClose }: FileDialogProps) {
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={file.name}
      description={[file.mediaType, formatSize(file.size)].filter(Boolean).join(", ")}
      className="max-w-[56rem]"
      footer={
        <Button asChild size={32} variant="primary">
          <a href={file.address} download={file.name}>
            <Download />
            Download
          </a>
        </Button>
      }
    >
      <Preview file={file} />
    </Dialog>
  );
}

function Preview({ file }: { readonly file: ShownFile }) {
  const kind = fileKind(file);
  if (kind === "none")
    return <Note>This kind of file is not shown here. Download it to open it with its own program.</Note>;
  if (file.size > MOST_PREVIEWED)
    return <Note>The file is too large to be shown here. Download it to read it.</Note>;
  if (kind === "image") {
    return (
      // biome-ignore lint/performance/noImgElement: bytes of unknown size from our own server
      <img
        src={file.address}
        alt={file.name}
        className="mx-auto max-h-[65dvh] max-w-full rounded-2 border bg-surface-2"
      />
    );
  }
  return <TextPreview file={file} />;
}

function TextPreview({ file }: { readonly file: ShownFile }) {
  const text = useQuery({
    queryKey: ["file", file.address],
    queryFn: ({ signal }) => readText(file.address, signal),
    ...(file.isFixed ? { staleTime: Number.POSITIVE_INFINITY } : { staleTime: 0, gcTime: 0 }),
    retry: false,
  });
  if (text.isPending) {
    return (
      <Loading label="Reading the file" className="flex flex-col gap-2">
        <Skeleton />
        <Skeleton className="h-2.5 w-4/5" />
        <Skeleton className="h-2.5 w-2/3" />
      </Loading>
    );
  }
  if (text.isLoadingError) {
    return (
      <Note tone="fail" action={<Button onClick={() => void text.refetch()}>Try again</Button>}>
        {text.error.message}
      </Note>
    );
  }
  const kind = fileKind(file);
  if (text.data === "") return <Note>The file is empty.</Note>;
  if (kind === "table") return <TablePreview text={text.data} name={file.name} />;
  if (kind === "markdown") return <Markdown text={text.data} isReading />;
  return <CodeBlock code={text.data} label={file.name} className="max-h-[65dvh]" />;
}

async function readText(address: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(address, { signal });
  if (response.ok) return response.text();
  throw new Error(
    response.status === 404
      ? "The file is gone from the data folder."
      : "The file could not be read. Try again.",
  );
}
