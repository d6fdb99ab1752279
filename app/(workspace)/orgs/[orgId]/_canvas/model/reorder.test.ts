import { expect, test } from "vitest";
import { createTree } from "./agent-tree.ts";
import { parentFurtherIn, parentFurtherOut, reorder } from "./reorder.ts";
import { createTestDocument } from "./test-document.ts";

const desk = createTestDocument("lead", "a<lead", "a1<a", "b<lead", "c<lead");

test("an agent changes places with its neighbour, and those below both go along", () => {
  const moved = reorder(desk, "a", 1);
  expect(createTree(moved).children.get("lead")).toEqual(["b", "a", "c"]);
  const offset = (id: string, other: string, document: typeof desk) => {
    const { agents } = createTree(document);
    return (agents.get(id)?.position.x ?? 0) - (agents.get(other)?.position.x ?? 0);
  };
  expect(offset("a1", "a", moved)).toBe(offset("a1", "a", desk));
  expect(reorder(moved, "a", -1)).toEqual(desk);
});

test("at the end of the row nothing moves", () => {
  expect(reorder(desk, "a", -1)).toBe(desk);
  expect(reorder(desk, "c", 1)).toBe(desk);
  expect(reorder(desk, "lead", 1)).toBe(desk);
});

test("further in is below the sibling before it, further out beside the parent", () => {
  expect(parentFurtherIn(desk, "b")).toBe("a");
  expect(parentFurtherIn(desk, "a")).toBeUndefined();
  expect(parentFurtherOut(desk, "a1")).toBe("lead");
  expect(parentFurtherOut(desk, "b")).toBeNull();
  expect(parentFurtherOut(desk, "lead")).toBeUndefined();
});
