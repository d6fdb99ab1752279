import { randomUUID } from "node:crypto";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { OrgId } from "../../contract/ids.ts";
import type { TeamDatabaseCode } from "../../contract/team-database.ts";
import {
  createTeamFixture,
  NEVER,
  plainSecrets,
  type TeamFixture,
  toFailure,
  toValue,
} from "../../testing/team-fixture.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";
import { createTeamAccessBook, type TeamAccess } from "./team-access.ts";
import { toTeamNames } from "./team-names.ts";

/** Of this file alone: what is compared are all roles and settings of a server, and the teams of other tests come and go. */
let server: TestServer;
let team: TeamFixture;
let access: TeamAccess;
const neighbour = randomUUID() as OrgId;
const neighbourSchema = toTeamNames(neighbour).schema;

beforeAll(async () => {
  server = await startTestServer();
  team = await createTeamFixture({}, server.url);
  await team.exec("create table secret (id int primary key, word text)");
  await team.exec("insert into secret values (1, 'one'), (2, 'two'), (3, 'three')");
  for (const sql of ["create table plan (id int)", "insert into plan values (42)"]) {
    toValue(
      await team.database.execute(neighbour, { sql, params: [], isDestructionConfirmed: false }, NEVER),
    );
  }
  access = await createTeamAccessBook({
    adminPool: team.adminPool,
    url: team.url,
    secrets: plainSecrets,
    timeoutMs: 10_000,
  }).open(team.org);
});

afterAll(async () => {
  await team.database.drop(neighbour);
  await team.close();
  await server.close();
});

/** Everything an attack could have changed: data, definitions, roles, rights, settings, large objects. */
async function takeStock(): Promise<unknown> {
  const { rows } = await team.adminPool.query(`
    select
      (select jsonb_agg(secret order by id) from ${toTeamNames(team.org).schema}.secret) as secret,
      (select jsonb_agg(plan order by id) from ${neighbourSchema}.plan) as plan,
      (select md5(string_agg(concat_ws(',', oid, relname, relowner, relacl, relkind, relpersistence), ';' order by oid))
         from pg_class where relnamespace not in (select oid from pg_namespace where nspname ~ '^pg_(toast|temp)')) as relations,
      (select md5(string_agg(concat_ws(',', oid, proname, proowner, proacl), ';' order by oid)) from pg_proc) as functions,
      (select jsonb_agg(concat_ws(',', oid, nspname, nspowner, nspacl) order by oid)
         from pg_namespace where nspname !~ '^pg_(toast_)?temp') as schemas,
      (select jsonb_agg(concat_ws(',', oid, rolname, rolsuper, rolcreatedb, rolcreaterole, rolconnlimit, rolpassword) order by oid)
         from pg_authid) as roles,
      (select jsonb_agg(concat_ws(',', roleid, member) order by oid) from pg_auth_members) as members,
      (select jsonb_agg(concat_ws(',', setrole, setconfig) order by setrole, setdatabase) from pg_db_role_setting) as settings,
      (select count(*) from pg_largeobject_metadata) as large_objects,
      (select count(*) from pg_locks where locktype = 'advisory' and mode = 'ExclusiveLock' and database = (select oid from pg_database where datname = current_database())) as advisory_locks,
      (select count(*) from org) as orgs`);
  return rows[0];
}

const READ_ATTACKS: readonly (readonly [TeamDatabaseCode, string])[] = [
  ["multi_statement", "select 1; delete from secret"],
  ["multi_statement", "select 1; commit; delete from secret"],
  ["not_a_select", "delete from secret"],
  ["not_a_select", "insert into secret values (9, 'x')"],
  ["not_a_select", "with gone as (delete from secret returning *) select * from gone"],
  [
    "not_a_select",
    "with a as (with b as (update secret set word = 'x' where true returning 1) select 1) select * from a",
  ],
  [
    "not_a_select",
    "select * from (select 1) x union all (with d as (delete from secret returning id) select * from d)",
  ],
  ["not_a_select", "select * into copy from secret"],
  ["not_a_select", "select * into temp copy from secret"],
  ["not_a_select", "select * from secret for update"],
  ["not_a_select", "create table x as select 1"],
  ["not_a_select", "explain analyze delete from secret"],
  ["not_a_select", "copy secret to program 'touch attacked'"],
  ["not_a_select", "copy (select * from secret) to '/tmp/attacked'"],
  ["not_a_select", "set transaction read write"],
  ["not_a_select", "set statement_timeout = 0"],
  ["not_a_select", "set session authorization default"],
  ["not_a_select", "reset role"],
  ["not_a_select", "commit"],
  ["not_a_select", "do $$ begin delete from secret; end $$"],
  ["not_a_select", "prepare p as delete from secret"],
  ["not_a_select", "execute p"],
  ["not_a_select", "call something()"],
  ["not_a_select", "listen everything"],
  ["not_a_select", "lock table secret"],
  ["not_a_select", "declare c cursor with hold for select 1"],
  ["read_denied", "select set_config('statement_timeout', '0', false)"],
  ["read_denied", "select set_config('transaction_read_only', 'off', false)"],
  ["read_denied", "select pg_catalog.set_config('role', 'openhive', false)"],
  ["read_denied", "select \"set_config\"('search_path', 'public', false)"],
  ["read_denied", "select * from public.org"],
  ["invalid_sql", "select * from team_database"],
  ["read_denied", "select secret from public.team_database"],
  ["read_denied", "select * from pg_authid"],
  ["read_denied", "select * from pg_catalog.pg_shadow"],
  ["read_denied", "select * from pg_class"],
  ["read_denied", "select * from information_schema.tables"],
  ["read_denied", "select * from pg_stat_activity"],
  ["read_denied", "select pg_read_file('/etc/passwd')"],
  ["read_denied", "select * from pg_ls_dir('.')"],
  ["read_denied", "select pg_catalog.pg_read_binary_file('PG_VERSION')"],
  ["read_denied", "select lo_import('/etc/passwd')"],
  ["read_denied", "select lo_create(0)"],
  ["read_denied", "select lo_from_bytea(0, 'x')"],
  ["read_denied", "select pg_advisory_lock(1)"],
  ["read_denied", "select pg_try_advisory_xact_lock_shared(1, 2)"],
  ["read_denied", "select pg_notify('everything', 'x')"],
  ["read_denied", "select pg_terminate_backend(1)"],
  ["read_denied", "select pg_sleep(100)"],
  ["read_denied", "select query_to_xml('delete from secret', true, true, '')"],
  ["read_denied", "select database_to_xml(true, true, '')"],
  ["read_denied", "select * from ts_stat('select to_tsvector(word) from secret')"],
  ["read_denied", "select i::regclass from generate_series(16384, 17000) i"],
  ["read_denied", "select cast(10 as regrole)"],
  ["read_denied", "select * from json_to_recordset('[{\"a\": 10}]') as x(a pg_catalog.regnamespace)"],
  ["read_denied", "select to_regclass('public.org')"],
  ["read_denied", "select current_setting('data_directory')"],
  ["read_denied", "select * from dblink('dbname=postgres', 'select 1') as t(a int)"],
  ["read_denied", "select (select count(*) from (select * from pg_roles) x)"],
  ["read_denied", "select 1 where exists (select from lateral (select pg_notify('a', 'b')) x)"],
  ["syntax", "select 1 \u0000; delete from secret"],
  ["syntax", ""],
  ["syntax", "-- nothing"],
  ["syntax", `select ${"(".repeat(30_000)}1${")".repeat(30_000)}`],
  ["syntax", `select 1${"+1".repeat(20_000)}`],
];

const WRITE_ATTACKS: readonly (readonly [TeamDatabaseCode, string])[] = [
  ["multi_statement", "insert into secret values (9, 'x'); drop table secret"],
  ["ddl_denied", "commit"],
  ["ddl_denied", "rollback"],
  ["ddl_denied", "begin"],
  ["ddl_denied", "savepoint a"],
  ["ddl_denied", "prepare transaction 'x'"],
  ["ddl_denied", "set statement_timeout = 0"],
  ["ddl_denied", "set local statement_timeout = 0"],
  ["ddl_denied", "set role openhive"],
  ["ddl_denied", "reset role"],
  ["ddl_denied", "reset all"],
  ["ddl_denied", "discard all"],
  ["ddl_denied", "set session authorization openhive"],
  ["ddl_denied", "do $$ begin perform 1; end $$"],
  ["ddl_denied", "do language plpgsql $$ begin loop end loop; end $$"],
  ["ddl_denied", "create function f() returns int language sql as 'select 1'"],
  ["ddl_denied", "create function f() returns int language c as 'libc', 'system'"],
  ["ddl_denied", "create procedure p() language sql as 'delete from secret'"],
  ["ddl_denied", "create trigger t before insert on secret for each row execute function f()"],
  ["ddl_denied", "create rule r as on insert to secret do also notify everything"],
  ["ddl_denied", "create event trigger e on ddl_command_start execute function f()"],
  ["ddl_denied", "create extension dblink"],
  ["ddl_denied", "create schema elsewhere create table t (a int)"],
  ["ddl_denied", "create database other"],
  ["ddl_denied", "create role intruder superuser"],
  ["ddl_denied", "alter role current_user superuser"],
  ["ddl_denied", "alter role current_user password 'known'"],
  ["ddl_denied", "alter role current_user set statement_timeout = 0"],
  ["ddl_denied", "alter system set fsync = off"],
  ["ddl_denied", "alter database postgres set search_path = public"],
  ["ddl_denied", "grant all on secret to public"],
  ["ddl_denied", "grant openhive to current_user"],
  ["ddl_denied", "alter default privileges grant all on tables to public"],
  ["ddl_denied", "reassign owned by current_user to openhive"],
  ["ddl_denied", "drop owned by current_user cascade"],
  ["ddl_denied", "copy secret from program 'id'"],
  ["ddl_denied", "copy secret to '/tmp/attacked'"],
  ["ddl_denied", "create server s foreign data wrapper postgres_fdw"],
  ["ddl_denied", "create foreign table f (a int) server s"],
  ["ddl_denied", "create subscription s connection 'host=127.0.0.1' publication p"],
  ["ddl_denied", "create publication p for all tables"],
  ["ddl_denied", "create tablespace t location '/tmp'"],
  ["ddl_denied", "create operator + (function = f, leftarg = int)"],
  ["ddl_denied", "create aggregate a (int) (sfunc = pg_notify, stype = int)"],
  ["ddl_denied", "create cast (int as text) with inout"],
  ["ddl_denied", "create policy p on secret using (true)"],
  ["ddl_denied", "security label on table secret is 'x'"],
  ["ddl_denied", "load '/tmp/evil.so'"],
  ["ddl_denied", "vacuum full"],
  ["ddl_denied", "reindex database postgres"],
  ["ddl_denied", "checkpoint"],
  ["ddl_denied", "notify everything"],
  ["ddl_denied", "listen everything"],
  ["ddl_denied", "lock table secret"],
  ["ddl_denied", "comment on role openhive is 'x'"],
  ["ddl_denied", "drop schema public cascade"],
  ["ddl_denied", "drop function if exists f"],
  ["ddl_denied", "alter schema public rename to mine"],
  ["ddl_denied", "alter table secret set schema public"],
  ["write_denied", "alter table secret owner to pg_database_owner"],
  ["ddl_denied", "create temp table t (a int)"],
  ["ddl_denied", "create table x as execute p"],
  ["write_denied", "alter table secret owner to openhive"],
  ["read_denied", "insert into public.org select * from public.org"],
  ["read_denied", "delete from public.org where true"],
  ["read_denied", `insert into ${neighbourSchema}.plan values (1)`],
  ["read_denied", `update ${neighbourSchema}.plan set id = 1 where id = 42`],
  ["read_denied", "create table public.mine (a int)"],
  ["read_denied", "create table t (like pg_authid)"],
  ["read_denied", "create table t (a int) inherits (public.org)"],
  ["read_denied", "create view v as select * from pg_authid"],
  ["read_denied", "create view v as select pg_read_file('PG_VERSION')"],
  ["read_denied", "create table t (a int default pg_advisory_lock(1))"],
  ["read_denied", "create table t (a text check (pg_notify('a', a) is null))"],
  ["read_denied", "create index i on secret ((pg_notify('a', word) is null))"],
  ["read_denied", "insert into secret select 9, set_config('role', 'openhive', false)"],
  ["read_denied", "update secret set word = query_to_xml('select 1', true, true, '')::text where id = 1"],
  ["read_denied", "alter table secret add column a int default lo_create(0)"],
  ["write_denied", `drop table ${neighbourSchema}.plan`],
  ["write_denied", "drop table public.org"],
  ["invalid_sql", "drop table org"],
  ["invalid_sql", "truncate session"],
];

describe("an attack through db_query fails and changes nothing", () => {
  test.each(READ_ATTACKS)("%s: %s", async (code, sql) => {
    const before = await takeStock();
    expect(toFailure(await team.query(sql)).code).toBe(code);
    expect(await takeStock()).toEqual(before);
  });
});

describe("an attack through db_exec fails and changes nothing, even when confirmed", () => {
  test.each(WRITE_ATTACKS)("%s: %s", async (code, sql) => {
    const before = await takeStock();
    expect(toFailure(await team.run(sql, [], true)).code).toBe(code);
    expect(await takeStock()).toEqual(before);
  });
});

describe("an attack through db_explain fails and changes nothing", () => {
  test.each([
    ["syntax", "analyze delete from secret"],
    ["not_a_select", "explain analyze delete from secret"],
    ["syntax", "(analyze) delete from secret"],
    ["multi_statement", "select 1; delete from secret"],
    ["not_a_select", "create table x as select 1"],
    ["read_denied", "select pg_notify('a', 'b')"],
    ["read_denied", "select * from public.org"],
  ])("%s: %s", async (code, sql) => {
    const before = await takeStock();
    const outcome = await team.database.explain(team.org, { sql, params: [] }, NEVER);
    expect(toFailure(outcome).code).toBe(code);
    expect(await takeStock()).toEqual(before);
  });
});

/** The roles' own connections, without any of the code that reads statements: what is left is PostgreSQL. */
async function attackAs(
  role: "reader" | "writer",
  statements: readonly string[],
): Promise<string | undefined> {
  const client = new Client({ connectionString: role === "reader" ? access.readerUrl : access.writerUrl });
  client.on("error", () => undefined);
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
    return undefined;
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  } finally {
    await client.end();
  }
}

const schema = () => access.names.schema;

describe("PostgreSQL itself refuses the reading role", () => {
  test.each<[string, () => string[]]>([
    [
      "to write",
      () => ["set default_transaction_read_only = off", "begin read write", `delete from ${schema()}.secret`],
    ],
    [
      "to write after leaving the transaction",
      () => ["begin read only", "commit", "begin read write", `update ${schema()}.secret set word = 'x'`],
    ],
    ["to define tables", () => ["begin read write", `create table ${schema()}.mine (a int)`]],
    ["temporary tables", () => ["begin read write", "create temp table t (a int)"]],
    ["the writer's role", () => [`set role ${access.names.writer}`]],
    ["the admin's role", () => ["reset role", "select * from public.org"]],
    ["another session user", () => [`set session authorization ${access.names.writer}`]],
    ["sequences", () => ["begin read write", "select lo_create(0)"]],
    ["functions in any language", () => ["begin read write", "do $$ begin end $$"]],
    ["advisory locks", () => ["select pg_advisory_lock(1)"]],
    ["notices", () => ["select pg_notify('a', 'b')"]],
    ["settings through functions", () => ["select set_config('statement_timeout', '0', false)"]],
    ["SQL given as text", () => ["select query_to_xml('select 1', true, true, '')"]],
  ])("%s", async (_name, statements) => {
    const before = await takeStock();
    expect(await attackAs("reader", statements())).toMatch(/^(42501|25006)$/);
    expect(await takeStock()).toEqual(before);
  });
});

describe("PostgreSQL itself refuses the writing role", () => {
  test.each<[string, () => string[]]>([
    ["OpenHive's tables", () => ["select * from public.org"]],
    ["the passwords of the team databases", () => ["select * from public.team_database"]],
    ["the neighbour's tables", () => [`select * from ${neighbourSchema}.plan`]],
    ["the neighbour's schema", () => [`create table ${neighbourSchema}.mine (a int)`]],
    ["the schema public", () => ["create table public.mine (a int)"]],
    ["schemas", () => ["create schema mine"]],
    ["its own schema's name", () => [`alter schema ${schema()} rename to mine`]],
    ["to drop its schema", () => [`drop schema ${schema()} cascade`]],
    ["password hashes", () => ["select * from pg_authid"]],
    ["files of the server", () => ["select pg_read_file('PG_VERSION')"]],
    ["programs", () => [`copy ${schema()}.secret to program 'true'`]],
    ["files through copy", () => [`copy ${schema()}.secret to '/tmp/attacked'`]],
    ["extensions", () => ["create extension pg_trgm"]],
    [
      "untrusted languages",
      () => [`create function ${schema()}.f() returns int language c as 'libc', 'system'`],
    ],
    ["trusted languages", () => [`create function ${schema()}.f() returns int language sql as 'select 1'`]],
    ["code blocks", () => ["do $$ begin end $$"]],
    ["roles", () => ["create role intruder"]],
    ["rights of the server", () => ["grant pg_read_server_files to current_user"]],
    ["superuser", () => ["alter role current_user superuser"]],
    ["more connections", () => ["alter role current_user connection limit -1"]],
    ["the admin's role", () => ["set role openhive"]],
    ["the reader's role", () => [`set role ${access.names.reader}`]],
    ["another session user", () => ["set session authorization openhive"]],
    ["what reset leads to", () => ["reset role", "reset session authorization", "select * from public.org"]],
    ["large objects", () => ["select lo_create(0)"]],
    ["advisory locks", () => ["select pg_try_advisory_lock(1)"]],
    ["the server's settings", () => ["alter system set fsync = off"]],
    ["the database's settings", () => ["do $$ begin end $$"]],
    ["temporary tables", () => ["create temp table t (a int)"]],
    ["to give its tables away", () => [`alter table ${schema()}.secret owner to openhive`]],
    ["foreign servers", () => ["create server s foreign data wrapper x"]],
    ["publications", () => ["create publication p for all tables"]],
    ["limits on temporary files", () => ["set temp_file_limit = -1"]],
    ["to log nothing", () => ["set log_statement = 'none'"]],
    [
      "the admin's backends",
      () => ["select pg_terminate_backend(pid) from pg_stat_activity where usename = 'openhive'"],
    ],
  ])("%s", async (_name, statements) => {
    const before = await takeStock();
    expect(await attackAs("writer", statements())).toMatch(/^(42501|42704|3F000)$/);
    expect(await takeStock()).toEqual(before);
  });
});

test("granting what it may not share grants nothing", async () => {
  const before = await takeStock();
  await attackAs("writer", [`grant usage on schema ${schema()} to public`]);
  expect(await takeStock()).toEqual(before);
});

test("a read-only transaction cannot be made writable once it began", async () => {
  const statements = [`begin transaction read only; select 1`, "set transaction read write"];
  expect(await attackAs("writer", statements)).toBe("25001");
});

test("one call cannot hold two statements in the protocol itself", async () => {
  const client = new Client({ connectionString: access.writerUrl });
  await client.connect();
  const extended = { text: "select 1; select 2", values: [], queryMode: "extended" };
  await expect(client.query(extended)).rejects.toMatchObject({ code: "42601" });
  await client.end();
});
