import { z } from "zod";
import type { ToolFlags } from "../../../engine/tool.ts";

export const LOOKING: ToolFlags = {
  readOnly: true,
  concurrencySafe: true,
  destructive: false,
  idempotent: true,
};

/** A change is made only of what the session has read, so that its transcript has what was there. */
export const CHANGING: ToolFlags = {
  readOnly: false,
  concurrencySafe: false,
  destructive: false,
  idempotent: false,
};

export const FILES_ORIGIN = { kind: "builtin", id: "files" } as const;

export const filePath = z
  .string()
  .min(1)
  .max(1_000)
  .describe("Path in the workspace, relative to it: notes/plan.md");

export const folderPath = z
  .string()
  .max(1_000)
  .default(".")
  .describe("Folder in the workspace, relative to it; the workspace itself when left out");

/** A name as one line, whatever characters it has. */
export function shownName(name: string): string {
  return /[\p{Cc}\u2028\u2029]/u.test(name) ? JSON.stringify(name) : name;
}
