import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readAllowedPlaces } from "./allowed-places.ts";
import { createGuardedProxy, type GuardedProxy } from "./guarded-proxy.ts";
import { systemResolver } from "./resolve-place.ts";

let folder: string;
let proxy: GuardedProxy;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "guarded-proxy-"));
  vi.stubEnv("TMPDIR", folder);
  proxy = createGuardedProxy({ resolver: systemResolver, allowed: readAllowedPlaces([]) });
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await proxy.close();
  await rm(folder, { recursive: true, force: true });
});

test("a temporary folder that cannot be made once is made the next time", async () => {
  vi.stubEnv("TMPDIR", join(folder, "missing"));
  await expect(proxy.socketFor(["a.example"])).rejects.toThrow("ENOENT");
  vi.stubEnv("TMPDIR", folder);
  expect(dirname(dirname(await proxy.socketFor(["a.example"])))).toBe(folder);
  await proxy.close();
  expect(await readdir(folder)).toEqual([]);
});

test("what has no folder can be closed, also while it is being made", async () => {
  vi.stubEnv("TMPDIR", join(folder, "missing"));
  const asked = expect(proxy.socketFor(["a.example"])).rejects.toThrow("ENOENT");
  await expect(proxy.close()).resolves.toBeUndefined();
  await asked;
  await expect(proxy.close()).resolves.toBeUndefined();
});

test("a socket that could not be opened costs none of those that come after it", async () => {
  const first = await proxy.socketFor(["a.example"]);
  const next = join(dirname(first), "1.sock");
  await writeFile(next, "in the way");
  const failed = expect(proxy.socketFor(["b.example"])).rejects.toThrow("EADDRINUSE");
  const living = await proxy.socketFor(["c.example"]);
  await failed;
  await rm(next);
  const later = await Promise.all(["b.example", "d.example"].map((host) => proxy.socketFor([host])));
  expect(new Set([first, living, ...later].map((path) => basename(path))).size).toBe(4);
  expect(await proxy.socketFor(["c.example"])).toBe(living);
});
