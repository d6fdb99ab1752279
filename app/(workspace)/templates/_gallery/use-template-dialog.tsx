"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import type { ModelChoice } from "@/server/contract/org-document.ts";
import type { OrgTemplate } from "@/server/contract/org-files.ts";
import type { ProviderSummary } from "@/server/contract/provider.ts";
import { errorText } from "../../../_trpc/error-text.ts";
import { useTRPC } from "../../../_trpc/use-trpc.ts";
import { Button } from "../../../_ui/button.tsx";
import { Dialog } from "../../../_ui/dialog.tsx";
import { Note } from "../../../_ui/note.tsx";
import { Select } from "../../../_ui/select.tsx";
import { TextField } from "../../../_ui/text-field.tsx";

const FORM = "use-template";
const AS_IS = "rehearsal/rehearsal";

interface UseTemplateDialogProps {
  readonly template: OrgTemplate;
  readonly onClose: () => void;
}

/** Names the new org, chooses what its agents think with, makes it and opens it. */
export function UseTemplateDialog({ template, onClose }: UseTemplateDialogProps) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const router = useRouter();
  const providers = useQuery(trpc.providers.list.queryOptions());
  const [name, setName] = useState(template.document.name);
  const [model, setModel] = useState(AS_IS);
  const create = useMutation(
    trpc.orgs.createFromTemplate.mutationOptions({
      onSuccess: async (org) => {
        router.push(`/orgs/${org.slug}`);
        await queryClient.invalidateQueries({ queryKey: trpc.orgs.list.queryKey() });
      },
    }),
  );
  const models = readyModels(providers.data ?? []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === "") return;
    const chosen = models.find((one) => one.value === model)?.choice;
    create.mutate({
      template: template.name,
      name: name.trim(),
      ...(chosen ? { model: chosen } : {}),
    });
  };
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={`New org from ${template.document.name}`}
      description="It is yours from then on: change agents, personas and limits as you like."
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
          dir="auto"
          onChange={(event) => setName(event.target.value)}
          error={name.trim() === "" ? "An org needs a name" : undefined}
        />
        <Select
          label="Agents think with"
          hint="Each agent can have a model of its own later."
          value={model}
          onValueChange={setModel}
          options={[
            { value: AS_IS, label: "Rehearsal", hint: "scripted, no key, no cost" },
            ...models.map(({ value, label }) => ({ value, label })),
          ]}
        />
        {create.isError ? <Note tone="fail">{errorText(create.error)}</Note> : null}
      </form>
    </Dialog>
  );
}

interface ReadyModel {
  readonly value: string;
  readonly label: string;
  readonly choice: ModelChoice;
}

/** Models of providers that have a key; the rehearsal model is what a template has anyway. */
function readyModels(providers: readonly ProviderSummary[]): readonly ReadyModel[] {
  return providers
    .filter((provider) => provider.isReady && provider.source !== "built-in")
    .flatMap((provider) =>
      provider.models.map((model) => ({
        value: `${provider.id}/${model}`,
        label: `${provider.name}: ${model}`,
        choice: { provider: provider.id, model },
      })),
    );
}
