import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { isInside, resolveInside } from "./resolve-inside.ts";

let base: string;
let root: string;

beforeEach(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), "openhive-inside-")));
  root = join(base, "root");
  await mkdir(join(root, "folder"), { recursive: true });
  await mkdir(join(base, "root-sibling"));
  await writeFile(join(root, "folder", "file.txt"), "inside");
  await writeFile(join(base, "secret.txt"), "outside");
});
afterEach(() => rm(base, { recursive: true, force: true }));

test("a file below the root is found", async () => {
  expect(await resolveInside(root, "folder/file.txt")).toBe(join(root, "folder", "file.txt"));
});

test("the root itself is inside", async () => {
  expect(await resolveInside(root, ".")).toBe(root);
});

test("`..` that stays inside is allowed", async () => {
  expect(await resolveInside(root, "folder/../folder/file.txt")).toBe(join(root, "folder", "file.txt"));
});

test("a file that does not exist yet gets the path it would have", async () => {
  expect(await resolveInside(root, "folder/new/deep.txt")).toBe(join(root, "folder", "new", "deep.txt"));
});

test.each([
  "../secret.txt",
  "folder/../../secret.txt",
  "..",
  "../root-sibling/x",
  "/etc/passwd",
  "folder\\..\\..\\secret.txt",
  "file.txt\0.png",
])("%j is refused", async (path) => {
  await expect(resolveInside(root, path)).rejects.toMatchObject({ code: "forbidden" });
});

test("a link that leads out is refused, and so is everything below it", async () => {
  await symlink(base, join(root, "out"));
  await expect(resolveInside(root, "out")).rejects.toMatchObject({ code: "forbidden" });
  await expect(resolveInside(root, "out/secret.txt")).rejects.toMatchObject({ code: "forbidden" });
  await expect(resolveInside(root, "out/new.txt")).rejects.toMatchObject({ code: "forbidden" });
});

test("a link to nowhere is refused, because writing through it creates its target", async () => {
  await symlink(join(base, "not-there.txt"), join(root, "dangling"));
  await expect(resolveInside(root, "dangling")).rejects.toMatchObject({ code: "forbidden" });
  await expect(resolveInside(root, "dangling/below")).rejects.toMatchObject({ code: "forbidden" });
});

test("a link in a circle is refused", async () => {
  await symlink("loop", join(root, "loop"));
  await expect(resolveInside(root, "loop/x")).rejects.toMatchObject({ code: "forbidden" });
});

test("a link that stays inside is followed", async () => {
  await symlink("folder", join(root, "alias"));
  expect(await resolveInside(root, "alias/file.txt")).toBe(join(root, "folder", "file.txt"));
});

test("a root that is itself reached through a link works", async () => {
  await symlink(root, join(base, "door"));
  expect(await resolveInside(join(base, "door"), "folder/file.txt")).toBe(join(root, "folder", "file.txt"));
});

test("a folder whose name only begins with two dots is inside", () => {
  expect(isInside("/data", "/data/..notes")).toBe(true);
  expect(isInside("/data", "/data-sibling")).toBe(false);
});
