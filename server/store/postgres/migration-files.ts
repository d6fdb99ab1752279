import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { AppError } from "../../contract/app-error.ts";
import { findUpwards } from "./postgres-binaries.ts";

/** One step of the database's shape, as it lies in `prisma/migrations`. */
export interface Migration {
  readonly name: string;
  readonly sql: string;
  /** SHA-256 of the file in hexadecimal, the same as Prisma records. */
  readonly checksum: string;
}

/** Reads the migrations this code brings, oldest first. */
export async function readMigrations(folder = findMigrationsFolder()): Promise<readonly Migration[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  const complete = names.filter((name) => existsSync(join(folder, name, "migration.sql")));
  return Promise.all(complete.toSorted().map((name) => readMigration(folder, name)));
}

async function readMigration(folder: string, name: string): Promise<Migration> {
  const bytes = await readFile(join(folder, name, "migration.sql"));
  return { name, sql: bytes.toString("utf8"), checksum: createHash("sha256").update(bytes).digest("hex") };
}

function findMigrationsFolder(): string {
  const folder = findUpwards(join("prisma", "migrations"));
  if (folder === undefined)
    throw new AppError("unavailable", "The folder prisma/migrations is missing: restore it.");
  return folder;
}
