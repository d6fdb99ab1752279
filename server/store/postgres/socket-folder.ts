import { existsSync } from "node:fs";
import { join } from "node:path";
import type { ClusterPaths } from "./cluster-paths.ts";

/** Bytes of a socket's path that every platform takes; the least is macOS with 104 and a zero. */
const MOST_BYTES = 100;
/** What stands between the folder and the port. */
const NAME = ".s.PGSQL.";

/**
 * Where the embedded PostgreSQL listens besides its loopback port: a socket in the file system takes about half of what
 * loopback TCP costs. Undefined where the platform has none, or the folder's path is too long or would have to be quoted.
 */
export function socketFolder({ home }: ClusterPaths): string | undefined {
  if (process.platform === "win32" || !/^[\w./-]+$/.test(home)) return undefined;
  return Buffer.byteLength(join(home, `${NAME}65535`)) <= MOST_BYTES ? home : undefined;
}

/** The same server by its socket, where it has one; tools that know no sockets find the port in the address as before. */
export function withSocket(url: string, paths: ClusterPaths): string {
  const folder = socketFolder(paths);
  const parsed = new URL(url);
  if (folder === undefined || !existsSync(join(folder, `${NAME}${parsed.port}`))) return url;
  parsed.searchParams.set("host", folder);
  return parsed.toString();
}
