import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { OrgDocument } from "@/server/contract/org-document.ts";
import { createTestDocument } from "../model/test-document.ts";
import { type AutoSaver, createAutoSaver, type SaveRequest, savePause } from "./auto-saver.ts";
import type { SaveOutcome, SaveState } from "./save-state.ts";

/** A server that answers when told to, and the drawing being edited. */
interface Desk {
  document: OrgDocument;
  savedDocument: OrgDocument;
  version: number;
  readonly saver: AutoSaver;
  readonly states: SaveState["kind"][];
  readonly requests: SaveRequest[];
  answer(outcome: SaveOutcome): Promise<void>;
  edit(task: string): void;
}

function createDesk(): Desk {
  const start = createTestDocument("lead");
  const answers: ((outcome: SaveOutcome) => void)[] = [];
  const desk: Desk = {
    document: start,
    savedDocument: start,
    version: 4,
    states: [],
    requests: [],
    saver: createAutoSaver({
      read: () => desk,
      save: (request) => {
        desk.requests.push(request);
        return new Promise((resolve) => answers.push(resolve));
      },
      onState: (state) => desk.states.push(state.kind),
      onSaved: (version, document) => {
        desk.version = version;
        desk.savedDocument = document;
      },
    }),
    answer: async (outcome) => {
      answers.shift()?.(outcome);
      await vi.advanceTimersByTimeAsync(0);
    },
    edit: (task) => {
      desk.document = { ...desk.document, task };
      desk.saver.schedule();
    },
  };
  return desk;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("edits in quick succession are one save, on the version they are based on", async () => {
  const desk = createDesk();
  desk.edit("a");
  await vi.advanceTimersByTimeAsync(savePause - 1);
  desk.edit("ab");
  await vi.advanceTimersByTimeAsync(savePause - 1);
  expect(desk.requests).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(desk.requests).toMatchObject([{ baseVersion: 4, document: { task: "ab" } }]);
  await desk.answer({ kind: "saved", version: 5 });
  expect(desk.version).toBe(5);
  expect(desk.states.at(-1)).toBe("saved");
});

test("saved is never shown before the server said so", async () => {
  const desk = createDesk();
  desk.edit("a");
  await vi.advanceTimersByTimeAsync(savePause);
  expect(desk.states).toEqual(["edited", "saving"]);
});

test("an edit during a save is saved after it, on the new version", async () => {
  const desk = createDesk();
  desk.edit("a");
  await vi.advanceTimersByTimeAsync(savePause);
  desk.edit("ab");
  await vi.advanceTimersByTimeAsync(savePause * 3);
  expect(desk.requests).toHaveLength(1);
  await desk.answer({ kind: "saved", version: 5 });
  expect(desk.states.at(-1)).toBe("edited");
  await vi.advanceTimersByTimeAsync(savePause);
  expect(desk.requests[1]).toMatchObject({ baseVersion: 5, document: { task: "ab" } });
});

test("going back to the saved drawing saves nothing", async () => {
  const desk = createDesk();
  desk.edit("a");
  desk.document = desk.savedDocument;
  desk.saver.schedule();
  await vi.advanceTimersByTimeAsync(savePause);
  expect(desk.requests).toEqual([]);
  expect(desk.states.at(-1)).toBe("saved");
});

test("a conflict stops saving until a person has chosen", async () => {
  const desk = createDesk();
  desk.edit("a");
  await vi.advanceTimersByTimeAsync(savePause);
  const theirs = { version: 9, document: createTestDocument("lead", "analyst<lead") };
  await desk.answer({ kind: "conflict", theirs });
  desk.edit("ab");
  await vi.advanceTimersByTimeAsync(savePause * 10);
  expect(desk.requests).toHaveLength(1);
  expect(desk.states.at(-1)).toBe("conflict");
  desk.version = 9;
  const flushed = desk.saver.flush();
  await vi.advanceTimersByTimeAsync(0);
  expect(desk.requests[1]).toMatchObject({ baseVersion: 9, document: { task: "ab" } });
  await desk.answer({ kind: "saved", version: 10 });
  await flushed;
});

test("without a connection the save is tried again, less and less often", async () => {
  const desk = createDesk();
  desk.edit("a");
  await vi.advanceTimersByTimeAsync(savePause);
  await desk.answer({ kind: "offline" });
  expect(desk.states.at(-1)).toBe("offline");
  await vi.advanceTimersByTimeAsync(2_000);
  expect(desk.requests).toHaveLength(2);
  await desk.answer({ kind: "offline" });
  await vi.advanceTimersByTimeAsync(3_999);
  expect(desk.requests).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(1);
  await desk.answer({ kind: "saved", version: 5 });
  expect(desk.states.at(-1)).toBe("saved");
});

test("a refused save says why and waits for the next edit", async () => {
  const desk = createDesk();
  desk.edit("a");
  await vi.advanceTimersByTimeAsync(savePause);
  await desk.answer({ kind: "failed", message: "No." });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(desk.requests).toHaveLength(1);
  desk.edit("ab");
  await vi.advanceTimersByTimeAsync(savePause);
  expect(desk.requests).toHaveLength(2);
});

test("nothing is saved once the page is left", async () => {
  const desk = createDesk();
  desk.edit("a");
  desk.saver.dispose();
  await vi.advanceTimersByTimeAsync(savePause * 2);
  expect(desk.requests).toEqual([]);
});
