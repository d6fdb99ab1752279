import { z } from "zod";
import { agentSchema, groupSchema, lineSchema, noteSchema } from "@/server/contract/org-document.ts";
import { findOrgProblems } from "@/server/contract/org-graph.ts";
import type { ClipboardPiece } from "./clipboard.ts";

const clipboardSchema = z.strictObject({
  kind: z.literal("openhive/agents"),
  agents: z.array(agentSchema).max(5_000),
  lines: z.array(lineSchema).max(5_000),
  notes: z.array(noteSchema).max(500),
  groups: z.array(groupSchema).max(200).default([]),
});

/** Longest clipboard text that is looked at, in characters. */
const longestText = 10_000_000;

/** Reads clipboard text; undefined when it is not a piece of an org, or one that could not be drawn (loops, second parents). */
export function readClipboard(text: string): ClipboardPiece | undefined {
  if (text.length > longestText || !text.includes("openhive/agents")) return undefined;
  try {
    const piece = clipboardSchema.parse(JSON.parse(text));
    const drawn = { ...piece, name: "Clipboard", description: "", task: "" };
    return findOrgProblems(drawn).some((problem) => problem.isShape) ? undefined : piece;
  } catch {
    return undefined;
  }
}
