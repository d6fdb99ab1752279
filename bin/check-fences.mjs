// Checks the import fences of a folder (default: the project) and prints each breach with what to do instead.
// A check that saw no module is a failure: it would find nothing whatever the sources say.

import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { cruise } from "dependency-cruiser";
import extractTsConfig from "dependency-cruiser/config-utl/extract-ts-config";
import { root } from "./runtime.mjs";

const FOLDERS = ["app", "server", "packages", "e2e", "bench", "instrumentation.ts"];
const folder = resolve(process.argv[2] ?? root);
const configuration = createRequire(import.meta.url)(join(root, ".dependency-cruiser.cjs"));

process.chdir(folder);
const { options, forbidden } = configuration;
const present = FOLDERS.filter((name) => existsSync(join(folder, name)));
const settings = { ...options, ruleSet: { forbidden }, validate: true, baseDir: folder };
const tsConfig = extractTsConfig(join(folder, options.tsConfig.fileName));
const { output } = await cruise(present, settings, options.enhancedResolveOptions, { tsConfig });
const { totalCruised, violations } = output.summary;

for (const { rule, from, to } of violations) {
  const comment = forbidden.find(({ name }) => name === rule.name)?.comment;
  console.log(`${rule.name}: ${from}${from === to ? "" : ` -> ${to}`}\n  ${comment}`);
}
const seen = output.modules.filter(({ source }) => /^(app|server)\//.test(source)).length;
if (seen === 0) console.log("The check visited no module of app/ or server/: it proves nothing.");
else console.log(`${violations.length} breaches of the fences in ${totalCruised} modules.`);
process.exit(violations.length > 0 || seen === 0 ? 1 : 0);
