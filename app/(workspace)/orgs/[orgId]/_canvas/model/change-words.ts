import type { FieldChange } from "@/server/contract/org-diff.ts";

/** A field as the inspector calls it. */
const WORDS: Readonly<Record<string, string>> = {
  icon: "Icon",
  "model.provider": "Provider",
  "model.model": "Model",
  mcp: "MCP servers",
  disabledTools: "Tools switched off",
  description: "What it is for",
  direction: "Grows",
  workspace: "Files agents work in",
  maxConcurrentSessions: "Sessions at work at once",
  "limits.maxTurns": "Turns in one session",
  "limits.maxDepth": "Levels of delegation",
  "limits.maxDelegationsPerChild": "Delegations to the same agent",
  "limits.maxParallel": "Agents at work at once",
  "limits.maxQuestions": "Questions to you",
  "limits.callTimeoutSeconds": "One tool call, seconds",
  parentId: "Reports to",
};

/** What a change is called: the inspector's word, or its path spelled as words. */
export function fieldWord(field: string): string {
  const known = WORDS[field];
  if (known !== undefined) return known;
  const words = field
    .replace(/\./g, ", ")
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const PLACE = new Set(["position.x", "position.y"]);

/** The changes without those of the place on the canvas, and whether there was one: two numbers tell nobody anything. */
export function splitPlace(fields: readonly FieldChange[]): {
  readonly isMoved: boolean;
  readonly others: readonly FieldChange[];
} {
  const others = fields.filter(({ field }) => !PLACE.has(field));
  return { isMoved: others.length < fields.length, others };
}
