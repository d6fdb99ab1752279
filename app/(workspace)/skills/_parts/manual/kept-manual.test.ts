import { expect, test } from "vitest";
import type { SettingStorage } from "../../../../_ui/browser-storage.ts";
import { forgetManual, keepManual, readManual } from "./kept-manual.ts";

/** A browser's storage with room for so many characters. */
function storageOf(room: number): SettingStorage & { readonly kept: Map<string, string> } {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (key) => kept.get(key) ?? null,
    setItem(key, value) {
      if (value.length > room) throw new DOMException("full", "QuotaExceededError");
      kept.set(key, value);
    },
    removeItem: (key) => void kept.delete(key),
  };
}

const draft = { text: "Use it in fog.", base: "Use it." };

test("what is typed into a manual is there again, for its skill alone, until it is forgotten", () => {
  const storage = storageOf(1_000);
  keepManual(storage, "signals", draft);
  expect(readManual(storage, "signals")).toEqual(draft);
  expect(readManual(storage, "lamps")).toBeUndefined();
  forgetManual(storage, "signals");
  expect(readManual(storage, "signals")).toBeUndefined();
});

test("where there is no room any more, nothing older comes back in its place", () => {
  const storage = storageOf(100);
  keepManual(storage, "signals", draft);
  keepManual(storage, "signals", { ...draft, text: "fog ".repeat(100) });
  expect(readManual(storage, "signals")).toBeUndefined();
});

test.each(["", "{", "null", "[]", '{"text":1,"base":""}', '{"text":"a"}'])(
  "what is no draft is none: %s",
  (text) => {
    const storage = storageOf(1_000);
    keepManual(storage, "signals", draft);
    for (const key of storage.kept.keys()) storage.setItem(key, text);
    expect(readManual(storage, "signals")).toBeUndefined();
  },
);
