import { expect, test } from "vitest";
import { boxOf, groupAround, groupItems, groupsByMember, joinGroups, updateGroup } from "./edit-groups.ts";
import { moveItems } from "./edit-items.ts";
import { cardBox, isOverlapping, type Point } from "./geometry.ts";
import { moveToGroup } from "./move-to-group.ts";
import { createTestDocument } from "./test-document.ts";

const team = createTestDocument("lead", "analyst<lead", "writer<lead", "reader<lead");

function grouped(...ids: readonly string[]) {
  const made = groupItems(team, new Set(ids));
  if (!made) throw new Error("Nothing was grouped");
  return made;
}

function agentOf(document: typeof team, id: string) {
  const agent = document.agents.find((one) => one.id === id);
  if (!agent) throw new Error(`No ${id}`);
  return agent;
}

function cardOf(document: typeof team, id: string) {
  return cardBox(agentOf(document, id).position);
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

/** Two columns far apart, each in a box of its own, and one agent in no box. */
function twoBoxes(distance: number) {
  const places: readonly (readonly [string, Point])[] = [
    ["lead", { x: -2_000, y: 0 }],
    ["analyst", { x: 0, y: 0 }],
    ["writer", { x: 0, y: distance }],
    ["reader", { x: 2_000, y: 0 }],
  ];
  const spread = moveItems(team, new Map(places));
  const first = groupItems(spread, new Set(["analyst"]));
  const second = first && groupItems(first.document, new Set(["writer"]));
  if (!first || !second) throw new Error("Nothing was grouped");
  return { document: second.document, first: first.id, second: second.id };
}

function boxIn(document: typeof team, id: string) {
  const group = document.groups.find((one) => one.id === id);
  if (!group) throw new Error(`No ${id}`);
  return boxOf(group);
}

test("boxes that were drawn larger than what they hold stay so when an agent joins or leaves", () => {
  const made = twoBoxes(1_000);
  const wide = { width: 800, height: 600 };
  const drawn = {
    ...made.document,
    groups: made.document.groups.map((group) => ({ ...group, ...wide })),
  };
  const joined = moveToGroup(drawn, "reader", made.first);
  expect([made.first, made.second].map((id) => boxIn(joined, id))).toEqual(
    [made.first, made.second].map((id) => boxIn(drawn, id)),
  );
  const left = moveToGroup(joined, "reader", undefined);
  expect(boxIn(left, made.first)).toEqual(boxIn(drawn, made.first));
  expect(groupAround(left, cardOf(left, "reader"))).toBeUndefined();
});

test("an agent that joins a group right above another stands in its own, and the boxes do not run into each other", () => {
  const { document, first, second } = twoBoxes(180);
  const joined = moveToGroup(document, "reader", first);
  expect(groupAround(joined, cardOf(joined, "reader"))?.id).toBe(first);
  expect(isOverlapping(boxIn(joined, first), boxIn(joined, second))).toBe(false);
  expect(boxIn(joined, second)).toEqual(boxIn(document, second));
});

test("an agent that leaves its group does not land in the next one", () => {
  const { document, first, second } = twoBoxes(180);
  const beside = updateGroup(document, second, { position: { x: 220, y: -100 }, width: 600, height: 400 });
  const left = moveToGroup(beside, "analyst", undefined);
  expect(groupAround(left, cardOf(left, "analyst"))).toBeUndefined();
  expect(boxIn(left, first)).toEqual(boxIn(beside, first));
});

test("an agent finds its place in a group that is walled in on every side", () => {
  const { document, first } = twoBoxes(180);
  const wall = [
    [-260, 0],
    [260, 0],
    [0, -140],
  ] as const;
  const walled = {
    ...document,
    agents: [
      ...document.agents,
      ...wall.map(([x, y], index) => ({
        ...agentOf(document, "lead"),
        id: `wall-${index}`,
        position: { x, y },
      })),
    ],
  };
  const joined = moveToGroup(walled, "reader", first);
  const card = cardOf(joined, "reader");
  for (const other of walled.agents.filter(({ id }) => id !== "reader"))
    expect(isOverlapping(card, cardOf(joined, other.id))).toBe(false);
  expect(groupsByMember(joined).get("reader")?.id).toBe(first);
});
