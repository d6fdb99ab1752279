// `node bench/script-size.mjs`: what script a browser loads before a page works, read from the build in .next. Fails when a
// route is over its budget. Kilobytes are 1,000 bytes after gzip at its default level, which is a little more than what is sent.
// `--chunks ROUTE` lists the files of one route.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { runInNewContext } from "node:vm";
import { gzipSync } from "node:zlib";

/** Kilobytes each route may load at first; "*" for those not named. */
const BUDGETS = { "/orgs/[orgId]": 250, "/runs/[runId]": 250, "*": 280 };

const root = fileURLToPath(new URL("..", import.meta.url));
const { values } = parseArgs({
  options: { build: { type: "string", default: join(root, ".next") }, chunks: { type: "string" } },
});

const sizes = new Map();

/** Bytes of one file after gzip. */
function sizeOf(file) {
  if (!sizes.has(file)) sizes.set(file, gzipSync(readFileSync(join(values.build, file))).byteLength);
  return sizes.get(file);
}

const readJson = (file) => JSON.parse(readFileSync(join(values.build, file), "utf8"));

/** The scripts of a page and of every layout, error and not-found boundary around it; what is loaded later is not among them. */
function entryFiles(manifestFile) {
  const context = {};
  context.globalThis = context;
  runInNewContext(readFileSync(manifestFile, "utf8"), context);
  const [manifest] = Object.values(context.__RSC_MANIFEST);
  return new Set(Object.values(manifest.entryJSFiles).flat());
}

function findRoutes() {
  const names = readJson("app-path-routes-manifest.json");
  const app = join(values.build, "server", "app");
  return readdirSync(app, { recursive: true })
    .filter((file) => file.endsWith("page_client-reference-manifest.js"))
    .map((file) => ({
      route: names[`/${file.replace("_client-reference-manifest.js", "").replaceAll("\\", "/")}`],
      files: entryFiles(join(app, file)),
    }))
    .filter(({ route }) => route !== undefined && !route.startsWith("/_"))
    .sort((one, other) => one.route.localeCompare(other.route));
}

const inKilobytes = (files) => [...files].reduce((sum, file) => sum + sizeOf(file), 0) / 1000;

// The polyfills are left out: they are marked `nomodule`, so that no browser of today loads them.
const framework = new Set(readJson("build-manifest.json").rootMainFiles);
const routes = findRoutes();
const shared = [...(routes[0]?.files ?? [])].filter((file) => routes.every(({ files }) => files.has(file)));

const rows = routes.map(({ route, files }) => {
  const all = new Set([...framework, ...files]);
  const budget = BUDGETS[route] ?? BUDGETS["*"];
  return { route, all, total: inKilobytes(all), budget };
});

const line = (...cells) =>
  `${cells[0].padEnd(44)}${cells
    .slice(1)
    .map((cell) => cell.padStart(10))
    .join("")}\n`;
process.stdout.write(line("kB gzip", "first", "budget"));
for (const { route, total, budget } of rows)
  process.stdout.write(line(route, total.toFixed(1), String(budget)));
process.stdout.write(
  `\nOf these React and Next ${inKilobytes(framework).toFixed(1)}, on every page besides ${inKilobytes(shared).toFixed(1)}.\n`,
);

if (values.chunks !== undefined) {
  const files = rows.find(({ route }) => route === values.chunks)?.all ?? new Set();
  const bySize = [...files].sort((one, other) => sizeOf(other) - sizeOf(one));
  for (const file of bySize) process.stdout.write(line(file, (sizeOf(file) / 1000).toFixed(1)));
}

const over = rows.filter(({ total, budget }) => total > budget);
for (const { route, total, budget } of over)
  process.stderr.write(
    `${route} loads ${total.toFixed(1)} kB of script at first: more than its ${budget} kB.\n`,
  );
if (over.length > 0) process.exitCode = 1;
