import { chmod, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { pathWithOwnNode, resolveCommand } from "./resolve-command.ts";

let project: string;
const node = process.execPath;

beforeEach(async () => {
  project = await realpath(await mkdtemp(join(tmpdir(), "openhive-command-")));
  await addPackage("@demo/files", { bin: { "demo-files": "dist/index.js" }, version: "1.2.3" });
  await addPackage("several", { bin: { several: "main.mjs", other: "main.mjs" }, version: "2.0.0" });
  await addPackage("escaping", { bin: "../several/main.mjs", version: "1.0.0" });
  await mkdir(join(project, "node_modules", ".bin"));
  await symlink("../@demo/files/dist/index.js", join(project, "node_modules", ".bin", "demo-files"));
  await writeFile(join(project, "node_modules", ".bin", "native"), "#!/bin/sh\n");
  await writeFile(join(project, "node_modules", ".bin", "script"), "#!/usr/bin/env node\n");
});
afterEach(() => rm(project, { recursive: true, force: true }));

async function addPackage(name: string, manifest: { readonly bin: unknown; readonly version: string }) {
  const folder = join(project, "node_modules", name);
  await mkdir(join(folder, "dist"), { recursive: true });
  await writeFile(join(folder, "package.json"), JSON.stringify({ name, ...manifest }));
  for (const program of ["dist/index.js", "main.mjs"]) {
    await writeFile(join(folder, program), "");
    await chmod(join(folder, program), 0o755);
  }
}
const resolve = (command: string, ...args: string[]) => resolveCommand({ command, args }, project);
const inProject = (...path: string[]) => join(project, "node_modules", ...path);

test("node is the Node that runs OpenHive", async () => {
  expect(await resolve("node", "server.js")).toEqual({ command: node, args: ["server.js"] });
});

test("a program of an installed package runs from the project, scripts under the current Node", async () => {
  expect(await resolve("demo-files", "/tmp")).toEqual({
    command: node,
    args: [inProject("@demo/files/dist/index.js"), "/tmp"],
  });
  expect(await resolve("script")).toEqual({ command: node, args: [inProject(".bin/script")] });
  expect(await resolve("native")).toEqual({ command: inProject(".bin/native"), args: [] });
});

test.each([
  [["@demo/files", "/tmp"]],
  [["-y", "@demo/files", "/tmp"]],
  [["--yes", "@demo/files@latest", "/tmp"]],
  [["-y", "@demo/files@1.2.3", "/tmp"]],
])("npx %j starts the installed package without the network", async (args) => {
  expect(await resolve("npx", ...args)).toEqual({
    command: node,
    args: [inProject("@demo/files/dist/index.js"), "/tmp"],
  });
});

test("of several programs npx takes the one named like the package", async () => {
  expect((await resolve("npx", "several")).args).toEqual([inProject("several/main.mjs")]);
});

test.each([
  [["-y", "not-installed"]],
  [["-y", "@demo/files@9.9.9"]],
  [["--package", "@demo/files", "demo-files"]],
  [["../../etc"]],
  [["escaping"]],
  [[]],
])("npx %j is left to npx", async (args) => {
  expect(await resolve("npx", ...args)).toEqual({ command: "npx", args });
});

test("paths and unknown names are left as they are", async () => {
  for (const command of ["python3", "/usr/bin/env", "./server", "../node_modules/.bin/demo-files", ".."]) {
    expect(await resolve(command, "a")).toEqual({ command, args: ["a"] });
  }
});

test("scripts that look for node on the PATH find the current one first", () => {
  expect(pathWithOwnNode("/usr/bin")).toBe(`${dirname(node)}:/usr/bin`);
});
