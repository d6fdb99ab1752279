import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, symlink, utimes } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { removeOldSockets } from "./old-sockets.ts";

const LISTEN = `require("net").createServer().listen(process.argv[1], () => console.log("listens"))`;

test("a folder whose listener was killed goes; what is in use, new, or another's stays", async () => {
  const parent = await mkdtemp(join(tmpdir(), "old-sockets-"));
  const inParent = (name: string) => join(parent, name);
  for (const name of ["way-killed", "way-alive", "way-new", "way-empty", "other"])
    await mkdir(inParent(name));
  await symlink(inParent("other"), inParent("way-link"));
  const child = spawn(process.execPath, ["-e", LISTEN, inParent("way-killed/0.sock")]);
  await once(child.stdout, "data");
  child.kill("SIGKILL");
  await once(child, "exit");
  const alive = createServer().listen(inParent("way-alive/0.sock"));
  await once(alive, "listening");
  await utimes(inParent("way-empty"), 1, 1);
  try {
    expect(existsSync(inParent("way-killed/0.sock"))).toBe(true);
    await removeOldSockets(parent, "way-");
    const left = ["way-killed", "way-alive", "way-new", "way-empty", "way-link", "other"];
    expect(left.filter((name) => existsSync(inParent(name)))).toEqual([
      "way-alive",
      "way-new",
      "way-link",
      "other",
    ]);
  } finally {
    alive.close();
    await rm(parent, { recursive: true, force: true });
  }
});
