import { beforeEach, describe, expect, test } from "vitest";
import type { OrgDetail } from "@/server/contract/api.ts";
import { copyItems, pasteItems } from "../model/clipboard.ts";
import { createTestDocument } from "../model/test-document.ts";
import { createEditorStore, type EditorStore } from "./create-editor-store.ts";

let store: EditorStore;
const state = () => store.getState();
const membersOf = (id: string) => state().document.groups.find((group) => group.id === id)?.members;

beforeEach(() => {
  const document = {
    ...createTestDocument("lead", "analyst<lead", "reader<analyst"),
    groups: [{ id: "box", name: "Box", position: { x: 0, y: 1_000 }, width: 600, height: 300, members: [] }],
  };
  const detail = { id: "org", slug: "org", version: 1, updatedAt: "", document, sampleFiles: [] };
  store = createEditorStore(detail as unknown as OrgDetail);
});

describe("what is put down in a box belongs to it", () => {
  const inside = { x: 40, y: 1_060 };

  test("a new agent and a note, and neither beside it", () => {
    const agent = state().actions.addAgent("blank", { position: inside });
    const note = state().actions.addNote({ x: 450, y: 1_100 });
    state().actions.addAgent("blank", { position: { x: 900, y: 1_060 } });
    expect(membersOf("box")).toEqual([agent, note]);
    state().actions.undo();
    state().actions.undo();
    expect(membersOf("box")).toEqual([agent]);
  });

  test("an agent that is made at the end of a line", () => {
    const child = state().actions.addAgent("blank", { parentId: "lead", position: inside });
    expect(membersOf("box")).toEqual([child]);
  });

  test("the copy of one that stands in it", () => {
    const agent = state().actions.addAgent("blank", { position: inside });
    state().actions.duplicate(new Set([agent]));
    const [copy] = state().selection;
    expect(membersOf("box")).toEqual([agent, copy]);
  });

  test("a group that is pasted over it keeps what it holds", () => {
    const agent = state().actions.addAgent("blank", { position: inside });
    const { document } = state();
    state().actions.insert(pasteItems(document, copyItems(document, new Set(["box"])), {}), "Paste");
    expect(membersOf("box")).toEqual([agent]);
    expect(state().document.groups[1]?.members).toHaveLength(1);
  });

  test("nothing, while it is folded: it would be out of sight at once", () => {
    state().actions.toggleFolded("box");
    const agent = state().actions.addAgent("blank", { position: inside });
    expect(membersOf("box")).toEqual([]);
    expect(state().selection).toEqual(new Set([agent]));
  });
});

test("a folded agent is duplicated with those it hides, an open one alone", () => {
  state().actions.duplicate(new Set(["analyst"]));
  expect(
    state()
      .document.agents.map(({ name }) => name)
      .slice(3),
  ).toEqual(["analyst 2"]);
  state().actions.undo();
  state().actions.toggleFolded("analyst");
  state().actions.duplicate(new Set(["analyst"]));
  expect(
    state()
      .document.agents.map(({ name }) => name)
      .slice(3),
  ).toEqual(["analyst 2", "reader 2"]);
});

test("where nothing is selected nothing is duplicated, and there is no step to undo", () => {
  const before = state();
  state().actions.duplicate(new Set());
  expect(state()).toBe(before);
});
