import { expect, test } from "vitest";
import type { OrgDocument } from "../../contract/org-document.ts";
import { drawOrg } from "../../testing/draw-org.ts";
import { type SlotSettings, slotLimitsOf } from "./slot-limits.ts";

const NONE: SlotSettings = { global: undefined, providers: new Map<string, number>() };

function limitLine(document: OrgDocument, childId: string, maxConcurrentSessions: number): OrgDocument {
  const lines = document.lines.map((line) =>
    line.childId === childId ? { ...line, maxConcurrentSessions } : line,
  );
  return { ...document, lines };
}

const keys = (document: OrgDocument, agentId: string, settings = NONE) =>
  slotLimitsOf(document, { orgId: "o", agentId, provider: "p" }, settings).map(({ key }) => key);

test("an agent without any limit needs no slot", () => {
  expect(keys(drawOrg(["lead > a", "a > b"]), "b")).toEqual([]);
});

test("a line counts everything that works below it", () => {
  const document = limitLine(drawOrg(["lead > a", "a > b", "lead > c"]), "a", 2);
  expect(keys(document, "b")).toEqual(["line:o:a"]);
  expect(keys(document, "a")).toEqual(["line:o:a"]);
  expect(keys(document, "lead")).toEqual([]);
  expect(keys(document, "c")).toEqual([]);
});

test("limits come closest first: the agent's, its lines', its provider's, everybody's", () => {
  const drawn = drawOrg(["lead > a", "a > b"], { b: { limits: { maxConcurrentSessions: 1 } } });
  const document = limitLine(limitLine(drawn, "b", 3), "a", 2);
  const settings = { global: 10, providers: new Map([["p", 5]]) };
  expect(keys(document, "b", settings)).toEqual([
    "agent:o:b",
    "line:o:b",
    "line:o:a",
    "provider:p",
    "global",
  ]);
});

test("the reason says whose limit it is and how much it lets through", () => {
  const document = drawOrg(["lead"], { lead: { limits: { maxConcurrentSessions: 1 } } });
  const [limit] = slotLimitsOf(document, { orgId: "o", agentId: "lead", provider: "p" }, NONE);
  expect(limit).toMatchObject({ capacity: 1, reason: "lead works on 1 session at a time" });
});
