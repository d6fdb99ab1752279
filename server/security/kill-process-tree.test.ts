import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const run = promisify(execFile);

/** Opens what may be opened, so that the process table cannot be read, and ends a child of its own then. */
const SCRIPT = `
  import { spawn } from "node:child_process";
  import { once } from "node:events";
  import { closeSync, openSync } from "node:fs";
  import { killProcessTree } from ${JSON.stringify(join(import.meta.dirname, "kill-process-tree.ts"))};
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { detached: true, stdio: "ignore" });
  const exit = once(child, "exit");
  const opened = [];
  try { for (;;) opened.push(openSync("/dev/null")); } catch {}
  for (const one of opened.splice(0, Number(process.argv[1]))) closeSync(one);
  await killProcessTree({ pid: child.pid, startTime: null, mark: "full", isGroupOurs: true }, 0);
  console.log((await exit)[1]);
`;

test.each([0, 4])(
  "with %i files below the limit a tree is ended as the group that it is, and nothing rejects",
  async (free) => {
    const limited = [
      "-c",
      'ulimit -n 100; exec "$0" "$@"',
      process.execPath,
      "--input-type=module",
      "-e",
      SCRIPT,
      String(free),
    ];
    expect((await run("bash", limited)).stdout).toBe("SIGKILL\n");
  },
);
