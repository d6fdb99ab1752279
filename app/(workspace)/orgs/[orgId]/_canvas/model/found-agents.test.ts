import { expect, test } from "vitest";
import { createAgent } from "./create-agent.ts";
import { foundAgents } from "./found-agents.ts";

const agents = [
  { ...createAgent({ name: "Fact checker", role: "Checks" }), id: "a" },
  { ...createAgent({ name: "Lead", role: "Plans the facts" }), id: "b" },
  { ...createAgent({ name: "Writer" }), id: "c" },
];
const found = (text: string) => foundAgents(agents, "b", text).map(({ id }) => id);

test("the lead comes first until something is typed, then names that begin with it", () => {
  expect(found("")).toEqual(["b", "a", "c"]);
  expect(found("fact")).toEqual(["a", "b"]);
  expect(found(" WRI ")).toEqual(["c"]);
});

test("every word has to be in name or role", () => {
  expect(found("checker checks")).toEqual(["a"]);
  expect(found("facts writer")).toEqual([]);
});
