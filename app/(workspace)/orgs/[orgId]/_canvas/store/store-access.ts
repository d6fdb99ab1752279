import type { EditorState } from "./editor-state.ts";

/** Reads and writes the state inside the store; every action is built on it. */
export interface StoreAccess {
  get(): EditorState;
  set(change: Partial<EditorState>): void;
  /** The present time in milliseconds. */
  now(): number;
}
