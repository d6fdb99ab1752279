import { z } from "zod";
import type { OrgId } from "../../../contract/ids.ts";
import type { Json } from "../../../contract/json.ts";
import type { TeamOutcome } from "../../../contract/team-database.ts";
import { okText, type ToolResult, toolError } from "../../../contract/tool-result.ts";
import { defineTool } from "../../../engine/define-tool.ts";
import type { BoundTool, ToolContext, ToolFlags } from "../../../engine/tool.ts";
import { zodInput } from "../../../engine/zod-input.ts";
import type { BuiltinFamily } from "../builtin-tool-source.ts";
import type { TeamDatabase } from "./team-database.ts";
import { toTeamDatabaseError } from "./team-database-error.ts";
import { toCommandText, toDescriptionText, toRowsText } from "./team-database-text.ts";

const ORIGIN = { kind: "builtin", id: "team-database" } as const;
const READS: ToolFlags = { readOnly: true, concurrencySafe: true, destructive: false, idempotent: true };
const WRITES: ToolFlags = { readOnly: false, concurrencySafe: false, destructive: true, idempotent: false };

const sql = z
  .string()
  .min(1)
  .max(50_000)
  .describe("One PostgreSQL statement. Name tables without a schema; write values as $1, $2 ...");
const params = z
  .array(z.json())
  .max(500)
  .default([])
  .describe("The values of $1, $2 ...; an array becomes a PostgreSQL array, an object becomes json");

/** The org's own PostgreSQL tables: look, read, plan and change, each kept in bounds by the database itself. */
export function createTeamDatabaseTools(database: TeamDatabase): BuiltinFamily {
  const tools = [describeTool(database), queryTool(database), execTool(database), explainTool(database)];
  return async () => tools;
}

function describeTool(database: TeamDatabase): BoundTool {
  return defineTool({
    name: "db_describe",
    description:
      "Show the tables of the team database, which all agents of this org share: columns, types, keys, row estimates, comments.",
    inputSchema: zodInput(z.object({})),
    origin: ORIGIN,
    flags: READS,
    execute: (_input, context) =>
      withOrg(context, async (orgId) =>
        answer(await database.describe(orgId, context.signal), (value) =>
          okText(toDescriptionText(value), toJson(value)),
        ),
      ),
  });
}

function queryTool(database: TeamDatabase): BoundTool {
  return defineTool({
    name: "db_query",
    description:
      "Read from the team database with one SELECT. Nothing can be changed here: db_exec does that. db_describe shows the tables.",
    inputSchema: zodInput(
      z.object({
        sql,
        params,
        limit: z.number().int().min(1).max(5_000).default(500).describe("Rows to give back at most"),
      }),
    ),
    origin: ORIGIN,
    flags: READS,
    execute: (query, context) =>
      withOrg(context, async (orgId) =>
        answer(await database.query(orgId, query, context.signal), (value) =>
          okText(toRowsText(value), toJson(value)),
        ),
      ),
  });
}

function explainTool(database: TeamDatabase): BoundTool {
  return defineTool({
    name: "db_explain",
    description:
      "Show how PostgreSQL would run a SELECT, INSERT, UPDATE, DELETE or MERGE on the team database, without running it.",
    inputSchema: zodInput(z.object({ sql, params })),
    origin: ORIGIN,
    flags: READS,
    execute: (statement, context) =>
      withOrg(context, async (orgId) =>
        answer(await database.explain(orgId, statement, context.signal), (plan) => okText(plan, { plan })),
      ),
  });
}

function execTool(database: TeamDatabase): BoundTool {
  return defineTool({
    name: "db_exec",
    description:
      "Change the team database with one statement: INSERT, UPDATE, DELETE, MERGE, or define tables, views, indexes and types (CREATE, ALTER, DROP, COMMENT). Dropping, truncating, and changing or removing every row of a table need confirm_destructive.",
    inputSchema: zodInput(
      z.object({
        sql,
        params,
        note: z.string().max(500).default("").describe("Why, for the people who read the run"),
        confirm_destructive: z
          .boolean()
          .default(false)
          .describe("Set it only when destroying that data is what the task asks for"),
      }),
    ),
    origin: ORIGIN,
    flags: WRITES,
    // Without it nothing can be destroyed: the statement would be refused.
    destroys: (input) => (input as { readonly confirm_destructive?: unknown })?.confirm_destructive === true,
    execute: ({ sql: text, params: values, note, confirm_destructive }, context) =>
      withOrg(context, async (orgId) => {
        const command = { sql: text, params: values, isDestructionConfirmed: confirm_destructive };
        return answer(await database.execute(orgId, command, context.signal), (value) =>
          okText(toCommandText(value), { ...toJson(value), ...(note === "" ? {} : { note }) }),
        );
      }),
  });
}

async function withOrg(
  context: ToolContext,
  work: (orgId: OrgId) => Promise<ToolResult>,
): Promise<ToolResult> {
  const { orgId } = context.scope;
  if (orgId !== null) return work(orgId);
  return toolError(
    "unavailable",
    "This run belongs to no org, and a team database belongs to one.",
    "Work without it; keep results in your answer.",
  );
}

function answer<Value>(outcome: TeamOutcome<Value>, toResult: (value: Value) => ToolResult): ToolResult {
  return outcome.ok ? toResult(outcome.value) : toTeamDatabaseError(outcome.failure);
}

/** Contract types of the team database are JSON all the way down; interfaces just lack the index signature. */
function toJson(value: object): { readonly [key: string]: Json } {
  return value as { readonly [key: string]: Json };
}
