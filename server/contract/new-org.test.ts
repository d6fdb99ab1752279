import { expect, test } from "vitest";
import { firstModel, newOrgDocument } from "./new-org.ts";
import { orgDocumentSchema } from "./org-document.ts";
import { findOrgProblems } from "./org-graph.ts";
import type { ServedProvider } from "./provider.ts";

const provider = (over: Partial<ServedProvider>): ServedProvider => ({
  id: "anthropic",
  kind: "anthropic",
  name: "Anthropic",
  baseUrl: null,
  hasKey: true,
  source: "settings",
  models: ["sonnet-5"],
  isReady: true,
  maxConcurrentSessions: null,
  contextTokens: {},
  wire: null,
  problem: null,
  ...over,
});

test("a new org is valid and has nothing to complain about", () => {
  const document = orgDocumentSchema.parse(
    newOrgDocument("Research desk", { provider: "rehearsal", model: "rehearsal" }),
  );
  expect(findOrgProblems(document)).toEqual([]);
});

test("a new org thinks with the first provider that is ready", () => {
  const providers = [provider({ id: "openai", isReady: false }), provider({})];
  expect(firstModel(providers)).toEqual({ provider: "anthropic", model: "sonnet-5" });
});

test("without any key a new org rehearses", () => {
  expect(firstModel([provider({ isReady: false })]).provider).toBe("rehearsal");
  expect(firstModel([provider({ models: [] })]).provider).toBe("rehearsal");
});
