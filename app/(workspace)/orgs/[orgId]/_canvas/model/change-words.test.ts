import { expect, test } from "vitest";
import { fieldWord, splitPlace } from "./change-words.ts";

test("a changed field is called as the inspector calls it, or spelled out", () => {
  expect(fieldWord("limits.maxTurns")).toBe("Turns in one session");
  expect(fieldWord("persona")).toBe("Persona");
  expect(fieldWord("limits.budget.toolCalls")).toBe("Limits, budget, tool calls");
});

test("both numbers of a place are one change", () => {
  const role = { field: "role", from: "a", to: "b" };
  expect(splitPlace([{ field: "position.x", from: 1, to: 2 }, role])).toEqual({
    isMoved: true,
    others: [role],
  });
  expect(splitPlace([role])).toEqual({ isMoved: false, others: [role] });
});
