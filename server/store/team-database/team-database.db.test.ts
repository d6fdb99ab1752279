import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { OrgId } from "../../contract/ids.ts";
import type { Json } from "../../contract/json.ts";
import {
  createTeamFixture,
  NEVER,
  plainSecrets,
  type TeamFixture,
  toFailure,
  toValue,
} from "../../testing/team-fixture.ts";
import { createTeamDatabase } from "./create-team-database.ts";

let team: TeamFixture;

beforeAll(async () => {
  team = await createTeamFixture();
  await team.exec(
    "create table customer (id int generated always as identity primary key, name text not null unique)",
  );
  await team.exec(
    "create table invoice (id int primary key, customer int references customer(id), total numeric(10,2) check (total >= 0), paid boolean default false)",
  );
  await team.exec("insert into customer (name) values ('North'), ('South'), ('West')");
  await team.exec("insert into invoice values (1, 1, 10.50), (2, 1, 20), (3, 2, 30.25)");
});

afterAll(() => team.close());

describe("reading", () => {
  test("gives rows with the names and types of their columns", async () => {
    const result = toValue(
      await team.query(
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
      await team.rowsOf("select count(*), $2::jsonb ->> 'a' from invoice where id = any($1::int[])", [
        [1, 3],
        { a: "b" },
      ]),
    ).toEqual([[2, "b"]]);
  });

  test("stops at the row limit and says so", async () => {
    const result = toValue(await team.query("select * from generate_series(1, 1000)", [], 10));
    expect([result.rows.length, result.cutBy]).toEqual([10, "limit"]);
  });

  test("stops at the text limit and says so", async () => {
    const result = toValue(await team.query("select repeat('x', 100000) from generate_series(1, 10)"));
    expect([result.rows.length, result.cutBy]).toEqual([2, "size"]);
  });

  test("accepts VALUES, TABLE, comments and a semicolon at the end", async () => {
    expect(await team.rowsOf("values (1), (2)")).toEqual([[1], [2]]);
    expect((await team.rowsOf("table customer")).length).toBe(3);
    expect(await team.rowsOf("/* a */ select 1 -- b\n ;")).toEqual([[1]]);
  });

  test("shows the place of a mistake in the statement", async () => {
    const failure = toFailure(await team.query("select id,\n  nme from customer"));
    expect(failure.code).toBe("invalid_sql");
    expect(failure.message).toBe('column "nme" does not exist\nLINE 2:   nme from customer\n          ^');
    expect(failure.suggestion).toMatch(/db_describe/);
  });

  test("shows the place of a syntax error", async () => {
    const failure = toFailure(await team.query("select 1 form customer"));
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
    expect(await team.rowsOf(`select ${sql}`)).toEqual([[expected]]);
  });
});

describe("describing and planning", () => {
  test("describes tables, columns, keys and comments", async () => {
    await team.exec("comment on table invoice is 'What customers owe'");
    const description = toValue(await team.database.describe(team.org, NEVER));
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
    const plan = toValue(
      await team.database.explain(team.org, { sql: "delete from invoice", params: [] }, NEVER),
    );
    expect(plan).toMatch(/^Delete on invoice/);
    expect(await team.rowsOf("select count(*) from invoice")).toEqual([[3]]);
  });
});

describe("changing", () => {
  test("gives the number of rows and what RETURNING says", async () => {
    const answer = await team.exec("insert into customer (name) values ($1), ($2) returning name", [
      "East",
      "Centre",
    ]);
    expect(answer).toMatchObject({
      command: "INSERT",
      rowCount: 2,
      returned: { rows: [["East"], ["Centre"]] },
    });
    expect(
      (await team.exec("delete from customer where name = any($1)", [["East", "Centre"]])).rowCount,
    ).toBe(2);
  });

  test("makes what it defines readable at once", async () => {
    await team.exec("create view open_invoice as select * from invoice where not paid");
    await team.exec("create materialized view totals as select sum(total) as total from invoice");
    await team.exec("create type mood as enum ('sad', 'happy')");
    await team.exec("create index on invoice (customer)");
    expect(await team.rowsOf("select count(*) from open_invoice")).toEqual([[3]]);
    expect(await team.rowsOf("select total from totals")).toEqual([["60.75"]]);
    const description = toValue(await team.database.describe(team.org, NEVER));
    expect(description.enums).toEqual([{ name: "mood", values: ["sad", "happy"] }]);
    for (const sql of ["drop view open_invoice", "drop materialized view totals", "drop type mood"])
      await team.exec(sql);
  });

  test("says which rule a row breaks", async () => {
    const failure = toFailure(await team.run("insert into invoice values (9, 1, -1)"));
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
    const before = await team.rowsOf("select * from invoice order by id");
    expect(toFailure(await team.run(sql)).code).toBe("destructive_unconfirmed");
    expect(await team.rowsOf("select * from invoice order by id")).toEqual(before);
  });

  test("does not ask when some rows stay as they are", async () => {
    expect(toValue(await team.run("update invoice set paid = true where id = 1")).rowCount).toBe(1);
    expect(toValue(await team.run("update invoice set paid = false where paid")).rowCount).toBe(1);
  });

  test("does what is confirmed", async () => {
    await team.exec("create table scratch as select generate_series(1, 5) as n");
    expect((await team.exec("delete from scratch")).rowCount).toBe(5);
    expect((await team.exec("drop table scratch")).command).toBe("DROP");
  });

  test("refuses to change rows through a view", async () => {
    await team.exec("create view all_customers as select * from customer");
    expect(toFailure(await team.run("update all_customers set name = 'x' where true")).code).toBe(
      "write_denied",
    );
    await team.exec("drop view all_customers");
  });
});

describe("lifetime", () => {
  test("keeps the tables over a restart of the process", async () => {
    const other = createTeamDatabase({ adminPool: team.adminPool, url: team.url, secrets: plainSecrets });
    const outcome = await other.query(
      team.org,
      { sql: "select count(*) from customer", params: [], limit: 1 },
      NEVER,
    );
    expect(toValue(outcome).rows).toEqual([[3]]);
  });

  test("gives the roles new passwords when the stored ones cannot be read, and loses nothing", async () => {
    const lost = { ...plainSecrets, decrypt: () => Promise.reject(new Error("another key")) };
    const other = createTeamDatabase({ adminPool: team.adminPool, url: team.url, secrets: lost });
    toValue(await other.query(team.org, { sql: "select 1", params: [], limit: 1 }, NEVER));
    // The first one notices at its next call that its password is gone, and has the new one from then on.
    expect(toFailure(await team.query("select 1")).code).toBe("unavailable");
    expect(await team.rowsOf("select count(*) from customer")).toEqual([[3]]);
  });

  test("makes one schema when many first calls come at once", async () => {
    const fresh = randomUUID() as OrgId;
    const others = [1, 2, 3].map(() =>
      createTeamDatabase({ adminPool: team.adminPool, url: team.url, secrets: plainSecrets }),
    );
    const outcomes = await Promise.all(
      others.map((other) => other.query(fresh, { sql: "select 1", params: [], limit: 1 }, NEVER)),
    );
    expect(outcomes.every((outcome) => outcome.ok)).toBe(true);
    await team.database.drop(fresh);
  });

  test("leaves no schema, role or registry row after drop, and can be called twice", async () => {
    const fresh = randomUUID() as OrgId;
    toValue(
      await team.database.execute(
        fresh,
        { sql: "create table t (a int)", params: [], isDestructionConfirmed: false },
        NEVER,
      ),
    );
    await team.database.drop(fresh);
    await team.database.drop(fresh);
    const name = `team_${fresh.replaceAll("-", "")}`;
    const { rows } = await team.adminPool.query(
      "select (select count(*) from pg_namespace where nspname = $1) + (select count(*) from pg_roles where rolname ~ ('^' || $1)) + (select count(*) from team_database where org_id = $2) as left",
      [name, fresh],
    );
    expect(rows).toEqual([{ left: "0" }]);
  });

  test("holds no connection between calls", async () => {
    await team.query("select 1");
    await expect
      .poll(async () => {
        const { rows } = await team.adminPool.query(
          "select count(*) from pg_stat_activity where usename ~ '^team_' and datname = current_database()",
        );
        return rows[0].count;
      })
      .toBe("0");
  });
});
