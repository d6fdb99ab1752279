import { expect, test } from "vitest";
import { createToolboxInput } from "@/server/contract/toolbox.ts";
import { toolboxProblem } from "./toolbox-problem.ts";

function problemOf(draft: { name: string; description: string; tools: string[] }) {
  const parsed = createToolboxInput.safeParse(draft);
  if (parsed.success) throw new Error("Nothing is wrong with it.");
  return toolboxProblem(draft, parsed.error);
}

test.each([
  ["a toolbox without a name", { name: " " }, { field: "name", message: "A toolbox needs a name" }],
  ["a long description", { description: "x".repeat(501) }, { field: "description" }],
  [
    "a name that no tool can have",
    { tools: ["recall", "no/such"] },
    { field: "tools", message: "no/such is no name of a tool" },
  ],
  ["too many names", { tools: Array.from({ length: 501 }, (_, index) => `t${index}`) }, { field: "tools" }],
])("%s is told at its own field", (_what, wrong, problem) => {
  expect(problemOf({ name: "Press", description: "", tools: [], ...wrong })).toMatchObject(problem);
});
