import { randomUUID } from "node:crypto";
import type { Pool } from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { OrgId } from "../../contract/ids.ts";
import {
  createTeamFixture,
  NEVER,
  plainSecrets,
  type TeamFixture,
  toFailure,
  toValue,
} from "../../testing/team-fixture.ts";
import { createTestDatabase } from "../../testing/test-database.ts";
import { createTestPool } from "../../testing/test-pool.ts";
import { createTeamDatabase } from "./create-team-database.ts";
import { createTeamAccessBook } from "./team-access.ts";
import { withTeamConnection } from "./team-connection.ts";
import { TeamFailure } from "./team-failure.ts";

const ENDLESS = "with recursive n(i) as (select 1 union all select i + 1 from n) select count(*) from n";

const SIZES = { maxReceivedBytes: 2_000_000, maxStoredBytes: 3_000_000, maxConcurrent: 2 };

let team: TeamFixture;
/** The same database with the times that statements have outside of tests. */
let unhurried: TeamFixture["database"];

beforeAll(async () => {
  team = await createTeamFixture({
    readTimeoutMs: 400,
    writeTimeoutMs: 600,
    lockTimeoutMs: 200,
    graceMs: 200,
    ...SIZES,
  });
  unhurried = createTeamDatabase({ adminPool: team.adminPool, url: team.url, secrets: plainSecrets });
  const sql = "create table note (id int primary key, text text)";
  toValue(await unhurried.execute(team.org, { sql, params: [], isDestructionConfirmed: true }, NEVER));
});

afterAll(() => team.close());

/** Of calls on the database of `pool`: other tests have theirs on the same server. */
async function runningOn(pool: Pool): Promise<number> {
  const { rows } = await pool.query(
    "select count(*) from pg_stat_activity where usename ~ '^team_' and datname = current_database()",
  );
  return Number(rows[0].count);
}
const runningStatements = () => runningOn(team.adminPool);

describe("time", () => {
  test.each([
    ["an endless recursive query", ENDLESS],
    [
      "a product of everything",
      "select count(*) from generate_series(1, 1000000) a, generate_series(1, 1000000) b",
    ],
    ["rows without end", "select * from generate_series(1, 1000000000000) where generate_series = -1"],
    [
      "one value that grows without end",
      "select string_agg(md5(i::text), '') from generate_series(1, 100000000) i",
    ],
  ])("%s ends at the time limit", async (_name, sql) => {
    const failure = toFailure(await team.query(sql));
    expect(failure.code).toBe("timeout");
    await expect.poll(runningStatements).toBe(0);
  });

  test("an endless change ends at the time limit and leaves nothing", async () => {
    const failure = toFailure(
      await team.run(`insert into note select i, 'x' from (${ENDLESS.replace("count(*)", "i")}) q`),
    );
    expect(failure.code).toBe("timeout");
    const query = { sql: "select count(*) from note", params: [], limit: 1 };
    expect(toValue(await unhurried.query(team.org, query, NEVER)).rows).toEqual([[0]]);
  });

  test("planning has the time limit too", async () => {
    const joins = Array.from({ length: 60 }, (_, index) => `note n${index}`).join(", ");
    const outcome = await team.database.explain(
      team.org,
      { sql: `select 1 from ${joins}`, params: [] },
      NEVER,
    );
    expect(outcome.ok || outcome.failure.code === "timeout").toBe(true);
  });

  test("a connection is ended from outside when a statement has switched its own time limit off", async () => {
    const { adminPool, url, org } = team;
    const book = createTeamAccessBook({ adminPool, url, secrets: plainSecrets, timeoutMs: 10_000 });
    const access = await book.open(org);
    const plan = {
      role: access.names.reader,
      url: access.readerUrl,
      adminPool,
      deadlineMs: 300,
      maxReceivedBytes: 1_000_000,
      signal: NEVER,
    };
    const work = withTeamConnection(plan, async (connection) => {
      await connection.prepare("set statement_timeout = 0; set transaction_timeout = 0");
      return connection.run(ENDLESS, []);
    });
    await expect(work).rejects.toMatchObject({ failure: { code: "timeout" } });
    await expect.poll(runningStatements).toBe(0);
  });

  test("a stopped run ends its statement inside the database", async () => {
    const stop = new AbortController();
    const call = unhurried.query(team.org, { sql: ENDLESS, params: [], limit: 1 }, stop.signal);
    await expect.poll(runningStatements).toBe(1);
    stop.abort();
    expect(toFailure(await call).code).toBe("aborted");
    await expect.poll(runningStatements).toBe(0);
  });

  test("a commit whose end is not known is told even when the run was stopped meanwhile", async () => {
    const { adminPool, url, org } = team;
    const book = createTeamAccessBook({ adminPool, url, secrets: plainSecrets, timeoutMs: 10_000 });
    const access = await book.open(org);
    const stop = new AbortController();
    const plan = {
      role: access.names.writer,
      url: access.writerUrl,
      adminPool,
      deadlineMs: 5_000,
      maxReceivedBytes: 1_000_000,
      signal: stop.signal,
    };
    const work = withTeamConnection(plan, async (connection) => {
      stop.abort();
      return connection.prepare("commit").catch(() => {
        throw new TeamFailure("outcome_unknown", "The connection broke.");
      });
    });
    await expect(work).rejects.toMatchObject({ failure: { code: "outcome_unknown" } });
  });

  test("a connection that comes out as another role runs nothing", async () => {
    const plan = {
      role: "somebody_else",
      url: team.url,
      adminPool: team.adminPool,
      deadlineMs: 5_000,
      maxReceivedBytes: 1_000_000,
      signal: NEVER,
    };
    const work = withTeamConnection(plan, () => Promise.reject(new Error("it ran")));
    await expect(work).rejects.toMatchObject({ failure: { code: "unavailable" } });
  });

  test("a call that is stopped before it begins does nothing", async () => {
    const outcome = await team.database.query(
      team.org,
      { sql: "select 1", params: [], limit: 1 },
      AbortSignal.abort(),
    );
    expect(toFailure(outcome).code).toBe("aborted");
  });
});

describe("room", () => {
  /** With the times that statements have outside of tests: what holds here are sizes and turns. */
  let roomy: TeamFixture;
  beforeAll(async () => {
    roomy = await createTeamFixture(SIZES);
    await roomy.exec("create table note (id int primary key, text text)");
  });
  afterAll(() => roomy.close());

  test.each([
    ["one huge value", "select repeat('x', 10000000)"],
    ["many rows", "select repeat('x', 10000) from generate_series(1, 5000)"],
  ])("%s is cut off before it fills the memory", async (_name, sql) => {
    expect(toFailure(await roomy.query(sql, [], 5_000)).code).toBe("result_too_large");
  });

  test("an org over its room can only remove", async () => {
    const grow = "insert into note select i, repeat(md5(i::text), 20) from generate_series(1, 8000) i";
    const failure = toFailure(await roomy.run(grow));
    expect(failure.code).toBe("limit_reached");
    expect(failure.message).toMatch(/Nothing was changed/);
    expect(await roomy.rowsOf("select count(*) from note")).toEqual([[0]]);
    expect(toValue(await roomy.run("truncate note", [], true)).command).toBe("TRUNCATE");
    expect(toValue(await roomy.run("insert into note values (1, 'a')")).rowCount).toBe(1);
  });

  test("more calls than run at once wait for their turn", async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 30 }, (_, index) => roomy.query("select $1::int", [index])),
    );
    expect(outcomes.map((outcome) => toValue(outcome).rows[0]?.[0])).toEqual(
      Array.from({ length: 30 }, (_, i) => i),
    );
  });
});

describe("a database where OpenHive is no superuser", () => {
  const cleanups: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
  });

  /** OpenHive's role as a hosted database might give it, on a database that no superuser has prepared. */
  async function asRole(attributes: string, canCreate: boolean) {
    const place = await createTestDatabase();
    const owner = createTestPool(place.url, 1);
    const role = `hosted_${randomUUID().slice(0, 8)}`;
    await owner.query(`create role ${role} login password 'p' ${attributes}`);
    const { rows } = await owner.query("select current_database() as name");
    if (canCreate) await owner.query(`grant create on database ${rows[0].name} to ${role}`);
    // What it reads of OpenHive's own tables, which its role owns on a real server.
    await owner.query(`grant select on org, setting to ${role}`);
    await owner.query(`grant select, insert, update, delete on team_database to ${role}`);
    const url = new URL(place.url);
    url.username = role;
    url.password = "p";
    const adminPool = createTestPool(url.href, 2);
    const database = createTeamDatabase({ adminPool, url: url.href, secrets: plainSecrets });
    const org = randomUUID() as OrgId;
    cleanups.push(async () => {
      await database.drop(org).catch(() => undefined);
      await adminPool.end();
      await owner.query(`drop owned by ${role}; drop role ${role}`);
      await owner.end();
      await place.close();
    });
    return { database, org, owner };
  }

  test("works with CREATEROLE and CREATE on the database", async () => {
    const { database, org, owner } = await asRole("createrole", true);
    const command = { params: [], isDestructionConfirmed: false };
    toValue(await database.execute(org, { sql: "create table t (a int)", ...command }, NEVER));
    toValue(await database.execute(org, { sql: "insert into t values (1)", ...command }, NEVER));
    const query = { sql: "select a from t", params: [], limit: 1 };
    expect(toValue(await database.query(org, query, NEVER)).rows).toEqual([[1]]);
    const stop = new AbortController();
    const endless = database.query(org, { sql: ENDLESS, params: [], limit: 1 }, stop.signal);
    await expect.poll(() => runningOn(owner)).toBe(1);
    stop.abort();
    expect(toFailure(await endless).code).toBe("aborted");
    await expect.poll(() => runningOn(owner)).toBe(0);
    await database.drop(org);
  });

  test.each([
    ["createrole", false, /GRANT CREATE ON DATABASE/],
    ["nocreaterole", true, /ALTER ROLE "hosted_\w+" CREATEROLE/],
  ])(
    "with %s and CREATE on the database %s it stays closed and says what to grant",
    async (attributes, canCreate, advice) => {
      const { database, org } = await asRole(attributes, canCreate);
      const failure = toFailure(await database.query(org, { sql: "select 1", params: [], limit: 1 }, NEVER));
      expect(failure.code).toBe("unavailable");
      expect(failure.suggestion).toMatch(advice);
    },
  );
});

describe("rights that somebody gave to everybody", () => {
  test.each([
    ["grant select on public.org to public", "revoke select on public.org from public", /public\.org/],
    ["grant create on schema public to public", "revoke create on schema public from public", undefined],
    [
      "create function public.leak() returns setof public.org language sql security definer as 'select * from public.org'",
      "drop function public.leak()",
      /leak/,
    ],
  ])("%s: the team database stays closed or takes them away", async (grant, revoke, expected) => {
    await team.adminPool.query(grant);
    const fresh = createTeamDatabase({ adminPool: team.adminPool, url: team.url, secrets: plainSecrets });
    const outcome = await fresh.query(team.org, { sql: "select 1", params: [], limit: 1 }, NEVER);
    await team.adminPool.query(revoke);
    if (expected === undefined) expect(outcome.ok).toBe(true);
    else expect(toFailure(outcome).message).toMatch(expected);
  });
});
