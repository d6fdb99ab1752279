import { expect, test } from "vitest";
import { orgDocumentSchema } from "@/server/contract/org-document.ts";
import { setLineLimits } from "./edit-lines.ts";
import { createTestDocument } from "./test-document.ts";

test("a line gets a budget and loses it again without a trace", () => {
  const document = createTestDocument("lead", "analyst<lead");
  const lineId = document.lines[0]?.id ?? "";
  const limited = setLineLimits(document, lineId, { budget: { cost: 2 } });
  expect(limited.lines[0]).toMatchObject({ budget: { cost: 2 } });
  expect(orgDocumentSchema.safeParse(limited).success).toBe(true);
  expect(setLineLimits(limited, lineId, { budget: undefined })).toEqual(document);
});

test("a line that is not there changes nothing", () => {
  const document = createTestDocument("lead", "analyst<lead");
  expect(setLineLimits(document, "gone", { budget: { cost: 2 } })).toBe(document);
});

test("a line is limited in how much works over it at once, beside its budget", () => {
  const document = createTestDocument("lead", "analyst<lead");
  const lineId = document.lines[0]?.id ?? "";
  const limited = setLineLimits(setLineLimits(document, lineId, { budget: { cost: 2 } }), lineId, {
    maxConcurrentSessions: 3,
  });
  expect(limited.lines[0]).toMatchObject({ budget: { cost: 2 }, maxConcurrentSessions: 3 });
  const freed = setLineLimits(limited, lineId, { maxConcurrentSessions: undefined });
  expect(freed.lines[0]).not.toHaveProperty("maxConcurrentSessions");
});
