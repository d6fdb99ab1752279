import { expect, test } from "vitest";
import type { ResultRows, TeamCommand, TeamQuery } from "../../../contract/team-database.ts";
import { resultText, type SettledResult } from "../../../contract/tool-result.ts";
import { createToolBench, type ToolBenchOptions } from "../../../testing/tool-bench.ts";
import { createTeamDatabaseTools } from "./team-database-tools.ts";

const rows: ResultRows = {
  columns: [
    { name: "name", type: "text" },
    { name: "total", type: "numeric" },
  ],
  rows: [
    ["North", "30.50"],
    ["South", null],
  ],
  cutBy: null,
};

async function bench(options: ToolBenchOptions = {}, cutBy: ResultRows["cutBy"] = null) {
  const seen: (TeamQuery | TeamCommand)[] = [];
  const tools = createTeamDatabaseTools({
    describe: async () => ({
      ok: true,
      value: { tables: [], enums: [{ name: "mood", values: ["sad", "happy"] }] },
    }),
    async query(_orgId, query) {
      seen.push(query);
      return { ok: true, value: { ...rows, cutBy } };
    },
    explain: async () => ({ ok: true, value: "Seq Scan on invoice" }),
    async execute(_orgId, command) {
      seen.push(command);
      if (!command.isDestructionConfirmed) {
        return {
          ok: false,
          failure: { code: "destructive_unconfirmed", message: "It drops.", suggestion: "Confirm it." },
        };
      }
      return {
        ok: true,
        value: { command: "INSERT", rowCount: 1, returned: { columns: [], rows: [], cutBy: null } },
      };
    },
  });
  return { seen, ...(await createToolBench(tools, options)) };
}

test("rows are read as one JSON array a line under the columns", async () => {
  const { call } = await bench();
  const result = (await call("db_query", { sql: "select" })) as SettledResult;
  expect(resultText(result)).toBe(
    '2 rows. Columns: name (text), total (numeric)\n["North","30.50"]\n["South",null]',
  );
  expect(result).toMatchObject({ data: rows });
});

test.each([
  ["limit" as const, /There are more rows/],
  ["size" as const, /too much text/],
])("rows cut by %s say so", async (cutBy, note) => {
  const { call } = await bench({}, cutBy);
  expect(resultText((await call("db_query", { sql: "select" })) as SettledResult)).toMatch(note);
});

test("the limit is 500 unless told and never over 5000", async () => {
  const { call, seen } = await bench();
  await call("db_query", { sql: "select" });
  expect(seen).toEqual([{ sql: "select", params: [], limit: 500 }]);
  expect(await call("db_query", { sql: "select", limit: 5001 })).toMatchObject({ code: "invalid_input" });
});

test("a failure begins with the database's code and says what to do", async () => {
  const { call } = await bench();
  expect(await call("db_exec", { sql: "drop table a" })).toEqual({
    status: "error",
    code: "denied",
    message: "destructive_unconfirmed: It drops.",
    hint: "Confirm it.",
  });
});

test("a confirmation and a note are passed on", async () => {
  const { call, seen } = await bench();
  const result = await call("db_exec", { sql: "x", confirm_destructive: true, note: "as asked" });
  expect(seen).toMatchObject([{ isDestructionConfirmed: true }]);
  expect(result).toMatchObject({ content: [{ text: "Done: INSERT, 1 row." }], data: { note: "as asked" } });
});

test("every tool says that a run without an org has no team database", async () => {
  const { call } = await bench({ orgId: null });
  for (const name of ["db_describe", "db_query", "db_exec", "db_explain"]) {
    expect(await call(name, { sql: "select 1" })).toMatchObject({ code: "unavailable" });
  }
});

test("only db_exec may write, and it alone counts as destructive", async () => {
  const { tools } = await bench();
  expect(tools.filter((tool) => !tool.flags.readOnly).map((tool) => tool.name)).toEqual(["db_exec"]);
  expect(tools.filter((tool) => tool.flags.destructive).map((tool) => tool.name)).toEqual(["db_exec"]);
  expect(tools.filter((tool) => tool.flags.idempotent).map((tool) => tool.name)).toEqual([
    "db_describe",
    "db_query",
    "db_explain",
  ]);
});
