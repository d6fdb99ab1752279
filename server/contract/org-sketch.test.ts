import { expect, test } from "vitest";
import { SKETCHED_CARDS, toOrgSketch } from "./org-sketch.ts";

const agent = (id: string, x = 0) => ({ id, name: `Agent ${id}`, position: { x, y: 10 } });

test("a sketch holds places, names and who reports to whom", () => {
  const agents = [agent("lead"), agent("a", 252)];
  const lines = [
    { parentId: "lead", childId: "a" },
    { parentId: "lead", childId: "gone" },
  ];
  expect(toOrgSketch({ agents, lines, direction: "right" })).toEqual({
    direction: "right",
    cards: [
      { name: "Agent lead", x: 0, y: 10 },
      { name: "Agent a", x: 252, y: 10 },
    ],
    lines: [[0, 1]],
  });
});

test("a sketch of a large org has no names, and of a very large one not every card", () => {
  const many = Array.from({ length: 500 }, (_, index) => agent(`a${index}`));
  const lines = many.slice(1).map(({ id }) => ({ parentId: "a0", childId: id }));
  const { cards, lines: drawn, direction } = toOrgSketch({ agents: many, lines });
  expect(direction).toBe("down");
  expect(cards).toHaveLength(SKETCHED_CARDS);
  expect(drawn).toHaveLength(SKETCHED_CARDS - 1);
  expect(cards.every(({ name }) => name === "")).toBe(true);
});
