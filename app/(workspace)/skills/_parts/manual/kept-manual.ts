import { z } from "zod";
import type { SettingStorage } from "../../../../_ui/browser-storage.ts";
import type { ManualDraft } from "./manual-draft.ts";

const draftSchema = z.object({ text: z.string(), base: z.string() });
const keyOf = (skill: string): string => `openhive.manual.${skill}`;

/** Keeps what is typed in this browser, so that it is there again after a step back, a reload or a crash. Where there is no room, nothing is. */
export function keepManual(storage: SettingStorage, skill: string, draft: ManualDraft): void {
  try {
    storage.setItem(keyOf(skill), JSON.stringify(draft));
  } catch {
    // An older one would come back as if it were what was typed last.
    storage.removeItem(keyOf(skill));
  }
}

/** It was saved or is not wanted. */
export function forgetManual(storage: SettingStorage, skill: string): void {
  storage.removeItem(keyOf(skill));
}

/** What was typed into the manual of a skill and neither saved nor thrown away; undefined when there is none that can be read. */
export function readManual(storage: SettingStorage, skill: string): ManualDraft | undefined {
  const text = storage.getItem(keyOf(skill));
  if (text === null) return undefined;
  try {
    return draftSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
