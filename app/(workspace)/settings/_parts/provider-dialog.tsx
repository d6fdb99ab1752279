"use client";

import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { providerKinds, type ServedProvider, saveProviderInput } from "@/server/contract/provider.ts";
import { errorText } from "../../../_trpc/error-text.ts";
import { useTRPC } from "../../../_trpc/use-trpc.ts";
import { Checkbox } from "../../../_ui/checkbox.tsx";
import { Dialog } from "../../../_ui/dialog.tsx";
import { fieldErrors } from "../../../_ui/field-errors.ts";
import { Note } from "../../../_ui/note.tsx";
import { Select } from "../../../_ui/select.tsx";
import { TextArea } from "../../../_ui/text-area.tsx";
import { TextField } from "../../../_ui/text-field.tsx";
import { isVendor, kindNames, type ProviderDraft, toDraft, toSaveInput } from "./provider-draft.ts";
import { ProviderLimitsFields } from "./provider-limits-fields.tsx";
import { ProviderWireField } from "./provider-wire-field.tsx";
import { StoredFooter } from "./stored-footer.tsx";
import { useStored } from "./use-stored.ts";

const FORM = "provider";

type Errors = Partial<Readonly<Record<Field, string>>>;
const fields = ["name", "apiKey", "baseUrl", "models", "maxConcurrentSessions", "contextTokens"] as const;
type Field = (typeof fields)[number];

interface ProviderDialogProps {
  /** The provider to edit; undefined adds one. */
  readonly provider: ServedProvider | undefined;
  readonly takenIds: readonly string[];
  readonly onClose: () => void;
}

/** Key, address, models and limits of a provider. The key goes one way: in. */
export function ProviderDialog({ provider, takenIds, onClose }: ProviderDialogProps) {
  const [draft, setDraft] = useState(() => toDraft(provider));
  const [errors, setErrors] = useState<Errors>({});
  const { save, remove } = useProviderMutations(onClose);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const parsed = saveProviderInput.safeParse(toSaveInput(draft, provider, takenIds));
    setErrors(toErrors(fieldErrors(parsed.error?.issues)));
    if (parsed.success) save.mutate(parsed.data);
  };
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={provider ? provider.name : "Add a provider"}
      description={
        provider ? undefined : "Anything that speaks the wire of one of the four kinds, a local server too."
      }
      footer={
        <StoredFooter
          form={FORM}
          isSaving={save.isPending}
          removal={
            provider?.source === "settings"
              ? {
                  label: isVendor(provider.id) ? "Remove its settings" : "Remove",
                  title: `Remove ${isVendor(provider.id) ? `the settings of ${provider.name}` : provider.name}?`,
                  description:
                    "Its stored key is deleted for good. Agents with one of its models cannot run until it is set again.",
                  isBusy: remove.isPending,
                  onRemove: () => remove.mutate({ id: provider.id }),
                }
              : undefined
          }
        />
      }
    >
      <form id={FORM} onSubmit={submit} className="flex flex-col gap-4">
        <Fields provider={provider} draft={draft} setDraft={setDraft} errors={errors} />
        {save.isError ? <Note tone="fail">{errorText(save.error)}</Note> : null}
        {remove.isError ? <Note tone="fail">{errorText(remove.error)}</Note> : null}
      </form>
    </Dialog>
  );
}

interface FieldsProps {
  readonly provider: ServedProvider | undefined;
  readonly draft: ProviderDraft;
  readonly setDraft: (draft: ProviderDraft) => void;
  readonly errors: Errors;
}

function Fields({ provider, draft, setDraft, errors }: FieldsProps) {
  return (
    <>
      {provider && isVendor(provider.id) ? null : (
        <>
          <TextField
            label="Name"
            value={draft.name}
            onChange={(event) => setDraft({ ...draft, name: event.target.value })}
            error={errors.name}
          />
          <Select
            label="Kind"
            value={draft.kind}
            onValueChange={(value) =>
              setDraft({ ...draft, kind: providerKinds.find((kind) => kind === value) ?? draft.kind })
            }
            options={providerKinds.map((kind) => ({ value: kind, label: kindNames[kind] }))}
          />
        </>
      )}
      <KeyField provider={provider} draft={draft} setDraft={setDraft} errors={errors} />
      <TextField
        label="Base URL"
        isMono
        inputMode="url"
        value={draft.baseUrl}
        placeholder={draft.kind === "openai-compatible" ? "http://127.0.0.1:11434/v1" : "The vendor's own"}
        onChange={(event) => setDraft({ ...draft, baseUrl: event.target.value })}
        error={errors.baseUrl}
      />
      <ProviderWireField draft={draft} setDraft={setDraft} />
      <TextArea
        label="Models"
        isMono
        value={draft.models}
        className="max-h-60"
        hint="One a line, named as the provider names them"
        onChange={(event) => setDraft({ ...draft, models: event.target.value })}
        error={errors.models}
      />
      <ProviderLimitsFields draft={draft} setDraft={setDraft} errors={errors} />
    </>
  );
}

function KeyField({ provider, draft, setDraft, errors }: FieldsProps) {
  const isFromEnvironment = provider?.hasKey === true && provider.source === "environment";
  return (
    <div className="flex flex-col gap-2">
      <TextField
        label="Key"
        type="password"
        autoComplete="off"
        isMono
        value={draft.apiKey}
        disabled={draft.isKeyRemoved}
        placeholder={keyPlaceholder(provider)}
        hint={
          isFromEnvironment
            ? "A key typed here wins over the one of the environment"
            : "Encrypted before it is stored"
        }
        onChange={(event) => setDraft({ ...draft, apiKey: event.target.value })}
        error={errors.apiKey}
      />
      {provider?.hasKey && provider.source === "settings" ? (
        <Checkbox
          label="Remove the stored key"
          isChecked={draft.isKeyRemoved}
          onChange={(isKeyRemoved) => setDraft({ ...draft, isKeyRemoved, apiKey: "" })}
        />
      ) : null}
    </div>
  );
}

function keyPlaceholder(provider: ServedProvider | undefined): string {
  if (!provider?.hasKey) return "";
  return provider.source === "environment" ? "From the environment" : "Stored. Type to replace it";
}

const errorTexts: Errors = {
  name: "A provider needs a name",
  baseUrl: "A full address, such as https://example.com/v1",
  maxConcurrentSessions: "A whole number from 1 to 10,000, or nothing for no limit",
  contextTokens: "Whole numbers from 1,000 to 100,000,000, or nothing",
};

/** In the words of this form. What has no field of its own stands at the name. */
function toErrors(found: Readonly<Record<string, string>>): Errors {
  return Object.fromEntries(
    Object.entries(found).map(([name, message]) => {
      const field = fields.find((candidate) => candidate === name) ?? "name";
      return [field, errorTexts[field] ?? message];
    }),
  );
}

function useProviderMutations(onClose: () => void) {
  const trpc = useTRPC();
  const done = useStored(trpc.providers.list.queryKey(), onClose);
  const save = useMutation(
    trpc.providers.save.mutationOptions({
      // The key goes with the dialog.
      gcTime: 0,
      onSuccess: (provider) =>
        done(provider.isReady ? `${provider.name} is ready` : `${provider.name} saved`),
    }),
  );
  const remove = useMutation(
    trpc.providers.remove.mutationOptions({ onSuccess: () => done("Settings of the provider removed") }),
  );
  return { save, remove };
}
