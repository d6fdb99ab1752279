import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import type { ClusterPaths } from "./cluster-paths.ts";
import type { DatabaseAccount } from "./database-account.ts";

/** One data folder's PostgreSQL: its files, its programs, and who runs it. */
export interface Cluster {
  readonly paths: ClusterPaths;
  /** Folder with PostgreSQL's `bin`, `lib` and `share`. */
  readonly binaries: string;
  /** Undefined: the user who started OpenHive. */
  readonly account: DatabaseAccount | undefined;
  /** Trades safety against power loss for speed; for tests. */
  readonly isDisposable: boolean;
}

// Next's types ask every environment for NODE_ENV; PostgreSQL does not.
const ENVIRONMENT = { PATH: "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" } as unknown as NodeJS.ProcessEnv;

/** The superuser of an embedded cluster, and the database OpenHive lives in. */
export const DATABASE_NAME = "openhive";

/** A program that ended badly, with what it printed. */
export class ProgramFailure extends Error {
  override readonly name = "ProgramFailure";
  readonly stderr: string;

  constructor(program: string, stderr: string) {
    super(`${program} failed: ${stderr.trim()}`);
    this.stderr = stderr;
  }
}

/**
 * Runs one of PostgreSQL's programs as the cluster's user, out of reach of the terminal's Ctrl-C, with none of our
 * environment. Resolves when it ended well; rejects with a `ProgramFailure` otherwise.
 */
export async function runPostgresProgram(
  cluster: Cluster,
  program: string,
  args: readonly string[],
): Promise<void> {
  const { binaries, account, paths } = cluster;
  const child = spawn(`${binaries}/bin/${program}`, [...args], {
    cwd: paths.home,
    // A group of its own: `pg_ctl` ends the server that it starts when it is interrupted, and nobody would wait for that end.
    detached: true,
    stdio: ["ignore", "ignore", "pipe"],
    env: ENVIRONMENT,
    ...(account === undefined ? {} : { uid: account.uid, gid: account.gid }),
  });
  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, "close")]);
  if (code !== 0) throw new ProgramFailure(program, stderr);
}
