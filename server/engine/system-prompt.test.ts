import { expect, test } from "vitest";
import { type Agent, agentSchema } from "../contract/org-document.ts";
import { assemblePrompt, renderPrompt } from "./system-prompt.ts";
import type { AgentScope } from "./tool.ts";

const agentOf = (name: string, role: string, persona = ""): Agent =>
  agentSchema.parse({ id: name.toLowerCase(), name, role, persona, position: { x: 0, y: 0 } });

const alone: AgentScope = {
  orgId: null,
  agent: agentOf("Ada", ""),
  children: [],
  parent: null,
  depth: 0,
  attachments: [],
  messages: [],
};

const promptOf = async (scope: AgentScope, sources: Parameters<typeof assemblePrompt>[0] = []) =>
  renderPrompt(await assemblePrompt(sources, scope));

test("an agent that works alone reads who it is, and nothing of a team or of files", async () => {
  expect(await promptOf(alone)).toBe("You are Ada.");
  const described = { ...alone, agent: agentOf("Ada", "  an analyst ", "\n Cite every number.\n") };
  expect(await promptOf(described)).toBe("You are Ada, an analyst.\n\nCite every number.");
});

test("an agent between others reads whom it reports to and whom it may delegate to, in drawing order", async () => {
  const scope = {
    ...alone,
    parent: agentOf("Lead", "plans"),
    children: [agentOf("Zoe", " writes "), agentOf("Bob", "")],
  };
  expect(await promptOf(scope)).toBe(
    [
      "You are Ada.",
      "",
      "# Team",
      "",
      "You report to Lead: plans. Your last message goes back to them as it is, so it has to stand alone.",
      "You may delegate to:",
      "- Zoe: writes",
      "- Bob",
      "Whoever you delegate to sees only the task you write: put everything they need into it.",
    ].join("\n"),
  );
});

test("a lead is not told that it reports to anybody, and an agent without reports not of delegation", async () => {
  expect(await promptOf({ ...alone, children: [agentOf("Bob", "")] })).not.toContain("report to");
  expect(await promptOf({ ...alone, parent: agentOf("Lead", "") })).not.toContain("delegate");
});

test("attached files stand by name and size, and what sources add comes last, in their order", async () => {
  const file = { name: "lines.csv", mediaType: "text/csv", size: 120 };
  const scope = { ...alone, attachments: [file] } as unknown as AgentScope;
  const source = (title: string) => ({
    sections: async () => [{ kind: "skill" as const, title, text: `About ${title}.` }],
  });
  expect(await promptOf(scope, [source("one"), source("two")])).toBe(
    [
      "You are Ada.",
      "# Files",
      "Files of this run, by the name under which skills find them:\n- lines.csv (text/csv, 120 bytes)",
      "# one",
      "About one.",
      "# two",
      "About two.",
    ].join("\n\n"),
  );
});
