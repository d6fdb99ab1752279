import { expect, test } from "vitest";
import { type ProviderSummary, saveProviderInput } from "@/server/contract/api.ts";
import { toDraft, toProviderId, toSaveInput } from "./provider-draft.ts";

const stored: ProviderSummary = {
  id: "local",
  kind: "openai-compatible",
  name: "Local server",
  baseUrl: "http://127.0.0.1:11434/v1",
  hasKey: true,
  source: "settings",
  models: ["llama"],
  isReady: true,
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

test("names of models that come with the kind are not frozen by adding a key", () => {
  const vendor: ProviderSummary = {
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
