"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type ArchivedSkill, MAX_SENT_ARCHIVE } from "@/server/contract/skill-desk.ts";
import { errorText } from "../../../../_trpc/error-text.ts";
import { toBase64 } from "../../../../_trpc/to-base64.ts";
import { useTRPC, useTRPCClient } from "../../../../_trpc/use-trpc.ts";
import { Button } from "../../../../_ui/button.tsx";
import { Checkbox } from "../../../../_ui/checkbox.tsx";
import { Dialog } from "../../../../_ui/dialog.tsx";
import { FileChoice } from "../../../../_ui/file-choice.tsx";
import { Note } from "../../../../_ui/note.tsx";
import { showToast } from "../../../../_ui/toast-store.ts";
import { ArchivedSkillView } from "./archived-skill-view.tsx";

interface InstallDialogProps {
  readonly onClose: () => void;
}

/** Installs the skills of an archive, after showing what they are and what would be written. */
export function InstallDialog({ onClose }: InstallDialogProps) {
  const [isReplacing, setIsReplacing] = useState(false);
  const { look, install } = useArchive(onClose);
  const skills = look.data?.skills ?? [];
  const usable = skills.filter((skill) => skill.isUsable);
  const isBlocked = usable.some((skill) => skill.isTaken) && !isReplacing;
  const error = look.error ?? install.error;
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      className="max-w-[40rem]"
      title="Install a skill"
      description="From a .zip or .tar.gz. You see what is in it before anything is written. A skill runs code on this machine: install only what you trust."
      footer={
        <Button
          size={32}
          variant="primary"
          disabled={usable.length === 0 || isBlocked || look.isPending || install.isPending}
          onClick={() => look.data && install.mutate({ ...look.data.archive, isReplacing })}
        >
          {install.isPending ? "Installing" : installText(usable)}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <FileChoice
          label="Archive of a skill"
          accept=".zip,.tgz,.gz,.skill,application/zip,application/gzip"
          fileName={look.variables?.name}
          onChoose={(file) => {
            install.reset();
            // It was meant for what the other file holds.
            setIsReplacing(false);
            look.mutate(file);
          }}
        />
        {look.isPending ? (
          <p role="status" className="text-12 text-text-3">
            Looking into it
          </p>
        ) : null}
        {skills.map((skill) => (
          <ArchivedSkillView key={skill.name} skill={skill} />
        ))}
        {usable.some((skill) => skill.isTaken) ? (
          <Checkbox
            label="Replace what is there"
            hint="The skill of the same name in the data folder is deleted"
            isChecked={isReplacing}
            onChange={setIsReplacing}
          />
        ) : null}
        {error ? (
          <Note tone="fail">
            <span className="whitespace-pre-wrap wrap-anywhere">{errorText(error)}</span>
          </Note>
        ) : null}
      </div>
    </Dialog>
  );
}

function installText(usable: readonly ArchivedSkill[]): string {
  return usable.length > 1 ? `Install ${usable.length} skills` : "Install";
}

function useArchive(onDone: () => void) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const look = useMutation({
    mutationFn: async (file: File) => {
      if (file.size > MAX_SENT_ARCHIVE)
        throw new Error("It is larger than 30 MB. Install it with npx openhive skills install.");
      const archive = { fileName: file.name, base64: await toBase64(file) };
      return { archive, skills: await client.skills.inspectArchive.mutate(archive) };
    },
  });
  const install = useMutation(
    trpc.skills.installArchive.mutationOptions({
      onSuccess: (skills) => {
        const names = skills.filter((skill) => skill.isUsable).map((skill) => skill.name);
        showToast({ kind: "done", text: `Installed: ${names.join(", ")}` });
        void queryClient.invalidateQueries(trpc.skills.pathFilter());
        onDone();
      },
    }),
  );
  return { look, install };
}
