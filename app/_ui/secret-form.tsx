"use client";

import { KeyRound } from "lucide-react";
import { type FormEvent, useRef, useState } from "react";
import { type GiveSecretInput, giveSecretInput, type SecretRequest } from "@/server/contract/secrets.ts";
import { Button } from "./button.tsx";
import { fieldErrors } from "./field-errors.ts";
import { type SecretDraft, SecretPlacesFields, SecretValueField, toEntries } from "./secret-fields.tsx";
import { type FormFocus, useFormFocus } from "./use-form-focus.ts";

export interface SecretFormProps {
  readonly waitId: string;
  readonly secret: SecretRequest;
  readonly agentName: string;
  readonly onGive: (input: GiveSecretInput) => void;
  readonly onDecline: () => void;
  readonly isBusy?: boolean;
  readonly focus?: FormFocus | undefined;
}

type Errors = Partial<Readonly<Record<keyof SecretDraft, string>>>;

/** A secret that an agent asks for: the value, and where it may be used. */
export function SecretForm({ waitId, secret, agentName, onGive, onDecline, isBusy, focus }: SecretFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const onKeyDown = useFormFocus(form, focus);
  const [draft, setDraft] = useState<SecretDraft>({
    value: "",
    tools: secret.tools.join("\n"),
    hosts: secret.hosts.join("\n"),
  });
  const [errors, setErrors] = useState<Errors>({});
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const parsed = giveSecretInput.safeParse({
      waitId,
      value: draft.value,
      tools: toEntries(draft.tools),
      hosts: toEntries(draft.hosts),
    });
    setErrors(fieldErrors(parsed.error?.issues));
    if (parsed.success) onGive(parsed.data);
  };
  return (
    <form
      ref={form}
      tabIndex={-1}
      aria-label={`Secret ${secret.name}`}
      aria-description="Enter begins to write"
      onKeyDown={(event) => {
        if (event.target === event.currentTarget) onKeyDown(event);
      }}
      onSubmit={submit}
      className="flex flex-col gap-3.5 rounded-3 p-3.5 -outline-offset-2"
    >
      <div className="flex items-start gap-2.5">
        <KeyRound className="mt-0.5 size-4 flex-none text-st-person" />
        <div className="min-w-0 flex-1">
          <h3 className="text-13 wrap-anywhere">
            {agentName} needs the secret <span className="mono">{secret.name}</span>
          </h3>
          <p className="text-12 whitespace-pre-wrap text-text-2 wrap-anywhere">
            {secret.description}
            {secret.isReplacing
              ? `${secret.description === "" ? "" : " "}There is one of this name: it is replaced.`
              : ""}
          </p>
        </div>
      </div>
      <SecretValueField
        value={draft.value}
        error={errors.value}
        onChange={(value) => setDraft({ ...draft, value })}
      />
      <SecretPlacesFields
        draft={draft}
        errors={errors}
        onChange={(places) => setDraft({ ...draft, ...places })}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button size={32} disabled={isBusy} onClick={onDecline}>
          Decline
        </Button>
        <Button size={32} type="submit" variant="primary" disabled={isBusy === true || draft.value === ""}>
          Store
        </Button>
      </div>
    </form>
  );
}
