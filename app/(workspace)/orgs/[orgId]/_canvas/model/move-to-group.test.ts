import { expect, test } from "vitest";
import { boxOf, groupAround, groupItems, groupsByMember, joinGroups } from "./edit-groups.ts";
import { cardBox, isOverlapping } from "./geometry.ts";
import { moveToGroup } from "./move-to-group.ts";
import { createTestDocument } from "./test-document.ts";

const team = createTestDocument("lead", "analyst<lead", "writer<lead", "reader<lead");

function grouped(...ids: readonly string[]) {
  const made = groupItems(team, new Set(ids));
  if (!made) throw new Error("Nothing was grouped");
  return made;
}

function cardOf(document: typeof team, id: string) {
  const agent = document.agents.find((one) => one.id === id);
  if (!agent) throw new Error(`No ${id}`);
  return cardBox(agent.position);
}

test("an agent that joins a group stands inside it, on no other card, and its box has grown around it", () => {
  const { document, id } = grouped("analyst", "writer");
  const joined = moveToGroup(document, "reader", id);
  expect(groupsByMember(joined).get("reader")?.id).toBe(id);
  const card = cardOf(joined, "reader");
  expect(groupAround(joined, card)?.id).toBe(id);
  for (const other of ["lead", "analyst", "writer"])
    expect(isOverlapping(card, cardOf(joined, other))).toBe(false);
  // Place and membership say the same: a drop where it stands changes nothing.
  expect(joinGroups(joined, new Set(["reader"]))).toBe(joined);
});

test("an agent that leaves a group stands outside of what is left of it", () => {
  const { document, id } = grouped("analyst", "writer");
  const left = moveToGroup(document, "writer", undefined);
  expect(groupsByMember(left).has("writer")).toBe(false);
  const group = left.groups.find((one) => one.id === id);
  expect(group && isOverlapping(boxOf(group), cardOf(left, "writer"))).toBe(false);
});

test("an agent changes from one group into another, and one that is there already stays", () => {
  const first = grouped("analyst", "writer");
  const second = groupItems(first.document, new Set(["reader"]));
  if (!second) throw new Error("Nothing was grouped");
  const changed = moveToGroup(second.document, "writer", second.id);
  expect(changed.groups.map((group) => group.members)).toEqual([["analyst"], ["reader", "writer"]]);
  expect(moveToGroup(changed, "writer", second.id)).toBe(changed);
  expect(moveToGroup(changed, "nobody", second.id)).toBe(changed);
});
