import type { SecretSummary } from "@/server/contract/secrets.ts";
import { type SecretDraft, toEntries } from "../../../_ui/secret-fields.tsx";

/** A secret as it is edited. The value starts empty: the stored one is never read. */
export interface EditedSecret extends SecretDraft {
  readonly name: string;
  readonly description: string;
}

export function toDraft(secret: SecretSummary | undefined): EditedSecret {
  return {
    name: secret?.name ?? "",
    description: secret?.description ?? "",
    tools: secret?.tools.join("\n") ?? "",
    hosts: secret?.hosts.join("\n") ?? "",
    value: "",
  };
}

/** What is sent: an empty value keeps the stored one. */
export function toSaveInput(draft: EditedSecret, secret: SecretSummary | undefined) {
  return {
    name: secret?.name ?? draft.name,
    description: draft.description,
    tools: toEntries(draft.tools),
    hosts: toEntries(draft.hosts),
    ...(draft.value === "" ? {} : { value: draft.value }),
  };
}
