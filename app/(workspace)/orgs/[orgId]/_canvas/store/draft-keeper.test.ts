import { expect, test } from "vitest";
import type { SettingStorage } from "@/app/_ui/browser-storage.ts";
import { createTestDocument } from "../model/test-document.ts";
import { forgetDraft, keepDraft, readDraft, type UnsavedDraft } from "./draft-keeper.ts";

function createStorage(): SettingStorage {
  const items = new Map<string, string>();
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  };
}

const draft: UnsavedDraft = {
  version: 4,
  base: createTestDocument("lead"),
  document: createTestDocument("lead", "analyst<lead"),
  keptAt: "2026-01-02T12:00:00.000Z",
};

test("a draft is kept by org, read again and forgotten", async () => {
  const storage = createStorage();
  expect(keepDraft(storage, "one", draft)).toBe(true);
  expect(await readDraft(storage, "one")).toEqual(draft);
  expect(await readDraft(storage, "other")).toBeUndefined();
  forgetDraft(storage, "one");
  expect(await readDraft(storage, "one")).toBeUndefined();
});

test("a draft that is no org is not offered", async () => {
  const storage = createStorage();
  storage.setItem("openhive.draft.one", JSON.stringify({ ...draft, document: { name: "" } }));
  expect(await readDraft(storage, "one")).toBeUndefined();
  storage.setItem("openhive.draft.one", "{");
  expect(await readDraft(storage, "one")).toBeUndefined();
});

test("no room is told instead of thrown", () => {
  const full: SettingStorage = {
    ...createStorage(),
    setItem: () => {
      throw new Error("QuotaExceededError");
    },
  };
  expect(keepDraft(full, "one", draft)).toBe(false);
});
