import {
  type ProviderKind,
  type ProviderSummary,
  providerKinds,
  type SaveProviderInput,
} from "@/server/contract/api.ts";

/** What is typed into the form of a provider. */
export interface ProviderDraft {
  readonly kind: ProviderKind;
  readonly name: string;
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly isKeyRemoved: boolean;
  /** One model a line. */
  readonly models: string;
}

export const kindNames: Readonly<Record<ProviderKind, string>> = {
  anthropic: "Anthropic",
  openai: "OpenAI",
  google: "Google",
  "openai-compatible": "OpenAI compatible",
};

/** Whether a provider is there without settings: its settings can be removed, it cannot. */
export function isBuiltIn(id: string): boolean {
  return providerKinds.some((kind) => kind === id);
}

export function toDraft(provider: ProviderSummary | undefined): ProviderDraft {
  const kind = provider && provider.kind !== "rehearsal" ? provider.kind : "openai-compatible";
  return {
    kind,
    name: provider?.name ?? "",
    baseUrl: provider?.baseUrl ?? "",
    apiKey: "",
    isKeyRemoved: false,
    models: provider?.models.join("\n") ?? "",
  };
}

/** What is sent. A key that was not typed stays as it is; model names that were not touched stay those of the kind. */
export function toSaveInput(
  draft: ProviderDraft,
  provider: ProviderSummary | undefined,
  takenIds: readonly string[],
): SaveProviderInput {
  const models = draft.models
    .split(/[\n,]/)
    .map((model) => model.trim())
    .filter((model) => model !== "");
  const isUntouched = provider?.source !== "settings" && draft.models === toDraft(provider).models;
  const apiKey = draft.apiKey.trim();
  return {
    id: provider?.id ?? toProviderId(draft.name, takenIds),
    kind: draft.kind,
    name: draft.name.trim(),
    baseUrl: draft.baseUrl.trim() === "" ? null : draft.baseUrl.trim(),
    models: isUntouched ? [] : models,
    ...(draft.isKeyRemoved ? { apiKey: null } : apiKey === "" ? {} : { apiKey }),
  };
}

/** A free id made of the name: "Local server" is `local-server`, a second one `local-server-2`. */
export function toProviderId(name: string, takenIds: readonly string[]): string {
  const base =
    name
      .toLowerCase()
      .normalize("NFKD")
      .replace(/\p{M}/gu, "")
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-+|-+$/g, "")
      .slice(0, 36) || "provider";
  let id = base;
  for (let count = 2; takenIds.includes(id); count += 1) id = `${base}-${count}`;
  return id;
}
