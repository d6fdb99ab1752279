#!/usr/bin/env node
// `npm run bench`: what the engine costs beside a bare loop, what workers cost the database, what people see in a browser.
// `-- --json`, `-- --only claims`, `-- --scenarios s1,s4 --runs 3`.
import { join } from "node:path";
import { parseArgs } from "node:util";
import { checkNode } from "./checks.mjs";
import { findBrowser } from "./find-browser.mjs";
import { ensureBuilt, ensureGenerated, ensureInstalled } from "./prepare.mjs";
import { fail, findNode, root, runProgram } from "./runtime.mjs";

try {
  checkNode();
  await ensureInstalled(() => undefined);
  await ensureGenerated(() => undefined);
  const { values } = parseArgs({ strict: false, options: { only: { type: "string" } } });
  if (values.only === undefined || String(values.only).includes("browser")) {
    await ensureBuilt(console.error);
    process.env.CHROMIUM = await findBrowser(console.error);
  }
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
