import type { Agent } from "@/server/contract/org-document.ts";
import { newId } from "./new-id.ts";

/**
 * A complete new agent. The defaults are written out, and a test holds them equal to those of `agentSchema`, so that
 * the first load of the editor needs no validator.
 */
export function createAgent(fields: Partial<Omit<Agent, "id">> = {}): Agent {
  return {
    id: newId("agent"),
    name: "Agent",
    role: "",
    persona: "",
    icon: "bot",
    position: { x: 0, y: 0 },
    model: { provider: "rehearsal", model: "rehearsal" },
    skills: [],
    mcp: [],
    disabledTools: [],
    limits: {
      maxTurns: 24,
      maxDepth: 4,
      maxDelegationsPerChild: 4,
      maxParallel: 4,
      maxQuestions: 4,
      callTimeoutSeconds: 120,
    },
    ...fields,
  };
}
