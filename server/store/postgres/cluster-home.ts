import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import {
  access,
  chmod,
  chown,
  constants,
  cp,
  mkdir,
  realpath,
  rename,
  rm,
  stat,
  symlink,
} from "node:fs/promises";
import { dirname, join } from "node:path";
import { AppError } from "../../contract/app-error.ts";
import { codeOf } from "../../contract/error-code.ts";
import { type ClusterPaths, toClusterHome, toClusterPaths } from "./cluster-paths.ts";
import type { DatabaseAccount } from "./database-account.ts";

/** Where clusters go whose data folder the database's user cannot reach; only root ever needs it. */
const REACHABLE_PLACE = "/var/lib/openhive/clusters";

/**
 * Makes the folder of a data folder's PostgreSQL and returns its paths.
 *
 * When PostgreSQL runs as another user than ours, that user must be able to walk to it: the data folder itself is opened
 * to that user's group (walking only, nothing becomes readable), and a data folder below one that is closed to it, such
 * as `/root`, gets a link to a folder in `/var/lib/openhive`. Throws an `AppError` when the folder cannot be written.
 */
export async function prepareClusterHome(
  dataDir: string,
  account: DatabaseAccount | undefined,
): Promise<ClusterPaths> {
  const home = toClusterHome(dataDir);
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await access(dataDir, constants.W_OK);
    if (account === undefined) await mkdir(home, { recursive: true, mode: 0o700 });
    else await prepareHomeFor(account, dataDir, home);
    // One that another user made is there and yet closed to us.
    await access(home, constants.W_OK | constants.X_OK);
    // The database's user cannot follow a link that lies in a folder closed to it.
    return toClusterPaths(dataDir, await realpath(home));
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    const message = `The data folder ${dataDir} cannot be written: make it writable, or choose another with OPENHIVE_DATA_DIR.`;
    throw new AppError("unavailable", message, { cause });
  }
}

async function prepareHomeFor(account: DatabaseAccount, dataDir: string, home: string): Promise<void> {
  if (!existsSync(home)) {
    const isOpen = await isReachable(dirname(await realpath(dataDir)), account);
    const made = isOpen ? mkdir(home, { mode: 0o700 }) : symlink(await createReachableFolder(dataDir), home);
    await made.catch(ignoreExisting);
  }
  const place = await realpath(home);
  await openToGroup(dirname(place), account);
  await chown(place, account.uid, account.gid);
  await chmod(place, 0o700);
}

/** Another process that starts at the same moment may have made it. */
function ignoreExisting(error: unknown): void {
  if (codeOf(error) !== "EEXIST") throw error;
}

async function createReachableFolder(dataDir: string): Promise<string> {
  const name = createHash("sha256")
    .update(await realpath(dataDir))
    .digest("hex")
    .slice(0, 16);
  const folder = join(REACHABLE_PLACE, name);
  await mkdir(folder, { recursive: true, mode: 0o755 });
  return folder;
}

async function openToGroup(folder: string, account: DatabaseAccount): Promise<void> {
  if (await isReachable(folder, account)) return;
  const { uid, mode } = await stat(folder);
  await chown(folder, uid, account.gid);
  await chmod(folder, (mode & 0o7700) | 0o010);
}

/** Whether `account` may enter `folder` and every folder above it. */
async function isReachable(folder: string, account: DatabaseAccount): Promise<boolean> {
  const { mode, uid, gid } = await stat(folder);
  const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
  if ((mode & bit) === 0) return false;
  const parent = dirname(folder);
  return parent === folder || (await isReachable(parent, account));
}

/**
 * Returns programs that `account` can run: `binaries` themselves, or a copy beside the cluster when the project lies in
 * a folder closed to that user.
 */
export async function prepareBinaries(
  binaries: string,
  paths: ClusterPaths,
  account: DatabaseAccount | undefined,
): Promise<string> {
  if (account === undefined || (await isReachable(await realpath(binaries), account))) return binaries;
  const copy = join(paths.home, "programs");
  const original = await stat(join(binaries, "bin", "postgres"));
  const copied = await stat(join(copy, "bin", "postgres")).catch(() => undefined);
  if (copied?.size === original.size) return copy;
  await rm(`${copy}.new`, { recursive: true, force: true });
  await cp(binaries, `${copy}.new`, { recursive: true, verbatimSymlinks: true });
  await rm(copy, { recursive: true, force: true });
  await rename(`${copy}.new`, copy);
  return copy;
}
