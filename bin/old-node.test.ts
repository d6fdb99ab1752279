import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

/** A checkout whose packages are installed, and none of them brings a Node. */
let checkout: string;
beforeEach(async () => {
  checkout = await mkdtemp(join(tmpdir(), "openhive-old-node-"));
  await cp(import.meta.dirname, join(checkout, "bin"), { recursive: true });
  await mkdir(join(checkout, "node_modules"));
  for (const file of ["package-lock.json", join("node_modules", ".package-lock.json")])
    await writeFile(join(checkout, file), JSON.stringify({ packages: {} }));
});
afterEach(() => rm(checkout, { recursive: true }));

/** Says that a program starts, and that its Node is one that takes no types out. */
const OLD_NODE = `data:text/javascript,${encodeURIComponent(`
  process.stderr.write("A program starts.\\n");
  Object.defineProperty(process, "versions", { value: { ...process.versions, node: "22.17.0" } });
`)}`;

async function run(program: string, args: readonly string[]) {
  const { PATH = "" } = process.env;
  const child: ChildProcess = spawn(process.execPath, [join(checkout, "bin", program), ...args], {
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: { PATH, NODE_OPTIONS: `--import=${OLD_NODE}`, PORT: "0" } as never,
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk) => {
      printed += chunk;
      // Without an end: with everything that it started.
      if (printed.split("starts.").length > 4) process.kill(-(child.pid ?? 0), "SIGKILL");
    });
  const [code] = await once(child, "close");
  return { code, lines: printed.trim().split("\n") };
}

test.for([["openhive.mjs", "skills", "list"], ["prisma.mjs", "generate"], ["start.mjs"]])(
  "on a Node that cannot run TypeScript, and with no other, %s says so and ends",
  async ([program = "", ...args]) => {
    expect(await run(program, args)).toEqual({
      code: 1,
      lines: [
        "A program starts.",
        "OpenHive needs Node 22.18 or newer on this machine, this is 22.17.0: install a newer one from https://nodejs.org.",
      ],
    });
  },
);
