"use client";

import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { type SecretSummary, saveSecretInput } from "@/server/contract/secrets.ts";
import { errorText } from "../../../_trpc/error-text.ts";
import { useTRPC } from "../../../_trpc/use-trpc.ts";
import { Dialog } from "../../../_ui/dialog.tsx";
import { fieldErrors } from "../../../_ui/field-errors.ts";
import { Note } from "../../../_ui/note.tsx";
import { SecretPlacesFields, SecretValueField } from "../../../_ui/secret-fields.tsx";
import { TextField } from "../../../_ui/text-field.tsx";
import { TimeText } from "../../../_ui/time-text.tsx";
import { toDraft, toSaveInput } from "./secret-draft.ts";
import { StoredFooter } from "./stored-footer.tsx";
import { useStored } from "./use-stored.ts";

const FORM = "secret";
type Errors = Readonly<Record<string, string>>;

interface SecretDialogProps {
  /** The secret to change; undefined adds one. */
  readonly secret: SecretSummary | undefined;
  readonly takenNames: readonly string[];
  readonly onClose: () => void;
}

/** Name, value and places of a secret. The value goes one way: in. */
export function SecretDialog({ secret, takenNames, onClose }: SecretDialogProps) {
  const [draft, setDraft] = useState(() => toDraft(secret));
  const [errors, setErrors] = useState<Errors>({});
  const { save, remove } = useSecretMutations(onClose);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const parsed = saveSecretInput.safeParse(toSaveInput(draft, secret));
    const found: Record<string, string> = { ...fieldErrors(parsed.error?.issues) };
    if (!secret && takenNames.includes(draft.name.trim())) found["name"] = "There is one of this name";
    if (!secret && draft.value === "") found["value"] = "A new secret needs its value";
    setErrors(found);
    if (parsed.success && Object.keys(found).length === 0) save.mutate(parsed.data);
  };
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={secret ? secret.name : "Add a secret"}
      description={
        secret
          ? undefined
          : "Agents write {{secret:NAME}} where the value belongs. It is filled in when the call is made."
      }
      footer={
        <StoredFooter
          form={FORM}
          isSaving={save.isPending}
          removal={
            secret && {
              label: "Remove",
              title: `Remove ${secret.name}?`,
              description: "Its value is deleted for good. Calls that name it are refused from then on.",
              isBusy: remove.isPending,
              onRemove: () => remove.mutate({ name: secret.name }),
            }
          }
        />
      }
    >
      <form id={FORM} onSubmit={submit} className="flex flex-col gap-4">
        {secret ? null : (
          <TextField
            label="Name"
            isMono
            autoComplete="off"
            spellCheck={false}
            value={draft.name}
            placeholder="GITHUB_TOKEN"
            onChange={(event) => setDraft({ ...draft, name: event.target.value })}
            error={errors["name"]}
          />
        )}
        <SecretValueField
          value={draft.value}
          error={errors["value"]}
          placeholder={secret ? "Stored. Type to replace it" : ""}
          onChange={(value) => setDraft({ ...draft, value })}
        />
        <TextField
          label="What it is for"
          value={draft.description}
          onChange={(event) => setDraft({ ...draft, description: event.target.value })}
          error={errors["description"]}
        />
        <SecretPlacesFields
          draft={draft}
          errors={{ tools: errors["tools"], hosts: errors["hosts"] }}
          onChange={(places) => setDraft({ ...draft, ...places })}
        />
        {secret ? <Uses uses={secret.uses} /> : null}
        {save.isError ? <Note tone="fail">{errorText(save.error)}</Note> : null}
        {remove.isError ? <Note tone="fail">{errorText(remove.error)}</Note> : null}
      </form>
    </Dialog>
  );
}

function Uses({ uses }: Pick<SecretSummary, "uses">) {
  return (
    <section aria-label="Where it was used" className="flex flex-col gap-1">
      <h3 className="text-12 font-medium">Where it was used</h3>
      {uses.length === 0 ? (
        <p className="text-12 text-text-3">Nowhere yet.</p>
      ) : (
        <ul className="divide-y rounded-2 border text-12">
          {uses.map((use) => (
            <li
              key={`${use.agentName} ${use.tool}`}
              className="flex flex-wrap items-center gap-x-2 px-2.5 py-1.5"
            >
              <span className="min-w-0 wrap-anywhere">{use.agentName}</span>
              <span className="mono text-11 text-text-2 wrap-anywhere">{use.tool}</span>
              <span className="ml-auto text-11 text-text-3">
                <span className="num">{use.count}</span> {use.count === 1 ? "time" : "times"}, last{" "}
                <TimeText iso={use.lastAt} className="num" />
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function useSecretMutations(onClose: () => void) {
  const trpc = useTRPC();
  const done = useStored(trpc.secrets.list.queryKey(), onClose);
  const save = useMutation(
    trpc.secrets.save.mutationOptions({
      gcTime: 0,
      onSuccess: (_saved, { name }) => done(`${name} is stored`),
    }),
  );
  const remove = useMutation(
    trpc.secrets.remove.mutationOptions({ onSuccess: (_removed, { name }) => done(`${name} is removed`) }),
  );
  return { save, remove };
}
