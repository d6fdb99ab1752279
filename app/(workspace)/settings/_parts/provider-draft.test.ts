import { expect, test } from "vitest";
import { type ServedProvider, saveProviderInput } from "@/server/contract/provider.ts";
import { toDraft, toProviderId, toSaveInput } from "./provider-draft.ts";

const stored: ServedProvider = {
  id: "local",
  kind: "openai-compatible",
  name: "Local server",
  baseUrl: "http://127.0.0.1:11434/v1",
  hasKey: true,
  source: "settings",
  models: ["llama"],
  isReady: true,
  maxConcurrentSessions: null,
  contextTokens: {},
  wire: null,
  problem: null,
};

test("a key that was not typed is not sent, so the stored one stays", () => {
  expect(toSaveInput(toDraft(stored), stored, [])).not.toHaveProperty("apiKey");
});

test("a key that is to be removed is sent as null", () => {
  expect(toSaveInput({ ...toDraft(stored), isKeyRemoved: true }, stored, []).apiKey).toBeNull();
});

test("models are one a line, and what is sent is valid", () => {
  const input = toSaveInput({ ...toDraft(stored), models: " llama \n\nqwen, phi" }, stored, []);
  expect(saveProviderInput.parse(input).models).toEqual(["llama", "qwen", "phi"]);
});

test("a limit and context sizes are read as they are typed, and emptied ones are taken away", () => {
  const limited = { ...stored, maxConcurrentSessions: 4, contextTokens: { llama: 8_000 } };
  expect(toSaveInput(toDraft(limited), limited, [])).toMatchObject({
    maxConcurrentSessions: 4,
    contextTokens: { llama: 8_000 },
  });
  const typed = {
    ...toDraft(limited),
    models: "llama\nqwen",
    contexts: { llama: " ", qwen: "32,768", gone: "9" },
  };
  expect(toSaveInput({ ...typed, maxSessions: "" }, limited, [])).toMatchObject({
    maxConcurrentSessions: null,
    contextTokens: { qwen: 32_768 },
  });
});

test("the wire of a kind that has one alone is not chosen", () => {
  const chosen = { ...toDraft(stored), wire: "messages" } as const;
  expect(toSaveInput(chosen, stored, []).wire).toBe("messages");
  expect(toSaveInput({ ...chosen, kind: "google" }, stored, []).wire).toBeNull();
});

test("what is no number, or none that can be, is not sent", () => {
  const issuesOf = (draft: object) =>
    saveProviderInput
      .safeParse(toSaveInput({ ...toDraft(stored), ...draft }, stored, []))
      .error?.issues.map(({ path }) => path[0]);
  expect(issuesOf({ maxSessions: "many" })).toEqual(["maxConcurrentSessions"]);
  expect(issuesOf({ maxSessions: "0" })).toEqual(["maxConcurrentSessions"]);
  expect(issuesOf({ contexts: { llama: "32k" } })).toEqual(["contextTokens"]);
  expect(issuesOf({ contexts: { llama: "12" } })).toEqual(["contextTokens"]);
  expect(issuesOf({ maxSessions: "8", contexts: { llama: "32 768" } })).toBeUndefined();
});

test("names of models that come with the kind are not frozen by adding a key", () => {
  const vendor: ServedProvider = {
    ...stored,
    id: "anthropic",
    kind: "anthropic",
    source: "environment",
    models: ["a", "b"],
  };
  expect(toSaveInput({ ...toDraft(vendor), apiKey: "key" }, vendor, [])).toMatchObject({
    models: [],
    apiKey: "key",
  });
});

test("a new provider gets a free id made of its name", () => {
  expect(toProviderId("Lokaler Sërver!", [])).toBe("lokaler-server");
  expect(toProviderId("Local", ["local", "local-2"])).toBe("local-3");
  expect(toProviderId("…", [])).toBe("provider");
});

test("a model may be called as what every object has", () => {
  const draft: ReturnType<typeof toDraft> = { ...toDraft(stored), models: "constructor\ntoString" };
  expect(toSaveInput(draft, stored, [])).toMatchObject({ contextTokens: {} });
});
