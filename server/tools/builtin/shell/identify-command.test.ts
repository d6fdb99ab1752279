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
