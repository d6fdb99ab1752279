import { createAnthropic } from "@ai-sdk/anthropic";
import { createGoogleGenerativeAI } from "@ai-sdk/google";
import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import type { LanguageModelV4, SharedV4ProviderOptions } from "@ai-sdk/provider";
import { baseUrlOf, isVendorAddress } from "./base-url.ts";
import type { StoredProvider } from "./provider-book.ts";
import type { WireFormat } from "./wires/wire-format.ts";
import { chatFormat, googleFormat, messagesFormat, responsesFormat } from "./wires/wire-formats.ts";

/** One model of a provider package and what its wire needs besides prompt and tools. */
export interface ConnectedModel {
  readonly language: LanguageModelV4;
  /** Whether the wire takes marks for the prompt cache (Anthropic; the others cache prefixes by themselves). */
  readonly hasCacheMarks: boolean;
  readonly options: SharedV4ProviderOptions;
}

/** Sent where a server asks for no key: the packages refuse to send nothing. */
const NO_KEY = "no-key";

/** The API over which the provider is asked. */
export function formatOf(provider: StoredProvider): WireFormat {
  switch (provider.kind) {
    case "anthropic":
      return messagesFormat;
    case "google":
      return googleFormat;
    case "openai":
      return isVendorAddress(provider) ? responsesFormat : chatFormat;
    case "openai-compatible":
      return chatFormat;
  }
}

/** Makes the provider package's model. Sends nothing yet. */
export function connectModel(
  provider: StoredProvider,
  modelId: string,
  fetch: typeof globalThis.fetch,
): ConnectedModel {
  const settings = { baseURL: baseUrlOf(provider), apiKey: provider.apiKey ?? NO_KEY, fetch };
  switch (provider.kind) {
    case "anthropic":
      return {
        language: createAnthropic(settings)(modelId),
        hasCacheMarks: true,
        // Arguments are checked as JSON by the vendor before they are sent; fine-grained streaming would skip that.
        options: { anthropic: { toolStreaming: false } },
      };
    case "openai":
      return connectOpenAI(provider, modelId, settings);
    case "google":
      return { language: createGoogleGenerativeAI(settings)(modelId), hasCacheMarks: false, options: {} };
    case "openai-compatible": {
      const { apiKey: _never, ...open } = settings;
      const create = createOpenAICompatible({
        ...open,
        ...(provider.apiKey === null ? {} : { apiKey: provider.apiKey }),
        name: "openai-compatible",
        includeUsage: true,
      });
      return { language: create.chatModel(modelId), hasCacheMarks: false, options: {} };
    }
  }
}

/**
 * OpenAI itself is asked over the Responses API: some models speak only that, and it alone takes reasoning back between
 * the turns of one task (encrypted, so that nothing has to be stored there). Every other server behind the same setting
 * gets Chat Completions, which all of them understand.
 */
function connectOpenAI(
  provider: StoredProvider,
  modelId: string,
  settings: { readonly baseURL: string; readonly apiKey: string; readonly fetch: typeof globalThis.fetch },
): ConnectedModel {
  const create = createOpenAI(settings);
  if (!isVendorAddress(provider))
    return { language: create.chat(modelId), hasCacheMarks: false, options: {} };
  return {
    language: create.responses(modelId),
    hasCacheMarks: false,
    options: { openai: { store: false, include: ["reasoning.encrypted_content"] } },
  };
}
