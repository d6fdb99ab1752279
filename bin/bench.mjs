#!/usr/bin/env node
// `npm run bench`: measures what the engine costs beside a bare loop. `-- --json`, `-- --scenarios s1,s4 --runs 3`.
import { join } from "node:path";
import { checkNode } from "./checks.mjs";
import { ensureGenerated, ensureInstalled } from "./prepare.mjs";
import { fail, findNode, root, runProgram } from "./runtime.mjs";

try {
  checkNode();
  await ensureInstalled(() => undefined);
  await ensureGenerated(() => undefined);
  const program = join(root, "bench", "main.ts");
  process.exit(
    await runProgram(findNode(), [
      "--disable-warning=ExperimentalWarning",
      program,
      ...process.argv.slice(2),
    ]),
  );
} catch (error) {
  fail(error);
}
