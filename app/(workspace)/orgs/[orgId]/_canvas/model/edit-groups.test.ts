import { describe, expect, test } from "vitest";
import { orgDocumentSchema } from "@/server/contract/org-document.ts";
import { findOrgProblems } from "@/server/contract/org-graph.ts";
import {
  addGroup,
  boxOf,
  fitGroups,
  groupItems,
  groupsByMember,
  joinGroups,
  notesAlong,
  pruneGroups,
} from "./edit-groups.ts";
import { moveItems, removeItems } from "./edit-items.ts";
import { cardBox } from "./geometry.ts";
import { createTestDocument } from "./test-document.ts";

const team = createTestDocument("lead", "analyst<lead", "writer<lead");
const note = { id: "memo", text: "Read me", position: { x: 0, y: 300 }, width: 208, height: 96 };
const withNote = { ...team, notes: [note] };

function grouped(...ids: readonly string[]) {
  const made = groupItems(withNote, new Set(ids));
  if (!made) throw new Error("Nothing was grouped");
  return made;
}

describe("a group", () => {
  test("is drawn around what it holds and can be kept", () => {
    const { document } = grouped("analyst", "writer", "memo");
    const [group] = document.groups;
    if (!group) throw new Error("No group");
    expect(group.members).toEqual(["analyst", "writer", "memo"]);
    const outer = boxOf(group);
    for (const agent of document.agents.slice(1)) {
      const inner = cardBox(agent.position);
      expect(inner.x).toBeGreaterThan(outer.x);
      expect(inner.y).toBeGreaterThan(outer.y);
      expect(inner.x + inner.width).toBeLessThan(outer.x + outer.width);
    }
    expect(orgDocumentSchema.parse(document)).toEqual(document);
    expect(findOrgProblems(document).filter((problem) => problem.isShape)).toEqual([]);
  });

  test("takes its members out of the group they were in", () => {
    const first = grouped("analyst", "writer");
    const second = groupItems(first.document, new Set(["writer", "lead"]));
    expect(second?.document.groups.map((group) => group.members)).toEqual([["analyst"], ["lead", "writer"]]);
  });

  test("is not drawn around nothing or around lines", () => {
    expect(groupItems(team, new Set())).toBeUndefined();
    expect(groupItems(team, new Set(["line-analyst"]))).toBeUndefined();
  });

  test("that is drawn over cards holds those that stand in it and are free", () => {
    const { document, id } = addGroup(team, { x: -40, y: -60 });
    expect(document.groups.find((group) => group.id === id)?.members).toEqual(["lead", "analyst"]);
    const again = addGroup(document, { x: -40, y: -60 });
    expect(again.document.groups[1]?.members).toEqual([]);
  });

  test("loses a member that is deleted, and leaves its members when it is taken away itself", () => {
    const { document, id } = grouped("analyst", "writer");
    expect(removeItems(document, new Set(["analyst"])).document.groups[0]?.members).toEqual(["writer"]);
    const gone = removeItems(document, new Set([id]));
    expect(gone.document.agents).toHaveLength(3);
    expect(gone.groupNames).toEqual(["Group 1"]);
  });
});

describe("membership", () => {
  test("follows a card that is dropped in a group or dragged out of it", () => {
    const { document, id } = grouped("analyst");
    const box = document.groups[0]?.position ?? { x: 0, y: 0 };
    const dropped = moveItems(document, new Map([["lead", { x: box.x + 20, y: box.y + 50 }]]));
    const joined = joinGroups(dropped, new Set(["lead"]));
    expect(groupsByMember(joined).get("lead")?.id).toBe(id);
    const away = moveItems(joined, new Map([["lead", { x: -2_000, y: 0 }]]));
    expect(groupsByMember(joinGroups(away, new Set(["lead"]))).has("lead")).toBe(false);
  });

  test("of what was not moved stays, wherever it stands", () => {
    const { document } = grouped("analyst");
    const away = moveItems(document, new Map([["analyst", { x: 5_000, y: 0 }]]));
    expect(joinGroups(away, new Set(["writer"]))).toBe(away);
  });

  test("in two groups or of something unknown is refused by the server and mended by a merge", () => {
    const group = { id: "g1", name: "A", position: { x: 0, y: 0 }, width: 100, height: 100 };
    const broken = {
      ...team,
      groups: [
        { ...group, members: ["lead", "ghost"] },
        { ...group, id: "g2", members: ["lead"] },
      ],
    };
    expect(findOrgProblems(broken).filter((problem) => problem.isShape)).toHaveLength(2);
    const mended = pruneGroups(broken);
    expect(mended.groups.map(({ members }) => members)).toEqual([["lead"], []]);
    expect(findOrgProblems(mended).filter((problem) => problem.isShape)).toEqual([]);
    expect(pruneGroups(mended)).toBe(mended);
  });
});

test("after a layout groups close around their members again, and their notes went along", () => {
  const { document } = grouped("analyst", "memo");
  const positions = new Map([["analyst", { x: 1_252, y: 500 }]]);
  const along = notesAlong(document, positions);
  expect(along.get("memo")).toEqual({ x: 1_000, y: 800 });
  const fitted = fitGroups(moveItems(document, new Map([...positions, ...along])));
  const [group] = fitted.groups;
  expect(group && boxOf(group)).toMatchObject({ x: 976, y: 456 });
});

test("documents from before groups had members still read", () => {
  const old = { ...team, groups: [{ id: "g", name: "", position: { x: 0, y: 0 }, width: 100, height: 100 }] };
  expect(orgDocumentSchema.parse(old).groups[0]?.members).toEqual([]);
});
