"use client";

import { TextArea } from "./text-area.tsx";

/** A secret as it is typed: lists one entry a line. */
export interface SecretDraft {
  readonly value: string;
  readonly tools: string;
  readonly hosts: string;
}

/** Entries of a list as it is typed, one a line or separated by commas. */
export function toEntries(text: string): string[] {
  return text.split(/[\n,]/).flatMap((entry) => entry.trim() || []);
}

interface SecretValueFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly label?: string;
  readonly placeholder?: string;
  readonly error?: string | undefined;
}

/** Takes a secret, several lines too, without showing it. */
export function SecretValueField({
  value,
  onChange,
  label = "Value",
  placeholder,
  error,
}: SecretValueFieldProps) {
  return (
    <TextArea
      label={label}
      isMono
      rows={1}
      value={value}
      error={error}
      hint="Goes into the vault, encrypted. It is not shown again, and no agent sees it"
      placeholder={placeholder}
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      data-1p-ignore
      data-lpignore="true"
      className="max-h-24 [-webkit-text-security:disc]"
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

interface SecretPlacesFieldsProps {
  readonly draft: Pick<SecretDraft, "tools" | "hosts">;
  readonly onChange: (places: Partial<Pick<SecretDraft, "tools" | "hosts">>) => void;
  readonly errors: { readonly tools?: string | undefined; readonly hosts?: string | undefined };
}

/** Which tools may have it, and where they may send it. */
export function SecretPlacesFields({ draft, onChange, errors }: SecretPlacesFieldsProps) {
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(13rem,1fr))] gap-4">
      <TextArea
        label="Tools"
        isMono
        rows={2}
        value={draft.tools}
        error={errors.tools}
        hint="One a line: a name, group:web, or *. None: no tool"
        onChange={(event) => onChange({ tools: event.target.value })}
      />
      <TextArea
        label="Hosts"
        isMono
        rows={2}
        value={draft.hosts}
        error={errors.hosts}
        hint="Where web tools may send it: api.example.com"
        onChange={(event) => onChange({ hosts: event.target.value })}
      />
    </div>
  );
}
