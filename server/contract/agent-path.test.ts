import { expect, test } from "vitest";
import { drawOrg } from "../testing/draw-org.ts";
import { agentPath } from "./agent-path.ts";

const document = drawOrg(["lead > a", "lead > b", "a > deep"]);
const idOf = (name: string) => document.agents.find((agent) => agent.name === name)?.id ?? "";
const names = (name: string, depth: number) =>
  agentPath(document, idOf(name), depth).map((face) => face.name);

test("a path begins where the run did and ends with the agent", () => {
  expect(names("deep", 2)).toEqual(["lead", "a", "deep"]);
  expect(names("deep", 1)).toEqual(["a", "deep"]);
  expect(names("deep", 0)).toEqual(["deep"]);
  expect(names("lead", 0)).toEqual(["lead"]);
});

test("no path is longer than the drawing, and who is not drawn has none", () => {
  expect(names("deep", 9)).toEqual(["lead", "a", "deep"]);
  expect(names("nobody", 1)).toEqual([]);
});
