import { expect, test } from "vitest";
import { orgDocumentSchema } from "@/server/contract/org-document.ts";
import { setLineBudget } from "./edit-lines.ts";
import { createTestDocument } from "./test-document.ts";

test("a line gets a budget and loses it again without a trace", () => {
  const document = createTestDocument("lead", "analyst<lead");
  const lineId = document.lines[0]?.id ?? "";
  const limited = setLineBudget(document, lineId, { cost: 2 });
  expect(limited.lines[0]).toMatchObject({ budget: { cost: 2 } });
  expect(orgDocumentSchema.safeParse(limited).success).toBe(true);
  expect(setLineBudget(limited, lineId, undefined)).toEqual(document);
});

test("a line that is not there changes nothing", () => {
  const document = createTestDocument("lead", "analyst<lead");
  expect(setLineBudget(document, "gone", { cost: 2 })).toBe(document);
});
