import { z } from "zod";
import { agentSchema, lineSchema, noteSchema } from "@/server/contract/org-document.ts";
import type { ClipboardPiece } from "./clipboard.ts";

const clipboardSchema = z.strictObject({
  kind: z.literal("openhive/agents"),
  agents: z.array(agentSchema).max(5_000),
  lines: z.array(lineSchema).max(5_000),
  notes: z.array(noteSchema).max(500),
});

/** Longest clipboard text that is looked at, in characters. */
const longestText = 10_000_000;

/** Reads clipboard text; undefined when it is not a piece of an org. */
export function readClipboard(text: string): ClipboardPiece | undefined {
  if (text.length > longestText || !text.includes("openhive/agents")) return undefined;
  try {
    return clipboardSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
