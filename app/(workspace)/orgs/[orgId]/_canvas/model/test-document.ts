import type { Agent, OrgDocument } from "@/server/contract/org-document.ts";
import { createAgent } from "./create-agent.ts";

/** An org out of `child<parent` words, in the order of the words: `createTestDocument("lead", "analyst<lead")`. */
export function createTestDocument(...words: readonly string[]): OrgDocument {
  const pairs = words.map((word) => word.split("<"));
  const agents = pairs.map(([id = ""], index) => createTestAgent(id, { position: { x: index * 252, y: 0 } }));
  const lines = pairs.flatMap(([childId = "", parentId]) =>
    parentId === undefined ? [] : [{ id: `line-${childId}`, parentId, childId }],
  );
  return { name: "Test org", description: "", task: "", agents, lines, notes: [], groups: [] };
}

/** An agent whose name is its id, with a persona. */
export function createTestAgent(id: string, fields: Partial<Omit<Agent, "id">> = {}): Agent {
  return { ...createAgent({ name: id, persona: "You work.", ...fields }), id };
}
