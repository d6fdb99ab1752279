import fc from "fast-check";
import { expect, test } from "vitest";
import { renameAgent } from "./edit-agents.ts";
import { emptyHistory, type History, joinWindow, recordEdit, redo, undo } from "./history.ts";
import { createTestDocument } from "./test-document.ts";

const start = createTestDocument("lead");

test("an edit can be undone and done again", () => {
  const edited = renameAgent(start, "lead", "Boss");
  const history = recordEdit(emptyHistory, start, { label: "Rename", at: 0 });
  const back = undo(history, edited);
  expect(back?.document).toBe(start);
  expect(redo(back?.history ?? emptyHistory, start)?.document).toBe(edited);
});

test("there is nothing to undo before the first edit", () => {
  expect(undo(emptyHistory, start)).toBeUndefined();
  expect(redo(emptyHistory, start)).toBeUndefined();
});

test("typing in one field is one step", () => {
  let history = recordEdit(emptyHistory, start, { label: "Rename", joinKey: "name lead", at: 0 });
  history = recordEdit(history, renameAgent(start, "lead", "B"), {
    label: "Rename",
    joinKey: "name lead",
    at: 200,
  });
  expect(history.past).toHaveLength(1);
  expect(undo(history, renameAgent(start, "lead", "Bo"))?.document).toBe(start);
});

test("typing after a pause, or in another field, is a step of its own", () => {
  const first = recordEdit(emptyHistory, start, { label: "Rename", joinKey: "name lead", at: 0 });
  expect(
    recordEdit(first, start, { label: "Rename", joinKey: "name lead", at: joinWindow + 1 }).past,
  ).toHaveLength(2);
  expect(recordEdit(first, start, { label: "Role", joinKey: "role lead", at: 1 }).past).toHaveLength(2);
});

test("typing after an undo does not join the step before it", () => {
  const first = recordEdit(emptyHistory, start, { label: "Rename", joinKey: "name lead", at: 0 });
  const second = recordEdit(first, start, { label: "Role", joinKey: "role lead", at: 10 });
  const back = undo(second, start)?.history ?? emptyHistory;
  expect(recordEdit(back, start, { label: "Rename", joinKey: "name lead", at: 20 }).past).toHaveLength(2);
});

test("a new edit forgets what was undone", () => {
  const history = recordEdit(emptyHistory, start, { label: "Rename", at: 0 });
  const back = undo(history, renameAgent(start, "lead", "Boss"))?.history ?? emptyHistory;
  expect(recordEdit(back, start, { label: "Move", at: 1 }).future).toEqual([]);
});

test("undoing everything leads to the start, and redoing everything back, whatever the edits were", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ minLength: 1, maxLength: 8 }), { maxLength: 30 }), (names) => {
      let document = start;
      let history: History = emptyHistory;
      names.forEach((name, at) => {
        const next = renameAgent(document, "lead", name);
        if (next === document) return;
        history = recordEdit(history, document, { label: "Rename", at });
        document = next;
      });
      const end = document;
      for (let step = undo(history, document); step; step = undo(history, document))
        ({ history, document } = step);
      expect(document).toBe(start);
      for (let step = redo(history, document); step; step = redo(history, document))
        ({ history, document } = step);
      expect(document).toBe(end);
    }),
  );
});
