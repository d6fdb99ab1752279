import type { RunDraft, SessionDraft } from "./draft.ts";

/** Where an event of a session goes. `at` is its time in milliseconds since the epoch. */
export interface FoldPlace {
  readonly draft: RunDraft;
  readonly session: SessionDraft;
  readonly at: number;
}
