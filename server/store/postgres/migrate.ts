import { randomUUID } from "node:crypto";
import { Client } from "pg";
import { AppError } from "../../contract/app-error.ts";
import { type Migration, readMigrations } from "./migration-files.ts";

/** Any number that nothing else in the database uses: one process migrates at a time. */
const LOCK_KEY = 7_236_104_512;

interface AppliedMigration {
  readonly name: string;
  readonly checksum: string;
  readonly isFinished: boolean;
}

/**
 * Brings a database to the shape this code expects and returns the names of the migrations it applied, oldest first.
 *
 * It keeps Prisma's own table, so `npm run prisma -- migrate status` and `migrate deploy` agree with it; it stands in for
 * that command at start-up because Prisma's takes seconds and this one milliseconds when there is nothing to do, and
 * because here each migration and its record are one transaction, so a crash leaves no half of either. One process
 * migrates at a time, the others wait. Throws an `AppError` as `checkVersion` does, and when a migration fails.
 */
export async function migrate(url: string, folder?: string): Promise<readonly string[]> {
  const migrations = await readMigrations(folder);
  return withClient(url, async (client) => {
    await client.query("SELECT pg_advisory_lock($1)", [LOCK_KEY]);
    const pending = findPending(migrations, await readApplied(client));
    if (pending.length > 0) await createTable(client);
    for (const migration of pending) await apply(client, migration);
    return pending.map((migration) => migration.name);
  });
}

/**
 * Refuses a database this code must not touch, without changing anything.
 *
 * Throws an `AppError` ("conflict") when it was migrated by a newer OpenHive, when a migration was edited after it had
 * been applied, or when Prisma left one unfinished.
 */
export async function checkVersion(url: string, folder?: string): Promise<void> {
  const migrations = await readMigrations(folder);
  await withClient(url, async (client) => findPending(migrations, await readApplied(client)));
}

async function withClient<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: url });
  // What was asked last says so; without a listener a broken connection would end the process instead.
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function readApplied(client: Client): Promise<readonly AppliedMigration[]> {
  const found = await client.query<{ table: string | null }>(
    "SELECT to_regclass('_prisma_migrations') AS table",
  );
  if (found.rows[0]?.table == null) return [];
  const answer = await client.query<AppliedMigration>(
    `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS "isFinished"
     FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY started_at`,
  );
  return answer.rows;
}

function findPending(
  migrations: readonly Migration[],
  applied: readonly AppliedMigration[],
): readonly Migration[] {
  const known = new Map(migrations.map((migration) => [migration.name, migration]));
  for (const { name, checksum, isFinished } of applied) {
    const migration = known.get(name);
    if (migration === undefined) {
      throw refusal(
        `The database was made by a newer OpenHive (it has ${name}): update OpenHive, or use another data folder or DATABASE_URL.`,
      );
    }
    if (!isFinished) {
      throw refusal(
        `The migration ${name} was left unfinished: mend it with npm run prisma -- migrate resolve.`,
      );
    }
    if (migration.checksum !== checksum) {
      throw refusal(
        `The migration ${name} is not the one this database was made with: restore the file prisma/migrations/${name}/migration.sql.`,
      );
    }
  }
  const names = new Set(applied.map(({ name }) => name));
  return migrations.filter(({ name }) => !names.has(name));
}

function refusal(message: string): AppError {
  return new AppError("conflict", message);
}

async function createTable(client: Client): Promise<void> {
  await client.query(`CREATE TABLE IF NOT EXISTS _prisma_migrations (
    id VARCHAR(36) PRIMARY KEY NOT NULL,
    checksum VARCHAR(64) NOT NULL,
    finished_at TIMESTAMPTZ,
    migration_name VARCHAR(255) NOT NULL,
    logs TEXT,
    rolled_back_at TIMESTAMPTZ,
    started_at TIMESTAMPTZ NOT NULL DEFAULT now(),
    applied_steps_count INTEGER NOT NULL DEFAULT 0
  )`);
}

async function apply(client: Client, migration: Migration): Promise<void> {
  try {
    await client.query("BEGIN");
    await client.query(migration.sql);
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, clock_timestamp(), clock_timestamp(), 1)`,
      [randomUUID(), migration.checksum, migration.name],
    );
    await client.query("COMMIT");
  } catch (cause) {
    await client.query("ROLLBACK").catch(() => undefined);
    const reason = cause instanceof Error ? cause.message : String(cause);
    const message = `The migration ${migration.name} failed and was undone (${reason}): report it, and go on with the previous OpenHive.`;
    throw new AppError("unavailable", message, { cause });
  }
}
