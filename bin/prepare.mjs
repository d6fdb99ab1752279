// Brings a checkout to where it can run: packages, the Prisma client, the built pages. Each step looks first and does
// nothing when nothing changed; it judges by content, because clones and copies do not keep file times.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { compressFiles } from "./compress-files.mjs";
import { findNode, root, StartProblem, toolEnvironment } from "./runtime.mjs";

/** Installs the packages of package-lock.json unless they are there. `say` gets one line when it takes long. */
export async function ensureInstalled(say) {
  if (isInstalled()) return;
  say("Installing packages (about a minute, only the first time) ...");
  const flags = ["ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"];
  const { code, output } = await runQuietly("npm", flags, process.env);
  if (code === 0 && isInstalled()) return;
  throw new StartProblem(
    `${output}\nThe packages could not be installed: check the network connection and start again.`,
  );
}

/** Whether every package of package-lock.json is in node_modules in its version; optional ones may be missing. */
function isInstalled() {
  const wanted = readPackages(join(root, "package-lock.json"));
  const present = readPackages(join(root, "node_modules", ".package-lock.json"));
  if (wanted === undefined || present === undefined) return false;
  return Object.entries(wanted).every(
    ([path, { version, optional, link }]) =>
      path === "" || link || present[path]?.version === version || (optional && present[path] === undefined),
  );
}

function readPackages(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).packages : undefined;
}

/** Generates the Prisma client unless it was made from the schema as it is now. */
export async function ensureGenerated(say) {
  const stamp = join(root, "prisma", "generated", ".made-from");
  const hash = hashFiles(["prisma/schema.prisma", "node_modules/prisma/package.json"]);
  if (isStamped(stamp, hash)) return;
  say("Generating the database client ...");
  const { code, output } = await runQuietly(findNode(), [join(root, "bin", "prisma.mjs"), "generate"]);
  if (code !== 0) throw new StartProblem(`${output}\nThe database client could not be generated: see above.`);
  writeFileSync(stamp, hash);
}

/** Builds the pages unless they were built from the sources as they are now. */
export async function ensureBuilt(say) {
  const stamp = join(root, ".next", "made-from");
  const hash = hashFiles(listSources());
  if (isStamped(stamp, hash) && existsSync(join(root, ".next", "BUILD_ID"))) return;
  say("Building the pages (about half a minute, only after a change) ...");
  rmSync(stamp, { force: true });
  const next = join(root, "node_modules", "next", "dist", "bin", "next");
  const { code, output } = await runQuietly(
    findNode(),
    [next, "build"],
    toolEnvironment({ NODE_ENV: "production" }),
  );
  if (code !== 0) throw new StartProblem(`${output}\nThe pages could not be built: see above.`);
  const files = join(root, ".next", "static");
  // Takes a package, which is there by now: whatever a program loads when it starts is loaded before packages are installed.
  const { markModules } = await import("./mark-modules.mjs");
  await markModules(files);
  await compressFiles(files);
  writeFileSync(stamp, hash);
}

function isStamped(file, hash) {
  return existsSync(file) && readFileSync(file, "utf8") === hash;
}

function listSources() {
  const files = [
    "package-lock.json",
    "next.config.mjs",
    "postcss.config.mjs",
    "tsconfig.json",
    "instrumentation.ts",
    "bin/compress-files.mjs",
    "bin/mark-modules.mjs",
  ];
  const folders = ["app", "server", "public"].filter((folder) => existsSync(join(root, folder)));
  const found = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1)),
  );
  return [...files, "prisma/schema.prisma", ...found.sort()];
}

function hashFiles(files) {
  const hash = createHash("sha256");
  for (const file of files) {
    const path = join(root, file);
    hash
      .update(`${file}\0`)
      .update(existsSync(path) ? readFileSync(path) : "")
      .update("\0");
  }
  return hash.digest("hex");
}

/** Runs a program without showing what it prints, which comes back for the case that it fails. */
function runQuietly(command, args, env = toolEnvironment()) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] });
    const chunks = [];
    const stop = (signal) => {
      child.kill(signal);
      process.exit(130);
    };
    process.once("SIGTERM", stop).once("SIGINT", stop);
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => chunks.push(chunk));
    child.once("error", reject);
    child.once("close", (code) => {
      process.off("SIGTERM", stop).off("SIGINT", stop);
      resolve({ code, output: Buffer.concat(chunks).toString().slice(-8_000).trim() });
    });
  });
}
