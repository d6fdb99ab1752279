import { beforeEach, describe, expect, test } from "vitest";
import type { OrgDetail } from "@/server/contract/api.ts";
import { createTestDocument } from "../model/test-document.ts";
import { createEditorStore, type EditorStore } from "./create-editor-store.ts";

let clock = 0;
let store: EditorStore;
const state = () => store.getState();
const node = (id: string) => state().nodes.find((candidate) => candidate.id === id);

beforeEach(() => {
  clock = 0;
  const document = createTestDocument("lead", "analyst<lead", "builder<lead");
  const detail = { id: "org", slug: "org", version: 3, updatedAt: "", document, sampleFiles: [] };
  store = createEditorStore(detail as unknown as OrgDetail, () => clock);
});

describe("editing", () => {
  test("an edit redraws only the card it changes", () => {
    const before = { nodes: state().nodes, cards: state().cards };
    state().actions.updateAgent("analyst", { role: "Reads" });
    expect(state().nodes).toBe(before.nodes);
    expect(state().cards.get("analyst")).not.toBe(before.cards.get("analyst"));
    expect(state().cards.get("builder")).toBe(before.cards.get("builder"));
  });

  test("typing is one step back, and undo brings back the very document", () => {
    const start = state().document;
    for (const name of ["A", "An", "Ann"]) {
      clock += 100;
      state().actions.updateAgent("analyst", { name });
    }
    state().actions.undo();
    expect(state().document).toBe(start);
    state().actions.redo();
    expect(state().cards.get("analyst")?.agent.name).toBe("Ann");
  });

  test("a new child is placed, named, selected and focused", () => {
    const id = state().actions.addChild("analyst");
    expect(state().selection).toEqual(new Set([id]));
    expect(state().focusedId).toBe(id);
    expect(state().document.lines.at(-1)).toMatchObject({ parentId: "analyst", childId: id });
    expect(state().announcement).toBe("Agent added, reports to analyst");
  });

  test("a sibling reports to the same agent", () => {
    const id = state().actions.addSibling("analyst");
    expect(state().document.lines.at(-1)).toMatchObject({ parentId: "lead", childId: id });
  });

  test("deleting tells what went and forgets it in selection and focus", () => {
    state().actions.focus("analyst");
    expect(state().actions.removeSelected()).toMatchObject({ agentNames: ["analyst"], lineCount: 1 });
    expect(state().selection.size).toBe(0);
    expect(state().focusedId).toBe("lead");
    expect(state().actions.removeSelected()).toBeUndefined();
  });

  test("the focus is asked for once: served, it is asked for no more, and what was served before takes nothing of the next", () => {
    state().actions.focus("analyst");
    const first = state().focusRequest;
    if (!first) throw new Error("The focus was not asked for");
    state().actions.serveFocus(first);
    expect(state().focusRequest).toBeUndefined();
    state().actions.focus("builder");
    state().actions.serveFocus(first);
    expect(state().focusRequest).toMatchObject({ id: "builder", place: "canvas" });
  });

  test("the same words twice are two announcements", () => {
    const before = state().announcementCount;
    state().actions.announce("Nothing granted");
    state().actions.announce("Nothing granted");
    expect(state().announcementCount).toBe(before + 2);
    state().actions.select(new Set(["analyst"]));
    expect(state().announcementCount).toBe(before + 2);
  });

  test("a group's new name is told when it is given, and not key by key while it is typed", () => {
    state().actions.select(new Set(["analyst", "builder"]));
    const id = state().actions.groupSelected() ?? "";
    const told = state().announcementCount;
    for (const name of ["N", "Nu", "Num"]) state().actions.typeName(id, name);
    expect(state().document.groups[0]?.name).toBe("Num");
    expect(state().announcementCount).toBe(told);
    state().actions.undo();
    expect(state().document.groups[0]?.name).toBe("Group 1");
    state().actions.rename(id, "Numbers");
    expect(state().announcement).toBe("Named Numbers");
  });

  test("a refused new parent is told and changes nothing", () => {
    const before = state().document;
    expect(state().actions.reparent("lead", "analyst")).toBe("Would be a loop");
    expect(state().document).toBe(before);
  });
});

describe("selecting and dragging", () => {
  test("selecting is no edit", () => {
    const before = { document: state().document, history: state().history };
    state().actions.select(new Set(["analyst"]));
    expect(state().document).toBe(before.document);
    expect(state().history).toBe(before.history);
    expect(node("analyst")?.selected).toBe(true);
  });

  test("a selected agent's line is active", () => {
    state().actions.select(new Set(["analyst"]));
    expect(state().edges.map((edge) => edge.data?.isActive)).toEqual([true, false]);
  });

  test("a drag moves one card and is one step when it ends", () => {
    const before = { document: state().document, lead: node("lead") };
    state().actions.applyNodeChanges([
      { type: "position", id: "analyst", position: { x: 40, y: 8 }, dragging: true },
    ]);
    state().actions.applyNodeChanges([
      { type: "position", id: "analyst", position: { x: 44, y: 8 }, dragging: false },
    ]);
    expect(state().document).toBe(before.document);
    expect(node("lead")).toBe(before.lead);
    state().actions.move(state().actions.readPositions(["analyst"]));
    expect(state().document.agents[1]?.position).toEqual({ x: 44, y: 8 });
    state().actions.undo();
    expect(node("analyst")?.position).toEqual({ x: 252, y: 0 });
  });
});

describe("versions", () => {
  test("loading another version empties the history", () => {
    state().actions.updateAgent("analyst", { role: "Reads" });
    state().actions.load({ version: 9, document: createTestDocument("lead") });
    expect(state().document.agents).toHaveLength(1);
    expect(state().version).toBe(9);
    state().actions.undo();
    expect(state().document.agents).toHaveLength(1);
  });

  test("keeping mine bases it on their version", () => {
    state().actions.updateAgent("analyst", { role: "Reads" });
    const mine = state().document;
    const theirs = createTestDocument("lead");
    state().actions.rebase({ version: 9, document: theirs }, mine);
    expect(state()).toMatchObject({ version: 9, document: mine, savedDocument: theirs, broughtIn: 0 });
    state().actions.undo();
    expect(state().cards.get("analyst")?.agent.role).toBe("");
    state().actions.redo();
    expect(state().document).toBe(mine);
  });

  test("a merge is one step: undone it is mine again, and what came before that", () => {
    const start = state().document;
    state().actions.updateAgent("analyst", { role: "Reads" });
    const mine = state().document;
    const theirs = createTestDocument("lead", "analyst<lead", "builder<lead", "other<lead");
    state().actions.rebase({ version: 9, document: theirs }, { ...theirs, task: "Both" });
    expect(state()).toMatchObject({ version: 9, savedDocument: theirs, broughtIn: 1 });
    state().actions.undo();
    expect(state()).toMatchObject({ document: mine, announcement: "Undone: Merge with version 9" });
    state().actions.undo();
    expect(state().document).toBe(start);
  });

  test("what the server found is shown on the card it concerns", () => {
    state().actions.setCheckedProblems([
      { level: "error", message: "No key for openai.", agentId: "builder" },
    ]);
    expect(state().cards.get("builder")?.problem?.message).toBe("No key for openai.");
    expect(state().cards.get("analyst")?.problem).toBeUndefined();
  });
});
