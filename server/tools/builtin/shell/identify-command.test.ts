import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { identifyCommand } from "./identify-command.ts";

const place = { searchPath: "/usr/bin:/bin", workspace: "/none", folder: "/", prefix: undefined };
const shapeOf = async (command: string) => (await identifyCommand(command, place)).identities.at(-1)?.shape;

test("a program counts as the same only where it is looked for in the same place", async () => {
  const plain = await shapeOf("ls -l");
  expect(await shapeOf("true; ls -l")).toBe(plain);
  expect(await shapeOf("PATH=./bin:$PATH; ls -l")).not.toBe(plain);
  expect(await shapeOf("export PATH=./bin; ls -l")).not.toBe(plain);
  expect(await shapeOf("cd sub && ls -l")).not.toBe(plain);
});

test("text that a script hands a program belongs to what was allowed", async () => {
  const first = await shapeOf("sqlite3 a.db <<< 'select 1'");
  expect(await shapeOf("sqlite3 a.db <<< 'select 1'")).toBe(first);
  expect(await shapeOf("sqlite3 a.db <<< 'drop table a'")).not.toBe(first);
  expect(await shapeOf("wc <<E\none $A\nE")).not.toBe(await shapeOf("wc <<E\ntwo $A\nE"));
});

test("a program that an agent can write anew counts as the same only while it says the same", async () => {
  const workspace = await mkdtemp(join(tmpdir(), "openhive-written-"));
  onTestFinished(() => rm(workspace, { recursive: true, force: true }));
  await mkdir(join(workspace, "bin"));
  await symlink(join(workspace, "bin", "make.sh"), join(workspace, "linked"));
  const shapesOf = async () => {
    const shapes = new Map<string, string | undefined>();
    const here = { ...place, workspace, folder: workspace };
    for (const command of COMMANDS)
      shapes.set(command, (await identifyCommand(command, here)).identities.at(-1)?.shape);
    return shapes;
  };
  const write = async (text: string) => {
    for (const name of ["make.sh", "make.py"]) {
      await writeFile(join(workspace, "bin", name), text);
      await chmod(join(workspace, "bin", name), 0o755);
    }
  };
  const RUNNING = [
    "./bin/make.sh",
    "bash bin/make.sh -v",
    ". bin/make.sh",
    "python3 -u bin/make.py",
    "node --require ./hook.js bin/make.py",
    "node --import=./bin/make.sh hook.js",
    "./linked",
  ];
  const COMMANDS = [
    ...RUNNING,
    "wc -l bin/make.py",
    "ls bin",
    "python3 hook.js bin/make.py",
    "python3 -c 'print(1)'",
  ];
  await writeFile(join(workspace, "hook.js"), "");
  await write("echo one\n");
  const before = await shapesOf();
  await write("echo one\n");
  expect(await shapesOf()).toEqual(before);
  await write("echo two\n");
  const after = await shapesOf();
  expect(COMMANDS.filter((command) => after.get(command) !== before.get(command))).toEqual(RUNNING);
});
