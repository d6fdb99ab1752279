import { describe, expect, test } from "vitest";
import { createCards, describeCard } from "./agent-card.ts";
import { createTree, readingOrder, subtreeOf, walk } from "./agent-tree.ts";
import { updateAgent } from "./edit-agents.ts";
import { moveItems } from "./edit-items.ts";
import { countProblems, mergeProblems } from "./org-problems.ts";
import { createTestDocument } from "./test-document.ts";

const desk = moveItems(
  createTestDocument("lead", "res<lead", "ana<lead", "web<res", "fil<res", "cha<ana"),
  new Map(
    Object.entries({
      lead: { x: 126, y: 0 },
      res: { x: 0, y: 168 },
      ana: { x: 252, y: 168 },
      web: { x: 28, y: 328 },
      fil: { x: 28, y: 496 },
      cha: { x: 280, y: 328 },
    }),
  ),
);

describe("walking with the arrow keys", () => {
  const tree = createTree(desk);
  test.each([
    ["lead", "down", "res"],
    ["res", "up", "lead"],
    ["res", "right", "ana"],
    ["ana", "left", "res"],
    ["res", "down", "web"],
    ["web", "down", "fil"],
    ["fil", "up", "web"],
    ["web", "up", "res"],
    ["web", "right", "fil"],
    ["fil", "right", "cha"],
  ] as const)("from %s %s leads to %s", (from, direction, to) => {
    expect(walk(tree, from, direction)).toBe(to);
  });

  test("an arrow that leads nowhere stays", () => {
    expect(walk(tree, "lead", "up")).toBeUndefined();
    expect(walk(tree, "fil", "down")).toBeUndefined();
  });

  test("the outline lists each agent right before its reports", () => {
    expect(readingOrder(tree)).toEqual(["lead", "res", "web", "fil", "ana", "cha"]);
  });

  test("a subtree is an agent with everyone below", () => {
    expect([...subtreeOf(tree, "res")].sort()).toEqual(["fil", "res", "web"]);
  });

  test("a loop does not hang", () => {
    const loop = createTestDocument("a<b", "b<a");
    expect(readingOrder(createTree(loop))).toEqual([]);
  });
});

const plain = { problems: [], hiddenCounts: new Map<string, number>() };

describe("cards", () => {
  test("only the card of the agent that changed is a new object", () => {
    const before = createCards(desk, plain, new Map());
    const after = createCards(updateAgent(desk, "web", { role: "Searches" }), plain, before);
    expect(after.get("web")).not.toBe(before.get("web"));
    for (const id of ["lead", "res", "ana", "fil", "cha"]) expect(after.get(id)).toBe(before.get(id));
  });

  test("the same map is returned when no card changed", () => {
    const before = createCards(desk, plain, new Map());
    expect(createCards({ ...desk, task: "Other" }, plain, before)).toBe(before);
  });

  test("an error outranks a warning", () => {
    const problems = [
      { level: "warning", message: "meh", agentId: "web" },
      { level: "error", message: "bad", agentId: "web" },
    ] as const;
    expect(createCards(desk, { ...plain, problems }, new Map()).get("web")?.problem?.message).toBe("bad");
  });

  test("a card is described with its role, rank and problem", () => {
    const document = updateAgent(desk, "res", { role: "Finds" });
    const card = createCards(
      document,
      { ...plain, problems: [{ level: "warning", message: "no key", agentId: "res" }] },
      new Map(),
    ).get("res");
    expect(card && describeCard(card)).toBe("res, Finds, leads 2 agents, warning: no key");
  });

  test("a parent knows that its reports hang in a stack", () => {
    const cards = createCards(desk, plain, new Map());
    expect(cards.get("res")?.isStackParent).toBe(true);
    expect(cards.get("lead")?.isStackParent).toBe(false);
  });
});

describe("problems", () => {
  test("what drawing and server both name is listed once, errors first", () => {
    const document = updateAgent(desk, "web", { persona: "" });
    const merged = mergeProblems(document, [
      { level: "warning", message: "web has no persona.", agentId: "web" },
      { level: "error", message: "No key for openai.", agentId: "fil" },
    ]);
    expect(merged.map((problem) => problem.message)).toEqual(["No key for openai.", "web has no persona."]);
    expect(countProblems(merged)).toBe("1 error, 1 warning");
  });

  test("what was found about deleted agents or an older drawing is dropped", () => {
    const stale = [
      { level: "error", message: "No key.", agentId: "gone" },
      { level: "warning", message: "web has no persona.", agentId: "web" },
    ] as const;
    expect(mergeProblems(desk, stale)).toEqual([]);
    expect(countProblems([])).toBeUndefined();
  });
});
