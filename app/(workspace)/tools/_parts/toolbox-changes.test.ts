import { expect, test } from "vitest";
import { toolboxChanges } from "./toolbox-changes.ts";

const opened = { name: "Press", description: "For the desk", tools: ["recall", "grep"] };

test.each([
  ["nothing", {}, {}],
  ["the name", { name: "Radio" }, { name: "Radio" }],
  ["a description that is taken away", { description: "" }, { description: "" }],
  [
    "one tool more",
    { tools: ["recall", "grep", "*"] },
    { tools: ["recall", "grep", "*"], base: opened.tools },
  ],
  ["another tool", { tools: ["recall", "think"] }, { tools: ["recall", "think"], base: opened.tools }],
  ["no tool any more", { tools: [] }, { tools: [], base: opened.tools }],
])("who changed %s sends that alone", (_what, changed, sent) => {
  expect(toolboxChanges(opened, { ...opened, ...changed })).toEqual(sent);
});
