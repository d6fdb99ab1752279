import type { z } from "zod";
import type { ModelChoice, orgDocumentSchema } from "./org-document.ts";
import type { ProviderSummary } from "./provider.ts";

export type NewOrgDocument = z.input<typeof orgDocumentSchema>;

/** The first model of the first provider that has a key; the rehearsal model needs none. */
export function firstModel(providers: readonly ProviderSummary[]): ModelChoice {
  for (const provider of providers) {
    const [model] = provider.models;
    if (provider.isReady && provider.source !== "built-in" && model) return { provider: provider.id, model };
  }
  return { provider: "rehearsal", model: "rehearsal" };
}

/** An org of one: the lead takes the task and answers it. */
export function newOrgDocument(name: string, model: ModelChoice): NewOrgDocument {
  return {
    name,
    agents: [
      {
        id: "lead",
        name: "Lead",
        role: "Plans and delegates",
        icon: "compass",
        persona:
          "You lead this org. Read the task, decide what has to be found out or made, give each part to the agent below you that fits best, and put their answers together into one that is complete and short.",
        position: { x: 0, y: 0 },
        model,
      },
    ],
    lines: [],
  };
}
