#!/usr/bin/env node
// `npm run prisma -- COMMAND`: Prisma's command line without downloads, against OpenHive's own database.
// `migrate diff` replays migrations on a throw-away PostgreSQL; other commands use DATABASE_URL, else the data folder's.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { canRunTypeScript, fail, handOver, root, runProgram, toolEnvironment } from "./runtime.mjs";

const args = process.argv.slice(2);

async function main() {
  if (!canRunTypeScript()) return handOver([import.meta.filename, ...args]);
  if (args[0] === "migrate" && args[1] === "diff") return withTemporaryDatabase(runPrisma);
  if (args[0] === "migrate" || args[0] === "db") return withOwnDatabase(runPrisma);
  return runPrisma();
}

function runPrisma(url) {
  const program = join(root, "node_modules", "prisma", "build", "index.js");
  const env = toolEnvironment(url === undefined ? {} : { DATABASE_URL: url });
  return runProgram(process.execPath, [program, ...args], { env });
}

async function withTemporaryDatabase(work) {
  const dataDir = mkdtempSync(join(tmpdir(), "openhive-shadow-"));
  try {
    return await withDatabase({ dataDir, isDisposable: true }, work);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function withOwnDatabase(work) {
  const { readEnvironment } = await import("../server/env.ts");
  const { dataDir, databaseUrl } = readEnvironment();
  return withDatabase({ dataDir, databaseUrl }, work);
}

async function withDatabase(options, work) {
  const { openDatabase } = await import("../server/store/postgres/open-database.ts");
  const database = await openDatabase({ ...options, applicationName: "openhive-prisma" });
  try {
    return await work(database.url);
  } finally {
    await database.release();
  }
}

main().then((code) => process.exit(code), fail);
