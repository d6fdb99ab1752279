import type { Agent } from "@/server/contract/org-document.ts";
import type { AgentVersion } from "./merge-documents.ts";

const fieldNames: readonly (readonly [keyof Agent, string])[] = [
  ["name", "name"],
  ["role", "role"],
  ["persona", "persona"],
  ["icon", "icon"],
  ["position", "place"],
  ["model", "model"],
  ["skills", "skills"],
  ["mcp", "MCP servers"],
  ["disabledTools", "switched-off tools"],
  ["limits", "limits"],
];

/** Which fields of an agent two versions disagree on: "persona, model". */
export function describeChange(mine: AgentVersion, theirs: AgentVersion): string {
  if (!mine.agent || !theirs.agent) return mine.agent ? "only yours has it" : "only theirs has it";
  const [one, other] = [mine.agent, theirs.agent];
  const changed = fieldNames
    .filter(([key]) => JSON.stringify(one[key]) !== JSON.stringify(other[key]))
    .map(([, name]) => name);
  if (mine.parentId !== theirs.parentId) changed.push("reporting line");
  return changed.join(", ");
}
