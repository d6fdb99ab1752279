import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, realpath, rename, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readInside } from "./read-inside.ts";

let folder: string;
let root: string;
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "openhive-inside-")));
  root = join(folder, "root");
  await mkdir(join(root, "below"), { recursive: true });
  await writeFile(join(root, "below", "file"), "inside", { mode: 0o755 });
  await mkdir(join(folder, "outside"));
  await writeFile(join(folder, "outside", "file"), "outside");
});
afterEach(() => rm(folder, { recursive: true, force: true }));
const read = (path: string, most = 1_000) => readInside(root, path, most);
const textOf = async (path: string) => (await read(path)).content.toString();

test("a file is read with its mode, also over a link that stays inside", async () => {
  await symlink("below/file", join(root, "link"));
  expect(await textOf("below/file")).toBe("inside");
  expect(await textOf("link")).toBe("inside");
  expect((await read("below/file")).mode).toBe(0o755);
  await writeFile(join(root, "empty"), "");
  expect(await textOf("empty")).toBe("");
});

test("what became a link out, a pipe, a device or something large by now is refused, and nobody waits for it", async () => {
  await symlink("../outside/file", join(root, "out"));
  await symlink("../outside", join(root, "folder"));
  await symlink("/dev/zero", join(root, "zeros"));
  await symlink("/proc/self/environ", join(root, "environment"));
  execFileSync("mkfifo", [join(root, "pipe")]);
  await writeFile(join(root, "large"), "x".repeat(1_001));
  for (const path of ["out", "folder/file", "zeros", "environment", "pipe", "below", "../outside/file"])
    await expect(read(path), path).rejects.toMatchObject({ code: "forbidden" });
  await expect(read("large")).rejects.toMatchObject({ code: "too_large" });
  await expect(read("nothing")).rejects.toMatchObject({ code: "ENOENT" });
});

test("a root that became a link by now leads nowhere", async () => {
  await rename(join(root, "below"), join(root, "kept"));
  await symlink(join(folder, "outside"), join(root, "below"));
  await expect(readInside(join(root, "below"), "file", 1_000)).rejects.toMatchObject({ code: "forbidden" });
});

test("whatever is swapped while it is read, nothing from outside comes in", async () => {
  let isOver = false;
  const [place, aside, link] = [join(root, "below"), join(root, "aside"), join(root, "to-outside")];
  await symlink(join(folder, "outside"), link);
  const swap = async () => {
    while (!isOver) {
      await rename(place, aside);
      await rename(link, place);
      await rename(place, link);
      await rename(aside, place);
    }
  };
  const swapping = swap();
  const seen = new Set<string>();
  // For a while, and on a busy machine until the folder was met as it was at first.
  const [least, most] = [performance.now() + 1_500, performance.now() + 30_000];
  while (performance.now() < least || (!seen.has("inside") && performance.now() < most))
    seen.add(await textOf("below/file").catch((error: { code?: string }) => String(error.code)));
  isOver = true;
  await swapping;
  expect(seen).toContain("inside");
  expect(seen).not.toContain("outside");
});
