import { expect, test } from "vitest";
import { groupItems } from "./edit-groups.ts";
import { outlineRows } from "./outline-rows.ts";
import { createTestDocument } from "./test-document.ts";

const desk = createTestDocument("lead", "a<lead", "a1<a", "b<lead");

test("every agent comes before its reports, with its level and its place among its siblings", () => {
  const rows = outlineRows(desk, new Set());
  expect(rows.map(({ id, level }) => `${level} ${id}`)).toEqual(["1 lead", "2 a", "3 a1", "2 b"]);
  expect(rows[3]).toMatchObject({ placeAmongSiblings: 2, siblingCount: 2, isOpen: undefined });
  expect(rows[0]).toMatchObject({ isOpen: true });
});

test("what is below a folded agent is left out", () => {
  const rows = outlineRows(desk, new Set(["a"]));
  expect(rows.map(({ id }) => id)).toEqual(["lead", "a", "b"]);
  expect(rows[1]?.isOpen).toBe(false);
});

test("groups and notes follow the agents", () => {
  const note = { id: "memo", text: "", position: { x: 0, y: 0 }, width: 208, height: 96 };
  const made = groupItems({ ...desk, notes: [note] }, new Set(["a"]));
  const rows = outlineRows(made?.document ?? desk, new Set());
  expect(rows.slice(-2).map(({ kind }) => kind)).toEqual(["group", "note"]);
  expect(rows[0]?.siblingCount).toBe(3);
});

test("members of a loop are listed, so that they can be repaired", () => {
  const loop = {
    ...desk,
    lines: [
      { id: "1", parentId: "a", childId: "b" },
      { id: "2", parentId: "b", childId: "a" },
    ],
  };
  expect(
    outlineRows(loop, new Set())
      .map(({ id }) => id)
      .sort(),
  ).toEqual(["a", "a1", "b", "lead"]);
});
