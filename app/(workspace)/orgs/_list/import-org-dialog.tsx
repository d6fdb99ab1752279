"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type ImportedOrg, LARGEST_ORG_ARCHIVE } from "@/server/contract/org-files.ts";
import { errorText } from "../../../_trpc/error-text.ts";
import { toBase64 } from "../../../_trpc/to-base64.ts";
import { useTRPC, useTRPCClient } from "../../../_trpc/use-trpc.ts";
import { Button } from "../../../_ui/button.tsx";
import { Dialog } from "../../../_ui/dialog.tsx";
import { FileChoice } from "../../../_ui/file-choice.tsx";
import { formatSize } from "../../../_ui/format-size.ts";
import { Note } from "../../../_ui/note.tsx";
import { ScrollBox } from "../../../_ui/scroll-box.tsx";

interface ImportOrgDialogProps {
  readonly onClose: () => void;
}

interface ReadArchive {
  readonly archive: string;
  readonly found: ImportedOrg;
}

/** Takes an exported org, or a team of the older format: looks first, says what is missing here, and adds it when told to. */
export function ImportOrgDialog({ onClose }: ImportOrgDialogProps) {
  const client = useTRPCClient();
  const look = useMutation({
    mutationFn: async (file: File): Promise<ReadArchive> => {
      if (file.size > LARGEST_ORG_ARCHIVE)
        throw new Error(`${file.name} is larger than ${formatSize(LARGEST_ORG_ARCHIVE)}`);
      const archive = await toBase64(file);
      return { archive, found: await client.orgs.importArchive.mutate({ archive, isDryRun: true }) };
    },
  });
  const add = useAddOrg();
  const error = add.error ?? look.error;
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title="Import an org"
      description="A zip archive that Export made, an org as one YAML text, or a team or frame of the older OpenHive. Keys are never in it."
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
        <FileChoice
          label="Archive of an org"
          accept=".zip,.yaml,.yml,application/zip"
          fileName={look.variables?.name}
          onChoose={(file) => {
            add.reset();
            look.mutate(file);
          }}
        />
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
          <p>Not everything is here or could be taken along. It can be imported all the same:</p>
          <ScrollBox aria-label="What is not here" className="mt-1 max-h-40 overflow-y-auto">
            <ul className="list-disc pl-4">
              {problems.map((problem) => (
                <li key={`${problem.agentId ?? ""} ${problem.message}`} className="wrap-anywhere">
                  {problem.message}
                </li>
              ))}
            </ul>
          </ScrollBox>
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
