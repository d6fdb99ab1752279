import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { AppError } from "../../contract/app-error.ts";

const run = promisify(execFile);

/** The operating system's user that PostgreSQL runs as, when it is not the one who started OpenHive. */
export interface DatabaseAccount {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/**
 * Chooses who PostgreSQL runs as.
 *
 * PostgreSQL refuses to run as root. So as root this is an existing `postgres` or `openhive` user, else a newly made
 * system user `openhive`, else `nobody`; for everybody else it is undefined, which means the caller's own user.
 */
export async function findDatabaseAccount(): Promise<DatabaseAccount | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const existing = (await readAccount("postgres")) ?? (await readAccount("openhive"));
  if (existing !== undefined) return existing;
  await createSystemUser("openhive");
  const account = (await readAccount("openhive")) ?? (await readAccount("nobody"));
  if (account !== undefined) return account;
  throw new AppError(
    "unavailable",
    "PostgreSQL does not run as root and no other user could be made: start OpenHive as an ordinary user.",
  );
}

async function readAccount(name: string): Promise<DatabaseAccount | undefined> {
  const lines = (await readFile("/etc/passwd", "utf8").catch(() => "")).split("\n");
  const fields = lines.map((line) => line.split(":")).find(([user]) => user === name);
  const uid = Number(fields?.[2]);
  const gid = Number(fields?.[3]);
  return Number.isInteger(uid) && Number.isInteger(gid) && uid > 0 ? { name, uid, gid } : undefined;
}

async function createSystemUser(name: string): Promise<void> {
  const options = ["--system", "--no-create-home", "--shell", "/usr/sbin/nologin", "--user-group", name];
  // A machine without useradd, or with a read-only /etc, still has `nobody`.
  await run("useradd", options, { timeout: 10_000 }).catch(() => undefined);
}
