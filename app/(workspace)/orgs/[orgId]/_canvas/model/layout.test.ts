import { describe, expect, test } from "vitest";
import { createTree, subtreeOf, walk } from "./agent-tree.ts";
import { align } from "./alignment.ts";
import { autoLayout } from "./auto-layout.ts";
import { boxOf, fitGroups, groupItems } from "./edit-groups.ts";
import { moveItems } from "./edit-items.ts";
import { fitViewport } from "./fit-viewport.ts";
import { cardBox, isHanging, isOverlapping, spacing } from "./geometry.ts";
import { draftPath, linePath } from "./line-path.ts";
import { placeChild } from "./place-agent.ts";
import { createTestDocument } from "./test-document.ts";

const desk = createTestDocument(
  "lead",
  "res<lead",
  "ana<lead",
  "wri<lead",
  "web<res",
  "fil<res",
  "cha<ana",
  "fac<wri",
);

describe("auto layout", () => {
  test("centres the lead over its columns and hangs leaves in stacks", async () => {
    const places = await autoLayout(desk);
    const at = (id: string) => places.get(id) ?? { x: Number.NaN, y: Number.NaN };
    expect(at("lead").x).toBe(at("ana").x);
    expect(at("ana").x - at("res").x).toBe(spacing.column);
    expect([at("res").y, at("ana").y, at("wri").y]).toEqual(Array(3).fill(at("lead").y + spacing.level));
    expect(at("web")).toEqual({ x: at("res").x + spacing.indent, y: at("res").y + spacing.firstLeaf });
    expect(at("fil").y).toBe(at("web").y + spacing.leaf);
    expect(isHanging(at("res"), at("web"))).toBe(true);
    expect(isHanging(at("lead"), at("res"))).toBe(false);
  });

  test("a small team right below the lead stands in a row", async () => {
    const places = await autoLayout(createTestDocument("lead", "a<lead", "b<lead", "c<lead"));
    expect(places.get("a")?.y).toBe(places.get("c")?.y);
    expect(places.get("lead")?.x).toBe(places.get("b")?.x);
  });

  test("no two cards overlap in a large uneven org", async () => {
    const words = Array.from({ length: 300 }, (_, index) =>
      index === 0 ? "a0" : `a${index}<a${Math.floor((index - 1) / 3)}`,
    );
    const places = [...(await autoLayout(createTestDocument(...words))).values()];
    expect(places).toHaveLength(300);
    for (const [index, one] of places.entries()) {
      for (const other of places.slice(index + 1))
        expect(isOverlapping(cardBox(one), cardBox(other))).toBe(false);
    }
  });

  test("to the right: one column a level, reports in the order they were drawn, no overlap", async () => {
    const places = await autoLayout(desk, "right");
    const at = (id: string) => places.get(id) ?? { x: Number.NaN, y: Number.NaN };
    expect(at("res").x - at("lead").x).toBe(spacing.sideLevel);
    expect([at("ana").x, at("wri").x]).toEqual([at("res").x, at("res").x]);
    expect(at("res").y).toBeLessThan(at("ana").y);
    expect(at("ana").y).toBeLessThan(at("wri").y);
    const all = [...places.values()];
    for (const [index, one] of all.entries()) {
      for (const other of all.slice(index + 1))
        expect(isOverlapping(cardBox(one), cardBox(other))).toBe(false);
    }
  });

  test.each(["down", "right"] as const)("%s: a group's box keeps everyone else out", async (direction) => {
    const words = Array.from({ length: 40 }, (_, index) =>
      index === 0 ? "a0" : `a${index}<a${Math.floor((index - 1) / 3)}`,
    );
    const org = createTestDocument(...words);
    const team = subtreeOf(createTree(org), "a2");
    const grouped = groupItems(org, team)?.document ?? org;
    const places = await autoLayout(grouped, direction);
    const [box] = fitGroups(moveItems(grouped, places)).groups.map(boxOf);
    for (const [id, place] of places) expect(box && isOverlapping(box, cardBox(place))).toBe(team.has(id));
  });

  test("agents nobody leads are placed too", async () => {
    expect((await autoLayout(createTestDocument("lead", "a<lead", "stray"))).size).toBe(3);
  });
});

describe("places for new children", () => {
  test("the lead's first child stands below it, further children beside it", () => {
    const one = createTestDocument("lead");
    expect(placeChild(one, "lead")).toEqual({ x: 0, y: spacing.level });
    const two = moveItems(createTestDocument("lead", "a<lead"), new Map([["a", { x: 0, y: 168 }]]));
    expect(placeChild(two, "lead")).toEqual({ x: spacing.column, y: 168 });
  });

  test("deeper children hang in a stack that grows downwards", () => {
    const document = moveItems(
      createTestDocument("lead", "a<lead", "b<a"),
      new Map([
        ["a", { x: 0, y: 168 }],
        ["b", { x: 28, y: 328 }],
      ]),
    );
    expect(placeChild(document, "a")).toEqual({ x: 28, y: 328 + spacing.leaf });
  });

  test("a place that is taken is passed by", () => {
    const document = moveItems(createTestDocument("lead", "stray"), new Map([["stray", { x: 0, y: 168 }]]));
    expect(placeChild(document, "lead")).toEqual({ x: spacing.column, y: 168 });
  });
});

describe("lines", () => {
  test("a child straight below gets a straight line", () => {
    expect(linePath({ x: 0, y: 0 }, { x: 0, y: 168 }).path).toBe("M104 86L104 168");
  });

  test("a child to the side gets two rounded corners halfway", () => {
    const { path } = linePath({ x: 0, y: 0 }, { x: 252, y: 166 });
    expect(path).toBe("M104 86L104 118Q104 126 112 126L348 126Q356 126 356 134L356 166");
  });

  test("a hanging leaf is reached from the trunk on the left", () => {
    const { path, isHanging: hangs } = linePath({ x: 0, y: 0 }, { x: 28, y: 160 });
    expect(hangs).toBe(true);
    expect(path).toBe("M12 86L12 180Q12 188 20 188L28 188");
  });

  test("a child above its parent is reached around the side without breaking", () => {
    for (const child of [
      { x: 0, y: -300 },
      { x: 400, y: -20 },
      { x: -90, y: 90 },
    ]) {
      expect(linePath({ x: 0, y: 0 }, child).path).not.toContain("NaN");
    }
    expect(draftPath({ x: 0, y: 0 }, { x: 5, y: 5 })).not.toContain("NaN");
  });
});

describe("alignment", () => {
  const other = cardBox({ x: 100, y: 300 });

  test("a card near another's edge is drawn level with it", () => {
    const { position, guides } = align(cardBox({ x: 104, y: 0 }), [other], 6);
    expect(position).toEqual({ x: 100, y: 0 });
    expect(guides).toEqual([{ axis: "x", at: 100, from: 0, to: 386 }]);
  });

  test("a card far from everything stays where it is", () => {
    expect(align(cardBox({ x: 140, y: 0 }), [other], 6)).toEqual({ position: { x: 140, y: 0 }, guides: [] });
  });
});

describe("fitting the org into the window", () => {
  const insets = { top: 30, right: 20, bottom: 170, left: 20 };
  const frame = { width: 840, height: 800, insets, minZoom: 0.1 };

  test("a small org is shown at its own size, centred across and at the top", () => {
    const view = fitViewport({ x: 0, y: 0, width: 400, height: 600 }, frame, undefined);
    expect(view).toEqual({ x: 220, y: 30, zoom: 1 });
  });

  test("a large org is shrunk until it fits", () => {
    expect(fitViewport({ x: 100, y: 50, width: 1_600, height: 400 }, frame, undefined)).toMatchObject({
      x: -30,
      zoom: 0.5,
    });
  });

  test("what cannot fit at the smallest zoom is centred on the lead", () => {
    const view = fitViewport(
      { x: 0, y: 0, width: 2_000, height: 400 },
      { ...frame, minZoom: 0.6 },
      { x: 300, y: 0 },
    );
    expect(view.zoom).toBe(0.6);
    expect(view.x + 300 * view.zoom).toBe(420);
  });
});

describe("an org that grows to the right", () => {
  const sideways = { ...createTestDocument("lead", "a<lead", "b<lead"), direction: "right" as const };

  test("has lines from the right edge to the left one", () => {
    const { path } = linePath({ x: 0, y: 0 }, { x: 292, y: 200 }, "right");
    expect(path.startsWith("M208 43")).toBe(true);
    expect(path.endsWith("L292 243")).toBe(true);
    expect(draftPath({ x: 208, y: 43 }, { x: 400, y: 90 }, "right")).toMatch(/^M208 43L/);
  });

  test("passes behind its parent when the child stands left of it", () => {
    const { path } = linePath({ x: 400, y: 0 }, { x: 0, y: 0 }, "right");
    expect(path.startsWith("M608 43")).toBe(true);
    expect(path.endsWith("L0 43")).toBe(true);
  });

  test("is walked with the arrows turned", async () => {
    const tree = createTree(moveItems(sideways, await autoLayout(sideways, "right")));
    expect(walk(tree, "lead", "right")).toBe("a");
    expect(walk(tree, "a", "down")).toBe("b");
    expect(walk(tree, "b", "up")).toBe("a");
    expect(walk(tree, "b", "left")).toBe("lead");
  });

  test("puts a new child beside its parent, and the next below that", async () => {
    const one = { ...createTestDocument("lead"), direction: "right" as const };
    expect(placeChild(one, "lead")).toEqual({ x: spacing.sideLevel, y: 0 });
    const two = moveItems(
      sideways,
      new Map([
        ["a", { x: 292, y: 0 }],
        ["b", { x: 292, y: 144 }],
      ]),
    );
    expect(placeChild(two, "lead")).toEqual({ x: 292, y: 288 });
  });
});
