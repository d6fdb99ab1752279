import { expect, test } from "vitest";
import { identifyCommand } from "./identify-command.ts";

const place = { searchPath: "/usr/bin:/bin", folder: "/", prefix: undefined };
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
