"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { FileArchive } from "lucide-react";
import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import type { ImportedOrg } from "@/server/contract/org-files.ts";
import { errorText } from "../../../_trpc/error-text.ts";
import { useTRPC, useTRPCClient } from "../../../_trpc/use-trpc.ts";
import { Button } from "../../../_ui/button.tsx";
import { Dialog } from "../../../_ui/dialog.tsx";
import { formatSize } from "../../../_ui/format-size.ts";
import { Note } from "../../../_ui/note.tsx";
import { toBase64 } from "../[orgId]/_canvas/model/base64.ts";

/** Largest archive that is taken, in bytes. */
const LARGEST = 20_000_000;

interface ImportOrgDialogProps {
  readonly onClose: () => void;
}

interface ReadArchive {
  readonly archive: string;
  readonly found: ImportedOrg;
}

/** Takes a zip archive of an exported org: looks first, says what is missing here, and adds it when told to. */
export function ImportOrgDialog({ onClose }: ImportOrgDialogProps) {
  const client = useTRPCClient();
  const input = useRef<HTMLInputElement>(null);
  const look = useMutation({
    mutationFn: async (file: File): Promise<ReadArchive> => {
      if (file.size > LARGEST) throw new Error(`${file.name} is larger than ${formatSize(LARGEST)}`);
      const archive = toBase64(new Uint8Array(await file.arrayBuffer()));
      return { archive, found: await client.orgs.importArchive.mutate({ archive, isDryRun: true }) };
    },
  });
  const add = useAddOrg();
  const [fileName, setFileName] = useState<string>();
  const error = add.error ?? look.error;
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title="Import an org"
      description="A zip archive that Export made: org.yaml and one Markdown file an agent. Keys are never in it."
      className="max-w-[36rem]"
      footer={
        <Button
          size={32}
          variant="primary"
          disabled={!look.data || look.isPending || add.isPending}
          onClick={() => look.data && add.mutate(look.data.archive)}
        >
          {add.isPending ? "Importing" : "Import org"}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <div className="flex min-w-0 items-center gap-3">
          <Button size={32} onClick={() => input.current?.click()}>
            <FileArchive />
            Choose a file
          </Button>
          <span className="min-w-0 truncate text-12 text-text-2">{fileName ?? "No file chosen"}</span>
          <input
            ref={input}
            type="file"
            accept=".zip,application/zip"
            hidden
            aria-label="Archive of an org"
            onChange={(event) => {
              const [file] = event.target.files ?? [];
              event.target.value = "";
              if (!file) return;
              setFileName(file.name);
              add.reset();
              look.mutate(file);
            }}
          />
        </div>
        {look.data && !look.isPending ? <Found found={look.data.found} /> : null}
        {error ? (
          <Note tone="fail">
            <span className="whitespace-pre-wrap wrap-anywhere">{errorText(error)}</span>
          </Note>
        ) : null}
      </div>
    </Dialog>
  );
}

interface FoundProps {
  readonly found: ImportedOrg;
}

function Found({ found: { name, agentCount, problems } }: FoundProps) {
  return (
    <div role="status" className="flex flex-col gap-2">
      <p>
        <span dir="auto" className="font-semibold">
          {name}
        </span>{" "}
        <span className="num text-12 text-text-3">
          {agentCount === 1 ? "1 agent" : `${agentCount} agents`}
        </span>
      </p>
      {problems.length > 0 ? (
        <Note tone="warn">
          <p>Not everything it refers to is here. It can be imported all the same:</p>
          <ul className="mt-1 max-h-40 list-disc overflow-y-auto pl-4">
            {problems.map((problem) => (
              <li key={`${problem.agentId ?? ""} ${problem.message}`} className="wrap-anywhere">
                {problem.message}
              </li>
            ))}
          </ul>
        </Note>
      ) : null}
    </div>
  );
}

function useAddOrg() {
  const client = useTRPCClient();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const router = useRouter();
  return useMutation({
    mutationFn: (archive: string) => client.orgs.importArchive.mutate({ archive, isDryRun: false }),
    onSuccess: async ({ org }) => {
      if (org) router.push(`/orgs/${org.slug}`);
      await queryClient.invalidateQueries({ queryKey: trpc.orgs.list.queryKey() });
    },
  });
}
