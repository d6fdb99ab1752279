import { describe, expect, test } from "vitest";
import { type OrgDocument, orgDocumentSchema } from "@/server/contract/org-document.ts";
import { findOrgProblems } from "@/server/contract/org-graph.ts";
import { copyItems, duplicateItems, pasteItems } from "./clipboard.ts";
import { groupItems } from "./edit-groups.ts";
import { cardBox, isOverlapping } from "./geometry.ts";
import { readClipboard } from "./read-clipboard.ts";
import { createTestDocument } from "./test-document.ts";

const desk = createTestDocument("lead", "analyst<lead", "builder<analyst");

describe("copy and paste", () => {
  test("a piece survives the clipboard and is pasted with new ids and free names", () => {
    const piece = readClipboard(JSON.stringify(copyItems(desk, new Set(["analyst", "builder"]))));
    if (!piece) throw new Error("The piece was not read");
    const { document, ids } = pasteItems(desk, piece, {});
    expect(ids.size).toBe(2);
    expect(document.agents.slice(3).map((agent) => agent.name)).toEqual(["analyst 2", "builder 2"]);
    expect(new Set(document.agents.map((agent) => agent.id)).size).toBe(5);
    expect(document.lines).toHaveLength(3);
    expect(orgDocumentSchema.safeParse(document).success).toBe(true);
  });

  test("the top of a pasted piece reports to the given parent", () => {
    const { document } = pasteItems(desk, copyItems(desk, new Set(["analyst", "builder"])), {
      parentId: "lead",
    });
    const pasted = document.agents[3]?.id;
    expect(document.lines).toContainEqual(expect.objectContaining({ parentId: "lead", childId: pasted }));
  });

  test.each(["down", "right"] as const)("a piece covers nothing where it is pasted, %s", (direction) => {
    const piece = copyItems(desk, new Set(["lead", "analyst", "builder"]));
    let document: OrgDocument = { ...desk, direction };
    for (let time = 0; time < 3; time += 1)
      document = pasteItems(document, piece, { parentId: "lead" }).document;
    const boxes = document.agents.map((agent) => cardBox(agent.position));
    const covered = boxes.filter((box, at) => boxes.slice(at + 1).some((other) => isOverlapping(box, other)));
    expect(covered).toEqual([]);
    const [lead] = desk.agents;
    for (const { position } of document.agents.slice(3)) {
      if (direction === "down") expect(position.y).toBeGreaterThan(lead?.position.y ?? 0);
      else expect(position.x).toBeGreaterThan(lead?.position.x ?? 0);
    }
  });

  test("copies that are pasted one after the other hide none of the others", () => {
    const piece = copyItems(desk, new Set(["analyst", "builder"]));
    let document = desk;
    for (let time = 0; time < 4; time += 1) document = pasteItems(document, piece, {}).document;
    const places = document.agents.map(({ position: { x, y } }) => `${x} ${y}`);
    expect(new Set(places).size).toBe(desk.agents.length + 8);
  });

  test.each([
    ["plain text", "hello"],
    ["broken JSON", '{"kind":"openhive/agents"'],
    ["an unknown field", JSON.stringify({ ...copyItems(desk, new Set()), secret: 1 })],
    [
      "an agent without a name",
      JSON.stringify({ kind: "openhive/agents", agents: [{ id: "x" }], lines: [], notes: [] }),
    ],
    [
      "a loop",
      JSON.stringify({
        ...copyItems(desk, new Set(["lead", "analyst"])),
        lines: [
          { id: "1", parentId: "lead", childId: "analyst" },
          { id: "2", parentId: "analyst", childId: "lead" },
        ],
      }),
    ],
    [
      "a group that holds what is not there",
      JSON.stringify({
        ...copyItems(desk, new Set()),
        groups: [{ id: "g", name: "", position: { x: 0, y: 0 }, width: 100, height: 100, members: ["x"] }],
      }),
    ],
    ["more than is looked at", `{"kind":"openhive/agents"}${" ".repeat(10_000_001)}`],
  ])("%s is not a piece", (_, text) => {
    expect(readClipboard(text)).toBeUndefined();
  });
});

test("a duplicate reports to whom the original reports", () => {
  const { document, ids } = duplicateItems(desk, new Set(["analyst"]));
  const [copy] = [...ids];
  expect(document.lines).toContainEqual(expect.objectContaining({ parentId: "lead", childId: copy }));
  expect(document.lines).toHaveLength(3);
});

test("a group is copied with what it holds, under new ids, and what is pasted can be kept", () => {
  const made = groupItems(desk, new Set(["analyst"]));
  if (!made) throw new Error("No group");
  const text = JSON.stringify(copyItems(made.document, new Set([made.id])));
  const piece = readClipboard(text);
  if (!piece) throw new Error("Not a piece");
  const { document, ids } = pasteItems(made.document, piece, {});
  const [, copy] = document.groups;
  expect(copy?.members).toHaveLength(1);
  expect(copy?.members[0]).not.toBe("analyst");
  expect(ids.has(copy?.members[0] ?? "")).toBe(true);
  expect(findOrgProblems(document).filter((problem) => problem.isShape)).toEqual([]);
});

test("pieces from before groups are still read", () => {
  const { groups: _none, ...old } = copyItems(desk, new Set(["lead"]));
  expect(readClipboard(JSON.stringify(old))?.groups).toEqual([]);
});
