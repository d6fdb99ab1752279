import { expect, test } from "vitest";
import { SEAT_ID_TAKEN } from "../contract/agent-model.ts";
import { ModelError } from "../engine/ports.ts";
import { startModelServer } from "../testing/model-server.ts";
import { createModelDirectory, type ProviderDirectory } from "./model-directory.ts";
import type { StoredProvider } from "./provider-book.ts";
import type { ProviderEnvironment } from "./provider-environment.ts";

const nothing: ProviderEnvironment = { anthropic: {}, openai: {}, google: {}, openaiCompatible: {} };

function directoryOf(
  environment: Partial<ProviderEnvironment>,
  stored: readonly StoredProvider[] = [],
): ProviderDirectory {
  return createModelDirectory({
    settings: { find: async (id) => stored.find((provider) => provider.id === id), list: async () => stored },
    environment: { ...nothing, ...environment },
    rehearsalPace: 0,
    attempts: 1,
  });
}

async function askOver(directory: ProviderDirectory, provider: string): Promise<string> {
  const model = await directory.resolve({ provider, model: "some-model" });
  const request = {
    system: "",
    messages: [{ role: "user", text: "Hello" }],
    takenIds: new Set<string>(),
    tools: [],
    signal: new AbortController().signal,
    onText() {},
    onRetry() {},
  } as const;
  return (await model.respond(request)).message.text;
}

async function refusalOf(promise: Promise<unknown>): Promise<ModelError> {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ModelError);
  return error as ModelError;
}

test.each([
  ["anthropic", "Anthropic has no key. Set ANTHROPIC_API_KEY, or add a key in Settings, Models."],
  ["openai", "OpenAI has no key. Set OPENAI_API_KEY, or add a key in Settings, Models."],
  ["google", "Google has no key. Set GOOGLE_GENERATIVE_AI_API_KEY, or add a key in Settings, Models."],
  [
    "openai-compatible",
    "OpenAI compatible has no base URL. Set OPENAI_COMPATIBLE_BASE_URL, or give its base URL in Settings, Models.",
  ],
  ["nobody", 'There is no provider "nobody". Add it in Settings, Models, or choose another model.'],
])("without a configuration %s says what to set", async (provider, sentence) => {
  const error = await refusalOf(directoryOf({}).resolve({ provider, model: "x" }));
  expect(error.code).toBe("not_configured");
  expect(error.message).toBe(sentence);
});

test.each([
  ["chat", "openai-chat", "/v1"],
  ["responses", "openai-responses", "/v1"],
  ["messages", "anthropic", "/v1"],
  ["messages", "anthropic", ""],
] as const)("a server that speaks %s is asked so, whatever its kind", async (wire, spoken, path) => {
  await using server = await startModelServer({ handler: (asked) => ({ text: asked.wire }) });
  const place = { apiKey: "k", baseUrl: `${server.url}${path}`, wire };
  const lab = { id: "lab", kind: "openai-compatible", name: "Lab", models: [], ...place } as const;
  const directory = directoryOf({ openai: place }, [lab]);
  expect([await askOver(directory, "openai"), await askOver(directory, "lab")]).toEqual([spoken, spoken]);
  for (const { headers } of server.requests) expect(headers["authorization"]).toBe("Bearer k");
});

test("a provider whose wire or key was changed is asked anew", async () => {
  await using server = await startModelServer({ handler: ({ wire }) => ({ text: wire }) });
  const lab = {
    id: "lab",
    kind: "openai-compatible",
    name: "Lab",
    models: [],
    baseUrl: `${server.url}/v1`,
  } as const;
  const stored: StoredProvider[] = [{ ...lab, apiKey: "one" }];
  const directory = directoryOf({}, stored);
  await askOver(directory, "lab");
  stored[0] = { ...lab, apiKey: "two", wire: "responses" };
  await askOver(directory, "lab");
  stored[0] = { ...lab, apiKey: "two" };
  await askOver(directory, "lab");
  expect(server.requests.map(({ wire, headers }) => [wire, headers["authorization"]])).toEqual([
    ["openai-chat", "Bearer one"],
    ["openai-responses", "Bearer two"],
    ["openai-chat", "Bearer two"],
  ]);
});

test("the environment alone is enough, and a base URL alone where the server is not the vendor's", async () => {
  await using server = await startModelServer({ handler: ({ wire }) => ({ text: wire }) });
  expect(await askOver(directoryOf({ openai: { baseUrl: `${server.url}/v1` } }), "openai")).toBe(
    "openai-chat",
  );
  expect(await askOver(directoryOf({ anthropic: { baseUrl: server.url } }), "anthropic")).toBe("anthropic");
  expect(await askOver(directoryOf({ anthropic: { baseUrl: `${server.url}/v1/` } }), "anthropic")).toBe(
    "anthropic",
  );
  expect(
    await askOver(directoryOf({ openaiCompatible: { baseUrl: `${server.url}/v1` } }), "openai-compatible"),
  ).toBe("openai-chat");
  expect(server.requests.map(({ path }) => path)).toEqual([
    "/v1/chat/completions",
    "/v1/messages",
    "/v1/messages",
    "/v1/chat/completions",
  ]);
  expect(server.requests[0]?.headers["authorization"]).toMatch(/^Bearer .+/);
  expect(server.requests[3]?.headers).not.toHaveProperty("authorization");
});

test("what is resolved has the key that is stored then, whatever is being read at the same moment", async () => {
  await using server = await startModelServer({ handler: () => ({ text: "hi" }) });
  const keys = ["old", "new"].map(
    (apiKey): StoredProvider => ({
      id: "lab",
      kind: "openai-compatible",
      name: "Lab",
      baseUrl: `${server.url}/v1`,
      apiKey,
      models: [],
    }),
  );
  const directory = createModelDirectory({
    settings: { find: async () => keys.shift(), list: async () => [] },
    environment: nothing,
    rehearsalPace: 0,
  });
  await Promise.all([askOver(directory, "lab"), askOver(directory, "lab")]);
  const sent = server.requests.map(({ headers }) => headers["authorization"]);
  expect(sent.toSorted()).toEqual(["Bearer new", "Bearer old"]);
});

test("a provider added in settings is found by its id, and its key is sent", async () => {
  await using server = await startModelServer({ handler: () => ({ text: "hi" }) });
  const ollama: StoredProvider = {
    id: "ollama",
    kind: "openai-compatible",
    name: "Ollama",
    baseUrl: `${server.url}/v1`,
    apiKey: "mine",
    models: ["qwen"],
  };
  expect(await askOver(directoryOf({}, [ollama]), "ollama")).toBe("hi");
  expect(server.requests[0]?.headers["authorization"]).toBe("Bearer mine");
});

test("a key of the environment never goes to an address that settings added", async () => {
  await using server = await startModelServer({ handler: () => ({ text: "hi" }) });
  const elsewhere: StoredProvider = {
    id: "anthropic",
    kind: "anthropic",
    name: "Proxy",
    baseUrl: server.url,
    apiKey: null,
    models: [],
  };
  await askOver(directoryOf({ anthropic: { apiKey: "environment-key" } }, [elsewhere]), "anthropic");
  expect(JSON.stringify(server.requests[0]?.headers)).not.toContain("environment-key");
});

test("a stored entry without key and address takes both from the environment", async () => {
  await using server = await startModelServer({ handler: () => ({ text: "hi" }) });
  const bare: StoredProvider = {
    id: "openai",
    kind: "openai",
    name: "OpenAI",
    baseUrl: null,
    apiKey: null,
    models: ["a"],
  };
  await askOver(
    directoryOf({ openai: { apiKey: "environment-key", baseUrl: `${server.url}/v1` } }, [bare]),
    "openai",
  );
  expect(server.requests[0]?.headers["authorization"]).toBe("Bearer environment-key");
});

test("a stored key goes to the vendor's address, not to the environment's", async () => {
  const stored: StoredProvider = {
    id: "openai",
    kind: "openai",
    name: "OpenAI",
    baseUrl: null,
    apiKey: "stored-key",
    models: [],
  };
  const described = await directoryOf({ openai: { baseUrl: "http://127.0.0.1:9/v1" } }, [
    stored,
  ]).describeProviders();
  expect(described.find(({ id }) => id === "openai")).toMatchObject({
    baseUrl: null,
    source: "settings",
    isReady: true,
  });
});

test("descriptions name every provider and its source, never a key or a password in a URL", async () => {
  const added: StoredProvider = {
    id: "vllm",
    kind: "openai-compatible",
    name: "vLLM",
    baseUrl: "http://me:pass@host:8000/v1?key=abc",
    apiKey: "stored-key",
    models: ["m"],
  };
  const described = await directoryOf({ anthropic: { apiKey: "environment-key" } }, [
    added,
  ]).describeProviders();
  expect(described.map(({ id, source, isReady, hasKey }) => [id, source, isReady, hasKey])).toEqual([
    ["rehearsal", "built-in", true, false],
    ["person", "built-in", true, false],
    ["anthropic", "environment", true, true],
    ["openai", "environment", false, false],
    ["google", "environment", false, false],
    ["openai-compatible", "environment", false, false],
    ["vllm", "settings", true, true],
  ]);
  expect(described.at(-1)?.baseUrl).toBe("http://host:8000/v1");
  expect(JSON.stringify(described)).not.toMatch(/environment-key|stored-key|pass|abc/);
});

test("a provider that was stored under the id of people's seats asks nobody in its place, and can be removed", async () => {
  const own: StoredProvider = {
    id: "person",
    kind: "openai-compatible",
    name: "Persona server",
    baseUrl: "http://127.0.0.1:9/v1",
    apiKey: null,
    models: ["any"],
  };
  const directory = directoryOf({}, [own]);
  const error = await refusalOf(directory.resolve({ provider: "person", model: "any" }));
  expect([error.code, error.message]).toEqual(["not_configured", SEAT_ID_TAKEN]);
  const described = (await directory.describeProviders()).filter(({ id }) => id === "person");
  expect(described).toMatchObject([{ name: "Persona server", source: "settings", isReady: false }]);
});

test("the rehearsal needs nothing, is scripted and costs nothing", async () => {
  const model = await directoryOf({}).resolve({ provider: "rehearsal", model: "rehearsal" });
  const texts: string[] = [];
  const reply = await model.respond({
    system: "You are Ann.",
    messages: [{ role: "user", text: "Hello" }],
    takenIds: new Set<string>(),
    tools: [],
    signal: new AbortController().signal,
    onText: (text) => texts.push(text),
    onRetry() {},
  });
  expect(model.isScripted).toBe(true);
  expect(reply.usage.cost).toBe(0);
  expect(reply.usage.inputTokens).toBeGreaterThan(0);
  expect(texts.join("")).toBe(reply.message.text);
  expect(reply.message).not.toHaveProperty("providerParts");
});
