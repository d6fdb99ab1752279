import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";

/** Taken, so that nothing is ever built or served here. */
const squatter = createServer();
let port: string;
beforeAll(async () => {
  await once(squatter.listen(0, "127.0.0.1"), "listening");
  port = String((squatter.address() as { readonly port: number }).port);
});
afterAll(() => void squatter.close());

async function runToEnd(program: string, args: readonly string[]) {
  const { PATH = "", HOME = "" } = process.env;
  const child = spawn(process.execPath, [join(import.meta.dirname, program), ...args], {
    env: { NODE_ENV: "production", PATH, HOME, PORT: port },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close"),
  ]);
  return { stdout, stderr, code };
}

test.each(["start", "dev"])("%s shows its help and serves nothing", async (command) => {
  for (const flag of ["--help", "-h"]) {
    const shown = await runToEnd("openhive.mjs", [command, flag]);
    expect(shown).toMatchObject({ code: 0, stderr: "" });
    expect(shown.stdout).toContain(`Usage: openhive ${command}`);
  }
});

test.each([
  ["start", "--port", "4000"],
  ["start", "4000"],
  ["start", "--dev"],
  ["dev", "--port=4000"],
  ["dev", "start"],
])("what a start does not take is refused, not left out: %s %s", async (...args) => {
  const refused = await runToEnd("openhive.mjs", args);
  expect(refused).toMatchObject({ code: 2, stdout: "" });
  expect(refused.stderr).toMatch(/^error: (unknown option|too many arguments)/);
});

test.each([["4000"], ["--port", "4000"]])(
  "npm start says where its settings are, given %s",
  async (...args) => {
    const refused = await runToEnd("start.mjs", args);
    expect(refused).toMatchObject({ code: 1, stdout: "" });
    expect(refused.stderr).toBe(
      `"${args[0]}" is nothing that a start takes: settings are variables, for example PORT=4000 npm start.\n`,
    );
  },
);

test.each([["openhive.mjs", "start"], ["openhive.mjs", "dev"], ["start.mjs"]])(
  "without more, a start begins: %j",
  async (program, ...args) => {
    const begun = await runToEnd(program, args);
    expect(begun.stderr).toMatch(/^Port \d+ on 127\.0\.0\.1 is in use/);
  },
);
