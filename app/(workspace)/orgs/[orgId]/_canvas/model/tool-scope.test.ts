import { expect, test } from "vitest";
import { orgDocumentSchema } from "@/server/contract/org-document.ts";
import { moveItems } from "./edit-items.ts";
import { createTestDocument } from "./test-document.ts";
import { toolScope } from "./tool-scope.ts";

const desk = createTestDocument("lead", "anna<lead", "ben<lead", "carl<anna", "dora<carl");

test("the scope holds those above and those right below", () => {
  const scope = toolScope(desk, "anna");
  expect(scope.agents.map((agent) => agent.id)).toEqual(["lead", "anna", "carl"]);
  expect(scope.lines).toHaveLength(2);
  expect(orgDocumentSchema.safeParse(scope).success).toBe(true);
});

test("moving a card does not change the scope", () => {
  const moved = moveItems(desk, new Map([["anna", { x: 999, y: 1 }]]));
  expect(toolScope(moved, "anna")).toEqual(toolScope(desk, "anna"));
});
