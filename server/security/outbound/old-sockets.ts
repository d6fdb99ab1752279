import { lstat, readdir, rm } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";

/** How long a folder may be without a socket: whoever made it opens one at once. */
const EMPTY_MS = 60_000;

/**
 * Removes folders of sockets whose owner was killed: those in `parent` that begin with `prefix`, are this user's, and in which
 * nobody listens any more. Asking the sockets works across namespaces and restarts, where process ids do not. Never rejects.
 */
export async function removeOldSockets(parent: string, prefix: string): Promise<void> {
  const names = (await readdir(parent).catch(() => [])).filter((name) => name.startsWith(prefix));
  await Promise.all(names.map((name) => removeIfOld(join(parent, name)).catch(() => undefined)));
}

async function removeIfOld(path: string): Promise<void> {
  const entry = await lstat(path);
  if (!entry.isDirectory() || entry.uid !== process.getuid?.()) return;
  const sockets = await readdir(path);
  if (sockets.length === 0 && Date.now() - entry.mtimeMs < EMPTY_MS) return;
  const heard = await Promise.all(sockets.map((name) => isListening(join(path, name))));
  if (!heard.includes(true)) await rm(path, { recursive: true, force: true });
}

/** Whatever is unclear counts as somebody. */
function isListening(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", (error) => resolve(!("code" in error && error.code === "ECONNREFUSED")));
  });
}
