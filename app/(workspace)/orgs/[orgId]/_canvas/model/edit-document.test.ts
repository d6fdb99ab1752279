import { describe, expect, test } from "vitest";
import { agentSchema, orgDocumentSchema } from "@/server/contract/org-document.ts";
import { agentTemplates } from "./agent-templates.ts";
import { createAgent } from "./create-agent.ts";
import { addAgent, freeName, renameAgent, updateAgent } from "./edit-agents.ts";
import { chooseMcpTool, grant, isGranted, renameSkill, revoke, switchTool } from "./edit-grants.ts";
import { addNote, moveItems, removeItems } from "./edit-items.ts";
import { connect, refuseReparent, reparent } from "./edit-lines.ts";
import { createTestAgent, createTestDocument } from "./test-document.ts";

describe("agents", () => {
  test("a new agent has the defaults of the contract", () => {
    const agent = createAgent();
    expect(agentSchema.parse({ id: agent.id, name: agent.name, position: agent.position })).toEqual(agent);
  });

  test("every template makes a valid agent", () => {
    for (const template of agentTemplates)
      expect(agentSchema.safeParse(createAgent(template.fields)).success).toBe(true);
  });

  test("an agent is added under a free name and below its parent", () => {
    const document = createTestDocument("lead", "Agent<lead");
    const added = addAgent(document, createTestAgent("new", { name: "Agent" }), "lead");
    expect(added.agents.at(-1)?.name).toBe("Agent 2");
    expect(added.lines.at(-1)).toMatchObject({ parentId: "lead", childId: "new" });
    expect(orgDocumentSchema.safeParse(added).success).toBe(true);
  });

  test("an unknown parent leaves the new agent on its own", () => {
    expect(addAgent(createTestDocument("lead"), createTestAgent("new"), "gone").lines).toEqual([]);
  });

  test("free names count on from a number that is there", () => {
    const document = createTestDocument("Agent", "Agent 2");
    expect(freeName(document, "Agent 2")).toBe("Agent 3");
  });

  test("an update that changes nothing returns the same document", () => {
    const document = createTestDocument("lead");
    expect(updateAgent(document, "lead", { name: "lead" })).toBe(document);
    expect(updateAgent(document, "nobody", { name: "x" })).toBe(document);
  });

  test("an update leaves every other agent the same object", () => {
    const document = createTestDocument("lead", "analyst<lead");
    const renamed = renameAgent(document, "analyst", " Analyst B ");
    expect(renamed.agents[0]).toBe(document.agents[0]);
    expect(renamed.agents[1]?.name).toBe("Analyst B");
  });

  test("a blank name is not taken", () => {
    const document = createTestDocument("lead");
    expect(renameAgent(document, "lead", "   ")).toBe(document);
  });
});

describe("lines", () => {
  test("a refused line changes nothing", () => {
    const document = createTestDocument("lead", "analyst<lead");
    expect(connect(document, "analyst", "lead")).toBe(document);
    expect(connect(document, "lead", "analyst")).toBe(document);
    expect(connect(document, "lead", "lead")).toBe(document);
  });

  test("an agent can be moved below another, and a loop is refused", () => {
    const document = createTestDocument("lead", "analyst<lead", "builder<lead");
    expect(reparent(document, "builder", "analyst").lines).toContainEqual(
      expect.objectContaining({ parentId: "analyst", childId: "builder" }),
    );
    expect(refuseReparent(createTestDocument("lead", "analyst<lead"), "lead", "analyst")).toBe(
      "Would be a loop",
    );
    expect(reparent(document, "builder", undefined).lines).toHaveLength(1);
  });
});

describe("items", () => {
  test("an agent is deleted with its lines", () => {
    const removal = removeItems(
      createTestDocument("lead", "analyst<lead", "builder<analyst"),
      new Set(["analyst"]),
    );
    expect(removal).toMatchObject({ agentNames: ["analyst"], lineCount: 2, noteCount: 0 });
    expect(removal.document.lines).toEqual([]);
  });

  test("deleting nothing returns the same document", () => {
    const document = createTestDocument("lead");
    expect(removeItems(document, new Set(["gone"])).document).toBe(document);
  });

  test("moving keeps what did not move the same object", () => {
    const document = createTestDocument("lead", "analyst<lead");
    const moved = moveItems(document, new Map([["analyst", { x: 8, y: 8 }]]));
    expect(moved.agents[0]).toBe(document.agents[0]);
    expect(moved.agents[1]?.position).toEqual({ x: 8, y: 8 });
    expect(moveItems(moved, new Map([["analyst", { x: 8, y: 8 }]]))).toBe(moved);
  });

  test("a note is valid and can be moved and deleted", () => {
    const { document, id } = addNote(createTestDocument("lead"), { x: 1, y: 2 }, "Hello");
    expect(orgDocumentSchema.safeParse(document).success).toBe(true);
    expect(moveItems(document, new Map([[id, { x: 9, y: 9 }]])).notes[0]?.position).toEqual({ x: 9, y: 9 });
    expect(removeItems(document, new Set([id]))).toMatchObject({ noteCount: 1 });
  });
});

describe("grants", () => {
  const skill = { kind: "skill", name: "cite-sources" } as const;
  const server = { kind: "mcp", name: "files" } as const;

  test("a skill is granted once and taken away", () => {
    const document = grant(createTestDocument("lead"), "lead", skill);
    expect(document.agents[0]?.skills).toEqual(["cite-sources"]);
    expect(grant(document, "lead", skill)).toBe(document);
    expect(revoke(document, "lead", skill).agents[0]?.skills).toEqual([]);
  });

  test("a skill's new name stands where its old one stood, for every agent and once", () => {
    const both = grant(createTestDocument("lead", "aide"), "lead", skill);
    const held = grant(grant(both, "lead", { kind: "skill", name: "sources" }), "aide", skill);
    const renamed = renameSkill(held, { from: "cite-sources", to: "sources" });
    expect(renamed.agents.map(({ skills }) => skills)).toEqual([["sources"], ["sources"]]);
    expect(renameSkill(renamed, { from: "cite-sources", to: "sources" })).toBe(renamed);
  });

  test("taking one tool from a whole server names the others", () => {
    const document = grant(createTestDocument("lead"), "lead", server);
    const choice = { server: "files", allTools: ["read", "write"], tool: "write", isGranted: false };
    const less = chooseMcpTool(document, "lead", choice);
    expect(less.agents[0]?.mcp).toEqual([{ server: "files", tools: ["read"] }]);
    const whole = chooseMcpTool(less, "lead", { ...choice, isGranted: true });
    expect(whole.agents[0]?.mcp).toEqual([{ server: "files" }]);
  });

  test("taking the last tool takes the server away", () => {
    const document = updateAgent(createTestDocument("lead"), "lead", {
      mcp: [{ server: "files", tools: ["read"] }],
    });
    const none = chooseMcpTool(document, "lead", {
      server: "files",
      tool: "read",
      isGranted: false,
      allTools: ["read", "write"],
    });
    expect(isGranted(none.agents[0] ?? createAgent(), server)).toBe(false);
  });

  test("a tool is switched off and on", () => {
    const off = switchTool(createTestDocument("lead"), "lead", { name: "db_exec", isOn: false });
    expect(off.agents[0]?.disabledTools).toEqual(["db_exec"]);
    expect(switchTool(off, "lead", { name: "db_exec", isOn: false })).toBe(off);
    expect(switchTool(off, "lead", { name: "db_exec", isOn: true }).agents[0]?.disabledTools).toEqual([]);
  });
});
