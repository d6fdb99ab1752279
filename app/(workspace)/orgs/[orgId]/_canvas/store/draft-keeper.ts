import type { SettingStorage } from "@/app/_ui/browser-storage.ts";
import type { OrgDocument } from "@/server/contract/org-document.ts";

/** Edits that the server does not have yet, with what they are based on. */
export interface UnsavedDraft {
  readonly version: number;
  readonly base: OrgDocument;
  readonly document: OrgDocument;
  /** ISO time. */
  readonly keptAt: string;
}

const keyOf = (orgId: string): string => `openhive.draft.${orgId}`;

/** Keeps a draft in this browser; false when there is no room for it. */
export function keepDraft(storage: SettingStorage, orgId: string, draft: UnsavedDraft): boolean {
  try {
    storage.setItem(keyOf(orgId), JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

/** Forgets the draft of an org: it was saved or is not wanted. */
export function forgetDraft(storage: SettingStorage, orgId: string): void {
  storage.removeItem(keyOf(orgId));
}

/** The draft kept of an org; undefined when there is none that can be read. The schema is loaded only when there is one. */
export async function readDraft(storage: SettingStorage, orgId: string): Promise<UnsavedDraft | undefined> {
  const text = storage.getItem(keyOf(orgId));
  if (text === null) return undefined;
  const { draftSchema } = await import("./draft-schema.ts");
  try {
    return draftSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
