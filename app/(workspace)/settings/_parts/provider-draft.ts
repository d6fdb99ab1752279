import { ownValue } from "@/server/contract/own-value.ts";
import {
  kindsWithWires,
  type ProviderKind,
  type ProviderWire,
  providerKinds,
  type SaveProviderInput,
  type ServedProvider,
} from "@/server/contract/provider.ts";

/** What is typed into the form of a provider. */
export interface ProviderDraft {
  readonly kind: ProviderKind;
  readonly name: string;
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly isKeyRemoved: boolean;
  /** One model a line. */
  readonly models: string;
  /** A number, or nothing for no limit. */
  readonly maxSessions: string;
  /** Numbers by the model's name, or nothing for what is known of it. */
  readonly contexts: Readonly<Record<string, string>>;
  /** Null for the one that goes with the kind. */
  readonly wire: ProviderWire | null;
}

export const kindNames: Readonly<Record<ProviderKind, string>> = {
  anthropic: "Anthropic",
  openai: "OpenAI",
  google: "Google",
  "openai-compatible": "OpenAI compatible",
};

export const wireNames: Readonly<Record<ProviderWire, string>> = {
  chat: "Chat Completions",
  responses: "Responses",
  messages: "Messages",
};

/** Whether there is anything to choose: the other kinds speak one wire alone. */
export function hasWires({ kind }: Pick<ProviderDraft, "kind">): boolean {
  return kindsWithWires.includes(kind);
}

/** Whether it is one of the vendors' own, which are there without settings: these can be removed, it cannot. */
export function isVendor(id: string): boolean {
  return providerKinds.some((kind) => kind === id);
}

export function toDraft(provider: ServedProvider | undefined): ProviderDraft {
  return {
    kind: provider?.kind ?? "openai-compatible",
    name: provider?.name ?? "",
    baseUrl: provider?.baseUrl ?? "",
    apiKey: "",
    isKeyRemoved: false,
    models: provider?.models.join("\n") ?? "",
    maxSessions: String(provider?.maxConcurrentSessions ?? ""),
    contexts: Object.fromEntries(
      Object.entries(provider?.contextTokens ?? {}).map(([model, tokens]) => [model, String(tokens)]),
    ),
    wire: provider?.wire ?? null,
  };
}

/** The models that are typed, in their order, each once. */
export function modelsOf({ models }: Pick<ProviderDraft, "models">): readonly string[] {
  const names = models.split(/[\n,]/).map((model) => model.trim());
  return [...new Set(names)].filter((model) => model !== "");
}

/** What is sent. A key that was not typed stays as it is; model names that were not touched stay those of the kind. */
export function toSaveInput(
  draft: ProviderDraft,
  provider: ServedProvider | undefined,
  takenIds: readonly string[],
): SaveProviderInput {
  const models = [...modelsOf(draft)];
  const isUntouched = provider?.source !== "settings" && draft.models === toDraft(provider).models;
  const apiKey = draft.apiKey.trim();
  return {
    id: provider?.id ?? toProviderId(draft.name, takenIds),
    kind: draft.kind,
    name: draft.name.trim(),
    baseUrl: draft.baseUrl.trim() === "" ? null : draft.baseUrl.trim(),
    models: isUntouched ? [] : models,
    maxConcurrentSessions: toNumber(draft.maxSessions) ?? null,
    contextTokens: toContextTokens(draft.contexts, models),
    wire: hasWires(draft) ? draft.wire : null,
    ...(draft.isKeyRemoved ? { apiKey: null } : apiKey === "" ? {} : { apiKey }),
  };
}

/** Of the models that are still there. */
function toContextTokens(
  contexts: ProviderDraft["contexts"],
  models: readonly string[],
): Readonly<Record<string, number>> {
  const sizes = models.map((model) => [model, toNumber(ownValue(contexts, model) ?? "")] as const);
  return Object.fromEntries(sizes.filter((size): size is readonly [string, number] => size[1] !== undefined));
}

/** As it is typed: 32768, 32,768 or 32 768. What is no number is NaN, which no check lets through. */
function toNumber(text: string): number | undefined {
  const digits = text.replace(/[\s,_']/g, "");
  return digits === "" ? undefined : /^\d+$/.test(digits) ? Number(digits) : Number.NaN;
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
