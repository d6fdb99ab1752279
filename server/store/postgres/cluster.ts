import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { ClusterPaths } from "./cluster-paths.ts";
import type { DatabaseAccount } from "./database-account.ts";

const run = promisify(execFile);

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

/**
 * Runs one of PostgreSQL's programs as the cluster's user, out of reach of the terminal's Ctrl-C, with none of our
 * environment. Resolves when it ended well; rejects with what it printed otherwise.
 */
export async function runPostgresProgram(
  cluster: Cluster,
  program: string,
  args: readonly string[],
): Promise<void> {
  const { binaries, account, paths } = cluster;
  await run(`${binaries}/bin/${program}`, [...args], {
    cwd: paths.home,
    // `detached` is passed on to spawn, which the types of execFile do not know.
    ...{ detached: true },
    env: ENVIRONMENT,
    ...(account === undefined ? {} : { uid: account.uid, gid: account.gid }),
  });
}
