import { expect, test } from "vitest";
import { arrangedIds, carryAlong } from "./arranged-items.ts";
import { fold, nothingFolded } from "./folding.ts";
import { createTestDocument } from "./test-document.ts";

const document = {
  ...createTestDocument("lead", "analyst<lead", "reader<analyst", "writer<lead"),
  groups: [
    {
      id: "box",
      name: "",
      position: { x: 240, y: -40 },
      width: 500,
      height: 200,
      members: ["analyst", "memo"],
    },
  ],
  notes: [{ id: "memo", text: "", position: { x: 260, y: 100 }, width: 208, height: 96 }],
};

test("a group is arranged by itself, and stays where cards in it are arranged", () => {
  expect(arrangedIds(document, new Set(["box", "writer"]))).toEqual(new Set(["box", "writer"]));
  expect(arrangedIds(document, new Set(["box", "memo", "writer"]))).toEqual(new Set(["memo", "writer"]));
});

test("a group takes along what it holds, and with a folded agent what that hides", () => {
  const places = new Map([["box", { x: 250, y: 0 }]]);
  expect(carryAlong(document, nothingFolded, places)).toEqual(
    new Map([...places, ["analyst", { x: 262, y: 40 }], ["memo", { x: 270, y: 140 }]]),
  );
  const folding = fold(document, new Set(["analyst"]));
  expect(carryAlong(document, folding, places).get("reader")).toEqual({ x: 514, y: 40 });
});

test("what has a place of its own keeps it", () => {
  const places = new Map([
    ["box", { x: 250, y: -40 }],
    ["memo", { x: 0, y: 0 }],
  ]);
  expect(carryAlong(document, nothingFolded, places).get("memo")).toEqual({ x: 0, y: 0 });
});
