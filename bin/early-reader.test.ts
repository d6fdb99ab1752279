import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "openhive-reader-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test.each([
  { args: ["--help"], code: 0 },
  { args: ["tools", "explain", "--help"], code: 0 },
  { args: ["skills", "list"], code: 0 },
  { args: ["skills", "list", "--json"], code: 0 },
  { args: ["no-such-command"], code: 2 },
])("a reader who leaves before the first line costs the command nothing: $args", async ({ args, code }) => {
  const command = join(import.meta.dirname, "openhive.mjs");
  const { PATH = "" } = process.env;
  const child = spawn(process.execPath, [command, ...args], {
    env: { NODE_ENV: "production", PATH, HOME: folder, OPENHIVE_DATA_DIR: folder },
    stdio: ["ignore", "pipe", "pipe"],
  });
  child.stdout.destroy();
  const [told, [ended]] = await Promise.all([text(child.stderr), once(child, "close")]);
  expect(told).not.toMatch(/EPIPE|at .*node:/);
  expect(ended).toBe(code);
});
