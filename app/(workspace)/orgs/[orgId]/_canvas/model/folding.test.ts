import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { deriveEdges, deriveNodes } from "../store/canvas-items.ts";
import { groupItems } from "./edit-groups.ts";
import { fold, foldsOver, nothingFolded, visiblePart, withFolded, withMembers } from "./folding.ts";
import { createTestDocument } from "./test-document.ts";

const desk = createTestDocument("lead", "a<lead", "b<lead", "a1<a", "a2<a", "a11<a1", "b1<b");

describe("folding", () => {
  test("an agent hides everyone below it and counts them", () => {
    const { hidden, counts } = fold(desk, new Set(["a"]));
    expect([...hidden].sort()).toEqual(["a1", "a11", "a2"]);
    expect(counts).toEqual(new Map([["a", 3]]));
  });

  test("an agent that leads nobody, or is gone, folds nothing", () => {
    expect(fold(desk, new Set(["b1", "ghost"]))).toEqual(nothingFolded);
  });

  test("a folded group stands for its members, once for each line from outside", () => {
    const made = groupItems(desk, new Set(["a1", "a2"]));
    if (!made) throw new Error("No group");
    const folded = new Set([made.id]);
    const folding = fold(made.document, folded);
    const look = { selection: new Set<string>(), folded, folding };
    const edges = deriveEdges(made.document, look, []);
    expect(edges.map(({ source, target }) => `${source} ${target}`).sort()).toEqual(
      [`a ${made.id}`, "b b1", "lead a", "lead b", `${made.id} a11`].sort(),
    );
    const drawn = deriveNodes(made.document, look, []).map((node) => node.id);
    expect(drawn).not.toContain("a1");
    expect(drawn).toContain("a11");
  });

  test("what hides an agent is named, so that a search can show it", () => {
    const made = groupItems(desk, new Set(["a11"]));
    if (!made) throw new Error("No group");
    const folded = new Set(["a", "b", made.id]);
    expect([...foldsOver(made.document, folded, "a11")].sort()).toEqual(["a", made.id].sort());
    expect(foldsOver(made.document, folded, "lead")).toEqual([]);
  });

  test("an act on a folded agent is about those it hides too; a group brings its members", () => {
    const folding = fold(desk, new Set(["a"]));
    expect([...withFolded(desk, new Set(["a"]), folding)].sort()).toEqual(["a", "a1", "a11", "a2"]);
    expect(withFolded(desk, new Set(["b"]), folding)).toEqual(new Set(["b"]));
    const made = groupItems(desk, new Set(["a1"]));
    expect(made && [...withMembers(made.document, new Set([made.id]))]).toEqual([made?.id, "a1"]);
  });
});

/** Trees of up to 30 agents with any set of them folded. */
const foldedTrees = fc.array(fc.nat(), { minLength: 1, maxLength: 30 }).chain((parents) => {
  const words = parents.map((parent, index) => (index === 0 ? "n0" : `n${index}<n${parent % index}`));
  const document = createTestDocument(...words);
  return fc.record({
    document: fc.constant(document),
    folded: fc.subarray(document.agents.map((agent) => agent.id)).map((ids) => new Set(ids)),
  });
});

test("whatever is folded: the lead is drawn, no line hangs loose, and unfolding what is over an agent shows it", () => {
  fc.assert(
    fc.property(foldedTrees, ({ document, folded }) => {
      const folding = fold(document, folded);
      const part = visiblePart(document, folding);
      const drawn = new Set(part.agents.map((agent) => agent.id));
      expect(drawn.has("n0")).toBe(true);
      for (const line of part.lines) expect(drawn.has(line.parentId) && drawn.has(line.childId)).toBe(true);
      for (const id of folding.hidden) {
        const open = new Set([...folded].filter((other) => !foldsOver(document, folded, id).includes(other)));
        expect(fold(document, open).hidden.has(id)).toBe(false);
      }
    }),
  );
});
