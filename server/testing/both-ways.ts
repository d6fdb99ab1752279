import type { ModelPort } from "../engine/ports.ts";
import { connectModel, formatOf } from "../providers/connect-model.ts";
import { createModelPort } from "../providers/model-port.ts";
import type { StoredProvider } from "../providers/provider-book.ts";
import { createWatchedFetch } from "../providers/watched-fetch.ts";
import { createModelWire } from "../providers/wires/model-wire.ts";

/** Every API that is spoken, and both packages that speak Chat Completions. */
export const apis = {
  messages: { kind: "anthropic", path: "/v1", model: "claude-sonnet-4-5" },
  chat: { kind: "openai", path: "/v1", model: "m" },
  "chat of others": { kind: "openai-compatible", path: "/v1", model: "m" },
  responses: { kind: "openai", path: null, model: "gpt-5" },
  google: { kind: "google", path: "/v1beta", model: "gemini-2.5-pro" },
} as const;
export type Api = keyof typeof apis;
const stallMs = 5_000;

/** The same model: over the lean wire, as the package streams itself, and over the lean wire in another session. */
export function portsOf(
  api: Api,
  url: string,
): readonly [lean: ModelPort, streamed: ModelPort, another: ModelPort] {
  const { kind, path, model } = apis[api];
  const provider: StoredProvider = {
    id: kind,
    kind,
    name: "Vendor",
    baseUrl: path && `${url}${path}`,
    apiKey: "k",
    models: [],
  };
  const common = {
    provider: kind,
    providerName: "Vendor",
    contextTokens: 100_000,
    secret: "k",
    rates: "unknown",
    isScripted: false,
    attempts: 1,
    mostCallMs: 60_000,
    pace: { firstDelayMs: 1, maxDelayMs: 1 },
  } as const;
  // The Responses API is spoken with OpenAI's own address alone, which stands for the loopback server here.
  const led =
    (fetch: typeof globalThis.fetch): typeof globalThis.fetch =>
    (input, init) =>
      fetch(String(input).replace("https://api.openai.com", url), init);
  const wire = createModelWire({ format: formatOf(provider), stallMs });
  const connected = connectModel(provider, model, led(wire.fetch));
  return [
    createModelPort({ ...common, wire: wire.open(), connected }),
    createModelPort({
      ...common,
      connected: connectModel(provider, model, led(createWatchedFetch({ stallMs }))),
    }),
    createModelPort({ ...common, wire: wire.open(), connected }),
  ];
}
