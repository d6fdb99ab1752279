import { expect, test } from "vitest";
import { orgDocumentSchema } from "@/server/contract/org-document.ts";
import { moveItems } from "./edit-items.ts";
import { createTestDocument } from "./test-document.ts";
import { toolScope } from "./tool-scope.ts";

const desk = createTestDocument("lead", "analyst<lead", "builder<lead", "clerk<analyst", "drafter<clerk");

test("the scope holds those above and those right below", () => {
  const scope = toolScope(desk, "analyst");
  expect(scope.agents.map((agent) => agent.id)).toEqual(["lead", "analyst", "clerk"]);
  expect(scope.lines).toHaveLength(2);
  expect(orgDocumentSchema.safeParse(scope).success).toBe(true);
});

test("moving a card does not change the scope", () => {
  const moved = moveItems(desk, new Map([["analyst", { x: 999, y: 1 }]]));
  expect(toolScope(moved, "analyst")).toEqual(toolScope(desk, "analyst"));
});
