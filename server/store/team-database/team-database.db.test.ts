import { randomUUID } from "node:crypto";
import { Pool } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { OrgId } from "../../contract/ids.ts";
import type { Json } from "../../contract/json.ts";
import type { TeamOutcome } from "../../contract/team-database.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { createTeamDatabase } from "./create-team-database.ts";

const secrets = {
  encrypt: async (text: string) => Buffer.from(text).toString("base64"),
  decrypt: async (text: string) => Buffer.from(text, "base64").toString(),
};
const never = new AbortController().signal;
const org = randomUUID() as OrgId;

let place: TestDatabase;
let adminPool: Pool;
let database: ReturnType<typeof createTeamDatabase>;

beforeAll(async () => {
  place = await createTestDatabase();
  adminPool = new Pool({ connectionString: place.url, max: 4 });
  adminPool.on("error", () => undefined);
  database = createTeamDatabase({ adminPool, url: place.url, secrets });
  await exec(
    "create table customer (id int generated always as identity primary key, name text not null unique)",
  );
  await exec(
    "create table invoice (id int primary key, customer int references customer(id), total numeric(10,2) check (total >= 0), paid boolean default false)",
  );
  await exec("insert into customer (name) values ('North'), ('South'), ('West')");
  await exec("insert into invoice values (1, 1, 10.50), (2, 1, 20), (3, 2, 30.25)");
}, 60_000);

afterAll(async () => {
  await database.drop(org);
  await adminPool.end();
  await place.close();
});

function query(sql: string, params: readonly Json[] = [], limit = 500) {
  return database.query(org, { sql, params, limit }, never);
}

function run(sql: string, params: readonly Json[] = [], isDestructionConfirmed = false) {
  return database.execute(org, { sql, params, isDestructionConfirmed }, never);
}

async function exec(sql: string, params: readonly Json[] = []) {
  return valueOf(await run(sql, params, true));
}

function valueOf<Value>(outcome: TeamOutcome<Value>): Value {
  if (!outcome.ok) throw new Error(`${outcome.failure.code}: ${outcome.failure.message}`);
  return outcome.value;
}

function failureOf<Value>(outcome: TeamOutcome<Value>) {
  if (outcome.ok) throw new Error(`It worked: ${JSON.stringify(outcome.value)}`);
  return outcome.failure;
}

async function rowsOf(sql: string, params: readonly Json[] = []) {
  return valueOf(await query(sql, params)).rows;
}

describe("reading", () => {
  test("gives rows with the names and types of their columns", async () => {
    const result = valueOf(
      await query(
        "select name, sum(total) as total from customer c join invoice i on i.customer = c.id group by 1 order by 1",
      ),
    );
    expect(result).toEqual({
      columns: [
        { name: "name", type: "text" },
        { name: "total", type: "numeric" },
      ],
      rows: [
        ["North", "30.50"],
        ["South", "30.25"],
      ],
      cutBy: null,
    });
  });

  test("takes values as parameters, arrays as arrays and objects as json", async () => {
    expect(
      await rowsOf("select count(*), $2::jsonb ->> 'a' from invoice where id = any($1::int[])", [
        [1, 3],
        { a: "b" },
      ]),
    ).toEqual([[2, "b"]]);
  });

  test("stops at the row limit and says so", async () => {
    const result = valueOf(await query("select * from generate_series(1, 1000)", [], 10));
    expect([result.rows.length, result.cutBy]).toEqual([10, "limit"]);
  });

  test("stops at the text limit and says so", async () => {
    const result = valueOf(await query("select repeat('x', 100000) from generate_series(1, 10)"));
    expect([result.rows.length, result.cutBy]).toEqual([2, "size"]);
  });

  test("accepts VALUES, TABLE, comments and a semicolon at the end", async () => {
    expect(await rowsOf("values (1), (2)")).toEqual([[1], [2]]);
    expect((await rowsOf("table customer")).length).toBe(3);
    expect(await rowsOf("/* a */ select 1 -- b\n ;")).toEqual([[1]]);
  });

  test("shows the place of a mistake in the statement", async () => {
    const failure = failureOf(await query("select id,\n  nme from customer"));
    expect(failure.code).toBe("invalid_sql");
    expect(failure.message).toBe('column "nme" does not exist\nLINE 2:   nme from customer\n          ^');
    expect(failure.suggestion).toMatch(/db_describe/);
  });

  test("shows the place of a syntax error", async () => {
    const failure = failureOf(await query("select 1 form customer"));
    expect(failure.code).toBe("syntax");
    expect(failure.message).toContain("LINE 1: select 1 form customer\n                      ^");
  });

  test.each<[string, Json]>([
    ["1::int2", 1],
    ["9007199254740991::int8", 9007199254740991],
    ["9007199254740993::int8", "9007199254740993"],
    ["1.10::numeric", "1.10"],
    ["0.1::float8", 0.1],
    ["'NaN'::float8", "NaN"],
    ["true", true],
    ["null::int", null],
    [`'{"a": [1, null]}'::jsonb`, { a: [1, null] }],
    ["'\\x00ff'::bytea", "\\x00ff"],
    ["'2026-03-31 12:00:00.25+02'::timestamptz", "2026-03-31T10:00:00.25Z"],
    ["'2026-03-31 12:00:00'::timestamp", "2026-03-31T12:00:00"],
    ["'infinity'::timestamptz", "infinity"],
    ["'2026-03-31'::date", "2026-03-31"],
    ["interval '1 day 2 hours'", "P1DT2H"],
    ["array[1, null, 3]", [1, null, 3]],
    [
      "array[[1,2],[3,4]]",
      [
        [1, 2],
        [3, 4],
      ],
    ],
    ["array['a', 'b,\"c']", ["a", 'b,"c']],
    ["'[1,5)'::int4range", "[1,5)"],
    ["'00000000-0000-0000-0000-000000000001'::uuid", "00000000-0000-0000-0000-000000000001"],
  ])("gives %s a defined form in JSON", async (sql, expected) => {
    expect(await rowsOf(`select ${sql}`)).toEqual([[expected]]);
  });
});

describe("describing and planning", () => {
  test("describes tables, columns, keys and comments", async () => {
    await exec("comment on table invoice is 'What customers owe'");
    const description = valueOf(await database.describe(org, never));
    const invoice = description.tables.find((table) => table.name === "invoice");
    expect(invoice).toMatchObject({ kind: "table", comment: "What customers owe", rowEstimate: 3 });
    expect(invoice?.columns[2]).toEqual({
      name: "total",
      type: "numeric(10,2)",
      isNullable: true,
      default: null,
      comment: null,
    });
    expect(invoice?.keys.map((key) => key.definition)).toEqual([
      "PRIMARY KEY (id)",
      "FOREIGN KEY (customer) REFERENCES customer(id)",
      "CHECK ((total >= (0)::numeric))",
    ]);
  });

  test("plans a change without making it", async () => {
    const plan = valueOf(await database.explain(org, { sql: "delete from invoice", params: [] }, never));
    expect(plan).toMatch(/^Delete on invoice/);
    expect(await rowsOf("select count(*) from invoice")).toEqual([[3]]);
  });
});

describe("changing", () => {
  test("gives the number of rows and what RETURNING says", async () => {
    const answer = await exec("insert into customer (name) values ($1), ($2) returning name", [
      "East",
      "Centre",
    ]);
    expect(answer).toMatchObject({
      command: "INSERT",
      rowCount: 2,
      returned: { rows: [["East"], ["Centre"]] },
    });
    expect((await exec("delete from customer where name = any($1)", [["East", "Centre"]])).rowCount).toBe(2);
  });

  test("makes what it defines readable at once", async () => {
    await exec("create view open_invoice as select * from invoice where not paid");
    await exec("create materialized view totals as select sum(total) as total from invoice");
    await exec("create type mood as enum ('sad', 'happy')");
    await exec("create index on invoice (customer)");
    expect(await rowsOf("select count(*) from open_invoice")).toEqual([[3]]);
    expect(await rowsOf("select total from totals")).toEqual([["60.75"]]);
    const description = valueOf(await database.describe(org, never));
    expect(description.enums).toEqual([{ name: "mood", values: ["sad", "happy"] }]);
    for (const sql of ["drop view open_invoice", "drop materialized view totals", "drop type mood"])
      await exec(sql);
  });

  test("says which rule a row breaks", async () => {
    const failure = failureOf(await run("insert into invoice values (9, 1, -1)"));
    expect(failure.code).toBe("constraint_violation");
    expect(failure.message).toContain("invoice_total_check");
  });

  test.each([
    ["drop table invoice"],
    ["truncate invoice"],
    ["delete from invoice"],
    ["delete from invoice where true"],
    ["delete from invoice where id = id"],
    ["delete from invoice i using customer c where true"],
    ["with gone as (delete from invoice where id > 0 returning 1) select count(*) from gone"],
    ["update invoice set paid = true"],
    ["update invoice set paid = true where 1 = 1"],
    ["with x as (update invoice set paid = true where id > 0) delete from invoice where id = 99"],
    ["merge into invoice using (values (1)) as v(x) on true when matched then delete"],
    ["alter table invoice drop column total"],
    ["alter table invoice alter column total type text using ''"],
  ])("needs a confirmation for: %s", async (sql) => {
    const before = await rowsOf("select * from invoice order by id");
    expect(failureOf(await run(sql)).code).toBe("destructive_unconfirmed");
    expect(await rowsOf("select * from invoice order by id")).toEqual(before);
  });

  test("does not ask when some rows stay as they are", async () => {
    expect(valueOf(await run("update invoice set paid = true where id = 1")).rowCount).toBe(1);
    expect(valueOf(await run("update invoice set paid = false where paid")).rowCount).toBe(1);
  });

  test("does what is confirmed", async () => {
    await exec("create table scratch as select generate_series(1, 5) as n");
    expect((await exec("delete from scratch")).rowCount).toBe(5);
    expect((await exec("drop table scratch")).command).toBe("DROP");
  });

  test("refuses to change rows through a view", async () => {
    await exec("create view all_customers as select * from customer");
    expect(failureOf(await run("update all_customers set name = 'x' where true")).code).toBe("write_denied");
    await exec("drop view all_customers");
  });
});

describe("lifetime", () => {
  test("keeps the tables over a restart of the process", async () => {
    const other = createTeamDatabase({ adminPool, url: place.url, secrets });
    const outcome = await other.query(
      org,
      { sql: "select count(*) from customer", params: [], limit: 1 },
      never,
    );
    expect(valueOf(outcome).rows).toEqual([[3]]);
  });

  test("gives the roles new passwords when the stored ones cannot be read, and loses nothing", async () => {
    const lost = { ...secrets, decrypt: () => Promise.reject(new Error("another key")) };
    const other = createTeamDatabase({ adminPool, url: place.url, secrets: lost });
    valueOf(await other.query(org, { sql: "select 1", params: [], limit: 1 }, never));
    // The first one notices at its next call that its password is gone, and has the new one from then on.
    expect(failureOf(await query("select 1")).code).toBe("unavailable");
    expect(await rowsOf("select count(*) from customer")).toEqual([[3]]);
  });

  test("makes one schema when many first calls come at once", async () => {
    const fresh = randomUUID() as OrgId;
    const others = [1, 2, 3].map(() => createTeamDatabase({ adminPool, url: place.url, secrets }));
    const outcomes = await Promise.all(
      others.map((other) => other.query(fresh, { sql: "select 1", params: [], limit: 1 }, never)),
    );
    expect(outcomes.every((outcome) => outcome.ok)).toBe(true);
    await database.drop(fresh);
  });

  test("leaves no schema, role or registry row after drop, and can be called twice", async () => {
    const fresh = randomUUID() as OrgId;
    valueOf(
      await database.execute(
        fresh,
        { sql: "create table t (a int)", params: [], isDestructionConfirmed: false },
        never,
      ),
    );
    await database.drop(fresh);
    await database.drop(fresh);
    const name = `team_${fresh.replaceAll("-", "")}`;
    const { rows } = await adminPool.query(
      "select (select count(*) from pg_namespace where nspname = $1) + (select count(*) from pg_roles where rolname ~ ('^' || $1)) + (select count(*) from team_database where org_id = $2) as left",
      [name, fresh],
    );
    expect(rows).toEqual([{ left: "0" }]);
  });

  test("holds no connection between calls", async () => {
    await query("select 1");
    await expect
      .poll(async () => {
        const { rows } = await adminPool.query(
          "select count(*) from pg_stat_activity where usename ~ '^team_'",
        );
        return rows[0].count;
      })
      .toBe("0");
  });
});
