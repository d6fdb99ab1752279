import { expect, test } from "vitest";
import { findOrgProblems } from "@/server/contract/org-graph.ts";
import { problemsOfTask, taskTarget } from "./own-task.ts";
import { createTestDocument } from "./test-document.ts";

const document = { ...createTestDocument("lead", "a<lead", "b<lead", "c<a"), task: "All of it" };

test("the lead gets the org's task until an agent is chosen", () => {
  expect(taskTarget({ document, ownTask: undefined })).toMatchObject({
    agentId: "lead",
    task: "All of it",
    isPart: false,
  });
  const ownTask = { agentId: "a", text: "Your part" };
  expect(taskTarget({ document, ownTask })).toMatchObject({ agentId: "a", task: "Your part", isPart: true });
});

test("an agent that was deleted gets no task: the lead does again", () => {
  const ownTask = { agentId: "gone", text: "Your part" };
  expect(taskTarget({ document, ownTask })).toMatchObject({ agentId: "lead", task: "All of it" });
});

test("what is wrong elsewhere does not concern a run of a part", () => {
  const problems = [
    { level: "error", message: "The org has no lead." },
    { level: "error", message: "b has no key.", agentId: "b" },
    { level: "error", message: "c has no key.", agentId: "c" },
    { level: "error", message: "A line cannot stay.", isShape: true },
  ] as const;
  const told = (ownTask?: { agentId: string; text: string }) =>
    problemsOfTask(problems, { document, ownTask }).map(({ message }) => message);
  expect(told()).toHaveLength(4);
  expect(told({ agentId: "a", text: "" })).toEqual(["c has no key.", "A line cannot stay."]);
});

test("whom a run of a part calls is told from where it begins, not from the lead", () => {
  const flat = {
    ...document,
    agents: document.agents.map((agent) => ({ ...agent, limits: { ...agent.limits, maxDepth: 1 } })),
  };
  const problems = findOrgProblems(flat);
  expect(problems.map(({ agentId }) => agentId)).toEqual(["c"]);
  expect(problemsOfTask(problems, { document: flat, ownTask: { agentId: "a", text: "" } })).toEqual([]);
  const stopped = {
    ...flat,
    agents: flat.agents.map((agent) => ({ ...agent, limits: { ...agent.limits, maxDepth: 0 } })),
  };
  const told = problemsOfTask(findOrgProblems(stopped), {
    document: stopped,
    ownTask: { agentId: "a", text: "" },
  });
  expect(told.map(({ message }) => message)).toEqual([
    "c is never called: it stands 1 level below a, and the levels of delegation of a end above it. Set them to 1 under Limits.",
  ]);
});
