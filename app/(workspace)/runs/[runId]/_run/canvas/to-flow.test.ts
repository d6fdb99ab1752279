import { expect, test } from "vitest";
import { createTestDocument } from "../../../../orgs/[orgId]/_canvas/model/test-document.ts";
import { toFlow } from "./to-flow.ts";

test("a line of a run and the card below it carry what it holds back, and those of one that lets all pass nothing", () => {
  const document = createTestDocument("lead", "analyst<lead", "writer<lead");
  const limits = { maxConcurrentSessions: 2, tools: ["group:web"] };
  const lines = document.lines.map((line) => (line.childId === "writer" ? { ...line, ...limits } : line));
  const { nodes, edges } = toFlow({ ...document, lines });
  expect(edges.map(({ data }) => data?.words)).toEqual([undefined, "2 at once · some tools"]);
  expect(nodes.map(({ data }) => data.heldBack)).toEqual([undefined, undefined, "2 at once · some tools"]);
});
