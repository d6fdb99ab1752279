import fc from "fast-check";
import { expect, test } from "vitest";
import { anyValue } from "../testing/any-value.ts";
import { drawOrg } from "../testing/draw-org.ts";
import { diffOrgs, isEmptyDiff } from "./org-diff.ts";
import { orgDocumentSchema } from "./org-document.ts";

const base = drawOrg(["lead > a", "lead > b"]);

test("agents are compared one by one and field by field, lines by the names at their ends", () => {
  const [lead, a] = base.agents;
  if (!lead || !a) throw new Error("The drawing has two agents.");
  const next = {
    ...base,
    task: "Another",
    agents: [
      lead,
      { ...a, persona: "New", limits: { ...a.limits, maxTurns: 3 } },
      { ...a, id: "c", name: "Third" },
    ],
    lines: base.lines.slice(0, 1),
  };
  const diff = diffOrgs(base, next);
  expect(diff.settings).toEqual([{ field: "task", from: base.task, to: "Another" }]);
  expect(diff.agents).toEqual([
    {
      id: a.id,
      name: "a",
      kind: "changed",
      fields: [
        { field: "persona", from: a.persona, to: "New" },
        { field: "limits.maxTurns", from: a.limits.maxTurns, to: 3 },
      ],
    },
    { id: "c", name: "Third", kind: "added", fields: [] },
    { id: base.agents[2]?.id, name: "b", kind: "removed", fields: [] },
  ]);
  expect(diff.lines).toMatchObject([{ name: "lead to b", kind: "removed" }]);
});

test("a version does not differ from itself, and any two that differ are told apart", () => {
  const isUnique = (items: readonly { readonly id: string }[]): boolean =>
    new Set(items.map(({ id }) => id)).size === items.length;
  const anyOrg = anyValue(orgDocumentSchema).filter(({ agents, lines, notes, groups }) =>
    [agents, lines, notes, groups].every(isUnique),
  );
  fc.assert(
    fc.property(anyOrg, anyOrg, (one, other) => {
      expect(isEmptyDiff(diffOrgs(one, structuredClone(one)))).toBe(true);
      fc.pre(one.name !== other.name);
      expect(isEmptyDiff(diffOrgs(one, other))).toBe(false);
    }),
    { numRuns: 60 },
  );
});
