import { expect, test } from "vitest";
import { orgDocumentSchema } from "../contract/org-document.ts";
import type { ProviderSummary } from "../contract/provider.ts";
import { checkOrg } from "./check-org.ts";

const laboratory = (models: readonly string[]): ProviderSummary => ({
  id: "laboratory",
  name: "Laboratory",
  kind: "openai-compatible",
  source: "settings",
  baseUrl: "http://127.0.0.1:1/v1",
  hasKey: true,
  models,
  isReady: true,
  maxConcurrentSessions: null,
  contextTokens: {},
  wire: null,
  problem: null,
});

const checkWith = (model: string, models: readonly string[]) =>
  checkOrg(
    orgDocumentSchema.parse({
      name: "Org",
      task: "",
      agents: [
        {
          id: "lead",
          name: "Lead",
          persona: "You lead.",
          position: { x: 0, y: 0 },
          model: { provider: "laboratory", model },
        },
      ],
      lines: [],
    }),
    { providers: [laboratory(models)], skills: [], servers: [] },
  );

test("a model that its provider does not list is named, and holds nothing up", () => {
  expect(checkWith("of-yesterday", ["today", "tomorrow"])).toEqual([
    {
      level: "warning",
      agentId: "lead",
      message:
        "Lead uses the model of-yesterday, which Laboratory does not list. Choose another, or add it in Settings.",
    },
  ]);
});

test.each([
  ["one that is listed", ["today"]],
  ["any of a provider that lists none", []],
])("%s is nothing to say a word about", (_words, models) => {
  expect(checkWith("today", models)).toEqual([]);
});
