"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { errorText } from "../../../../_trpc/error-text.ts";
import { useTRPC } from "../../../../_trpc/use-trpc.ts";
import { Button } from "../../../../_ui/button.tsx";
import { Dialog } from "../../../../_ui/dialog.tsx";
import { TextField } from "../../../../_ui/text-field.tsx";

const FORM = "new-skill";

interface NewSkillDialogProps {
  readonly onClose: () => void;
}

/** A working skill to begin with, in the data folder. */
export function NewSkillDialog({ onClose }: NewSkillDialogProps) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const router = useRouter();
  const [name, setName] = useState("");
  const create = useMutation(
    trpc.skills.create.mutationOptions({
      onSuccess: async (made) => {
        await queryClient.invalidateQueries(trpc.skills.pathFilter());
        router.push(`/skills?skill=${encodeURIComponent(made.name)}`);
        onClose();
      },
    }),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate({ name });
  };
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title="New skill"
      description="A folder with a manual, one function, one example and one test, all of which work. Change them here or in your editor: this page follows."
      footer={
        <Button
          type="submit"
          form={FORM}
          size={32}
          variant="primary"
          disabled={create.isPending || !name.trim()}
        >
          {create.isPending ? "Making it" : "Make it"}
        </Button>
      }
    >
      <form id={FORM} onSubmit={submit}>
        <TextField
          label="Name"
          isMono
          autoComplete="off"
          spellCheck={false}
          placeholder="word-count"
          hint="Small letters, digits and single hyphens"
          value={name}
          error={create.isError ? errorText(create.error) : undefined}
          onChange={(event) => setName(event.target.value)}
        />
      </form>
    </Dialog>
  );
}
