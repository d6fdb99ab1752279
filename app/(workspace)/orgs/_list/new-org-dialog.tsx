"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import type { OrgSummary } from "@/server/contract/api.ts";
import { firstModel, newOrgDocument } from "@/server/contract/new-org.ts";
import { errorText } from "../../../_trpc/error-text.ts";
import { useTRPC, useTRPCClient } from "../../../_trpc/use-trpc.ts";
import { Button } from "../../../_ui/button.tsx";
import { Dialog } from "../../../_ui/dialog.tsx";
import { Note } from "../../../_ui/note.tsx";
import { Select } from "../../../_ui/select.tsx";
import { TextField } from "../../../_ui/text-field.tsx";

const BLANK = "blank";
const FORM = "new-org";

interface NewOrgDialogProps {
  /** What a new org can be copied from. */
  readonly orgs: readonly OrgSummary[];
  readonly onClose: () => void;
}

/** Names an org, draws its lead or copies another, and opens it. */
export function NewOrgDialog({ orgs, onClose }: NewOrgDialogProps) {
  const [name, setName] = useState("");
  const [start, setStart] = useState(BLANK);
  const [isTried, setIsTried] = useState(false);
  const create = useCreateOrg();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    if (name.trim() !== "") create.mutate({ name: name.trim(), copyOf: start === BLANK ? undefined : start });
  };
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title="New org"
      description="One agent leads; you draw the others below it."
      footer={
        <Button type="submit" form={FORM} size={32} variant="primary" disabled={create.isPending}>
          {create.isPending ? "Creating" : "Create org"}
        </Button>
      }
    >
      <form id={FORM} onSubmit={submit} className="flex flex-col gap-4">
        <TextField
          label="Name"
          value={name}
          maxLength={80}
          onChange={(event) => setName(event.target.value)}
          error={isTried && name.trim() === "" ? "An org needs a name" : undefined}
        />
        <Select
          label="Starts as"
          value={start}
          onValueChange={setStart}
          options={[
            { value: BLANK, label: "One lead" },
            ...orgs.map((org) => ({ value: org.id, label: `A copy of ${org.name}` })),
          ]}
        />
        {create.isError ? <Note tone="fail">{errorText(create.error)}</Note> : null}
      </form>
    </Dialog>
  );
}

interface NewOrg {
  readonly name: string;
  /** Id of the org to copy. */
  readonly copyOf: string | undefined;
}

function useCreateOrg() {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const router = useRouter();
  const providers = useQuery(trpc.providers.list.queryOptions());
  return useMutation({
    mutationFn: ({ name, copyOf }: NewOrg) =>
      copyOf
        ? client.orgs.duplicate.mutate({ orgId: copyOf, name })
        : client.orgs.create.mutate({ document: newOrgDocument(name, firstModel(providers.data ?? [])) }),
    onSuccess: async (org) => {
      router.push(`/orgs/${org.slug}`);
      await queryClient.invalidateQueries({ queryKey: trpc.orgs.list.queryKey() });
    },
  });
}
