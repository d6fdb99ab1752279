import { createAnthropic } from "@ai-sdk/anthropic";
import { createGoogleGenerativeAI } from "@ai-sdk/google";
import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import type { LanguageModelV4, SharedV4ProviderOptions } from "@ai-sdk/provider";
import type { ProviderWire } from "../contract/provider.ts";
import { baseUrlOf, isVendorAddress } from "./base-url.ts";
import type { StoredProvider } from "./provider-book.ts";
import type { WireFormat } from "./wires/wire-format.ts";
import {
  googleFormat,
  messagesFormat,
  openaiChatFormat,
  openChatFormat,
  responsesFormat,
} from "./wires/wire-formats.ts";

/** One model of a provider package and what its wire needs besides prompt and tools. */
export interface ConnectedModel {
  readonly language: LanguageModelV4;
  /** Whether the wire takes marks for the prompt cache (Anthropic; the others cache prefixes by themselves). */
  readonly hasCacheMarks: boolean;
  readonly options: SharedV4ProviderOptions;
}

/** Sent where a server asks for no key: the packages refuse to send nothing. */
const NO_KEY = "no-key";

type Spoken = ProviderWire | "gemini";

const formats: Readonly<Record<Spoken, WireFormat>> = {
  chat: openaiChatFormat,
  responses: responsesFormat,
  messages: messagesFormat,
  gemini: googleFormat,
};

/**
 * OpenAI itself is asked over the Responses API, unless another one was chosen: some models speak only that, and it alone takes
 * reasoning back between the turns of one task (encrypted, so that nothing has to be stored there). Every other server behind the
 * same setting gets Chat Completions, which all of them understand.
 */
function spokenBy(provider: StoredProvider): Spoken {
  switch (provider.kind) {
    case "anthropic":
      return "messages";
    case "google":
      return "gemini";
    case "openai":
      return provider.wire ?? (isVendorAddress(provider) ? "responses" : "chat");
    case "openai-compatible":
      return provider.wire ?? "chat";
  }
}

/** The API over which the provider is asked. */
export function formatOf(provider: StoredProvider): WireFormat {
  const spoken = spokenBy(provider);
  return spoken === "chat" && provider.kind !== "openai" ? openChatFormat : formats[spoken];
}

/** Makes the provider package's model. Sends nothing yet. */
export function connectModel(
  provider: StoredProvider,
  modelId: string,
  fetch: typeof globalThis.fetch,
): ConnectedModel {
  const settings = { baseURL: baseUrlOf(provider), apiKey: provider.apiKey ?? NO_KEY, fetch };
  switch (spokenBy(provider)) {
    case "messages":
      return connectMessages(provider, modelId, settings);
    case "gemini":
      return { language: createGoogleGenerativeAI(settings)(modelId), hasCacheMarks: false, options: {} };
    case "responses":
      return {
        language: createOpenAI(settings).responses(modelId),
        hasCacheMarks: false,
        options: { openai: { store: false, include: ["reasoning.encrypted_content"] } },
      };
    case "chat":
      return { language: chatModel(provider, modelId, settings), hasCacheMarks: false, options: {} };
  }
}

interface PackageSettings {
  readonly baseURL: string;
  readonly apiKey: string;
  readonly fetch: typeof globalThis.fetch;
}

function connectMessages(
  { kind, apiKey }: StoredProvider,
  modelId: string,
  settings: PackageSettings,
): ConnectedModel {
  // Servers that speak several APIs often look for the key where OpenAI's clients put it.
  const isOther = kind !== "anthropic" && apiKey !== null;
  const headers = isOther ? { authorization: `Bearer ${apiKey}` } : {};
  return {
    language: createAnthropic({ ...settings, headers })(modelId),
    hasCacheMarks: true,
    // Arguments are checked as JSON by the vendor before they are sent; fine-grained streaming would skip that.
    options: { anthropic: { toolStreaming: false } },
  };
}

function chatModel(provider: StoredProvider, modelId: string, settings: PackageSettings): LanguageModelV4 {
  if (provider.kind === "openai") return createOpenAI(settings).chat(modelId);
  const { apiKey: _never, ...open } = settings;
  const create = createOpenAICompatible({
    ...open,
    ...(provider.apiKey === null ? {} : { apiKey: provider.apiKey }),
    name: "openai-compatible",
    includeUsage: true,
  });
  return create.chatModel(modelId);
}
