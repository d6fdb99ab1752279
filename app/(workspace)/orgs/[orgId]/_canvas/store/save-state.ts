import type { SaveConflict } from "@/server/contract/api.ts";

/** How the drawing on the screen relates to what the server keeps. */
export type SaveState =
  | { readonly kind: "saved" }
  /** Edited; a save follows when the edits pause. */
  | { readonly kind: "edited" }
  | { readonly kind: "saving" }
  /** The server refused or could not; the edits are here. */
  | { readonly kind: "failed"; readonly message: string }
  /** The server cannot be reached; saved when it can. */
  | { readonly kind: "offline" }
  /** Someone saved another version meanwhile; a person decides. */
  | { readonly kind: "conflict"; readonly theirs: SaveConflict };

/** What came of one attempt to save. */
export type SaveOutcome =
  | { readonly kind: "saved"; readonly version: number }
  | { readonly kind: "conflict"; readonly theirs: SaveConflict }
  | { readonly kind: "offline" }
  | { readonly kind: "failed"; readonly message: string };
