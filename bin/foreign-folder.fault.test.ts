import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { toClusterPaths } from "../server/store/postgres/cluster-paths.ts";
import { findFreePort } from "../server/store/postgres/cluster-settings.ts";

const server = join(import.meta.dirname, "serve.mjs");
/** Nobody is closed to root: the server runs as somebody else then. */
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;
const somebody = isRoot ? { uid: NOBODY, gid: NOBODY } : {};

/** A checkout below a closed folder, such as /root, cannot be run by anybody else. */
function canBeRun(): boolean {
  try {
    execFileSync(process.execPath, ["--check", server], { ...somebody, cwd: "/", stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "openhive-foreign-"));
  if (isRoot) await chown(dataDir, NOBODY, NOBODY);
});
afterEach(async () => {
  await chmod(toClusterPaths(dataDir).home, 0o700);
  await rm(dataDir, { recursive: true });
});

/** Serves until it ends, or until it says that it waits for its database. */
async function serve() {
  const { PATH = "", HOME = "" } = process.env;
  const child = spawn(process.execPath, [server], {
    ...somebody,
    stdio: ["ignore", "pipe", "pipe"],
    env: { PATH, HOME, OPENHIVE_DATA_DIR: dataDir, PORT: String(await findFreePort()) } as never,
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      printed += chunk;
      if (printed.includes("tries again")) child.kill("SIGKILL");
    });
  const [code] = await once(child, "close");
  return { code, lines: printed.trim().split("\n") };
}

test.skipIf(!canBeRun())("a database folder of another user ends the start with what to do", async () => {
  await mkdir(toClusterPaths(dataDir).home, { mode: isRoot ? 0o700 : 0o500 });
  expect(await serve()).toEqual({
    code: 1,
    lines: [expect.stringMatching(/^The data folder .* cannot be written: make it writable/)],
  });
});

test.skipIf(!canBeRun())("a lock of another user ends the start with what to do", async () => {
  const { home, lock } = toClusterPaths(dataDir);
  await mkdir(home);
  if (isRoot) await chown(home, NOBODY, NOBODY);
  await writeFile(lock, "", { mode: isRoot ? 0o600 : 0 });
  expect(await serve()).toEqual({
    code: 1,
    lines: [expect.stringMatching(/^The file .*starter\.lock cannot be locked \(.*\): correct the rights/)],
  });
});
