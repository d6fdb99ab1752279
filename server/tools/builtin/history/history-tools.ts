import { z } from "zod";
import type { HistoryEntry, HistoryHit } from "../../../contract/history.ts";
import { okText, type ToolResult, toolError } from "../../../contract/tool-result.ts";
import { defineTool } from "../../../engine/define-tool.ts";
import type { AgentScope, BoundTool, ToolFlags } from "../../../engine/tool.ts";
import { zodInput } from "../../../engine/zod-input.ts";
import type { BuiltinFamily } from "../builtin-tool-source.ts";
import type { HistoryArchive } from "./history-archive.ts";

const ORIGIN = { kind: "builtin", id: "history" } as const;
const FLAGS: ToolFlags = { readOnly: true, concurrencySafe: true, destructive: false, idempotent: true };

/** Characters of a task shown in a list of hits; the entry has it whole. */
const MAX_LISTED_TASK = 300;

const searchInput = z.object({
  query: z
    .string()
    .trim()
    .min(1)
    .max(500)
    .describe('Words to look for; "a phrase", or, -without are understood'),
  agent: z.string().trim().min(1).max(80).optional().describe("Only work of the agent with this name"),
  since: z
    .string()
    .max(40)
    .refine(isMoment, { error: "Write a date such as 2026-03-31 or 2026-03-31T09:00:00Z" })
    .optional()
    .describe("Only work finished on or after this ISO 8601 date"),
  limit: z.number().int().min(1).max(50).default(10),
});

/** Full-text search over what the org has finished, so that no agent does the same work twice. */
export function createHistoryTools(archive: HistoryArchive): BuiltinFamily {
  const tools = [searchTool(archive), readTool(archive)];
  return async () => tools;
}

function searchTool(archive: HistoryArchive): BoundTool {
  return defineTool({
    name: "search_history",
    description:
      "Search the work this org has finished before: tasks and answers of all its agents, best match first. read_history_entry shows one in full.",
    inputSchema: zodInput(searchInput),
    origin: ORIGIN,
    flags: FLAGS,
    async execute({ query, agent, since, limit }, { scope }) {
      const orgId = scope.orgId;
      if (orgId === null) return okText(noOrg(scope), { hits: [] });
      const hits = await archive.search({ orgId, text: query, agentName: agent, since, limit });
      return hits.length === 0
        ? okText("No finished work matches. Try fewer or other words, without agent and since.", { hits: [] })
        : okText(hits.map(toHitText).join("\n\n"), { hits: hits.map((hit) => ({ ...hit })) });
    },
  });
}

function readTool(archive: HistoryArchive): BoundTool {
  return defineTool({
    name: "read_history_entry",
    description: "Read one piece of finished work in full: the task and the answer.",
    inputSchema: zodInput(
      z.object({ id: z.string().trim().min(1).max(64).describe("The id that search_history showed") }),
    ),
    origin: ORIGIN,
    flags: FLAGS,
    async execute({ id }, { scope }): Promise<ToolResult> {
      const entry = scope.orgId === null ? undefined : await archive.read(scope.orgId, id);
      if (entry) return okText(toEntryText(entry), { ...entry });
      return toolError(
        "invalid_input",
        `This org's history has no entry "${id}".`,
        "Take the id from a search_history result.",
      );
    },
  });
}

function isMoment(text: string): boolean {
  return z.union([z.iso.date(), z.iso.datetime({ offset: true })]).safeParse(text).success;
}

function noOrg(scope: AgentScope): string {
  return `${scope.agent.name} works outside any org here, so there is no history to search.`;
}

function toHitText(hit: HistoryHit): string {
  const task = hit.task.length > MAX_LISTED_TASK ? `${hit.task.slice(0, MAX_LISTED_TASK)}…` : hit.task;
  return `id ${hit.id} · ${hit.agentName} · ${hit.finishedAt.slice(0, 10)}\nTask: ${task}\nMatch: ${hit.snippet}`;
}

function toEntryText(entry: HistoryEntry): string {
  return `${entry.agentName}, finished ${entry.finishedAt}\n\nTask:\n${entry.task}\n\nAnswer:\n${entry.answer}`;
}
