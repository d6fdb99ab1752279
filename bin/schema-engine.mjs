#!/usr/bin/env node
// Stands in for Prisma's native schema engine, which would have to be downloaded: the same JSON-RPC over stdin and stdout,
// answered by @prisma/schema-engine-wasm. That package must carry the same hash as @prisma/engines-version.
// OPENHIVE_TRACE_SCHEMA_ENGINE=1 prints the conversation on stderr.
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { PrismaPg } from "@prisma/adapter-pg";
import { bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils";
import pg from "pg";

const { values: options, positionals } = parseArgs({
  strict: false,
  allowPositionals: true,
  options: {
    datamodels: { type: "string", short: "d", multiple: true },
    datasource: { type: "string" },
    "extension-types": { type: "string" },
    "enabled-preview-features": { type: "string" },
  },
});
const url = JSON.parse(options.datasource ?? "{}").url ?? "";
const shadowDatabases = [];

function trace(message) {
  if (process.env.OPENHIVE_TRACE_SCHEMA_ENGINE) process.stderr.write(`[schema-engine] ${message}\n`);
}

function send(message) {
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
}

// The adapter refuses PostgreSQL's internal type "char" (18), which reading a schema meets: it is shown as bpchar (1042).
function acceptInternalChar(connection) {
  // The adapter cuts scripts at every semicolon, those inside function bodies too; PostgreSQL itself takes a script whole.
  connection.executeScript = async (script) => {
    await connection.client.query(script);
  };
  const performIO = connection.performIO.bind(connection);
  connection.performIO = async (query) => {
    const result = await performIO(query);
    for (const field of result.fields ?? []) if (field.dataTypeID === 18) field.dataTypeID = 1042;
    return result;
  };
  return connection;
}

async function connectTo(connectionString) {
  return acceptInternalChar(await new PrismaPg({ connectionString }).connect());
}

async function administer(statement) {
  const server = new URL(url);
  server.pathname = "/postgres";
  const client = new pg.Client({ connectionString: server.toString() });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

// The adapter's own shadow database is the real one when it is given a connection string: ours is a new one beside it.
async function connectToShadowDatabase() {
  const name = `openhive_shadow_${randomBytes(6).toString("hex")}`;
  await administer(`CREATE DATABASE ${name}`);
  shadowDatabases.push(name);
  const shadow = new URL(url);
  shadow.pathname = `/${name}`;
  return connectTo(shadow.toString());
}

async function dropShadowDatabases() {
  for (const name of shadowDatabases.splice(0))
    await administer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
}

function createAdapterFactory() {
  const factory = new PrismaPg({ connectionString: url });
  factory.connect = () => connectTo(url);
  factory.connectToShadowDb = connectToShadowDatabase;
  return factory;
}

let glue;
async function loadGlue() {
  const require = createRequire(import.meta.url);
  const module = await import("@prisma/schema-engine-wasm/schema_engine_bg");
  const program = require
    .resolve("@prisma/schema-engine-wasm")
    .replace(/schema_engine\.js$/, "schema_engine_bg.wasm");
  const { instance } = await WebAssembly.instantiate(readFileSync(program), {
    "./schema_engine_bg.js": module,
  });
  module.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start?.();
  return module;
}

async function createEngine() {
  glue ??= await loadGlue();
  const files = options.datamodels ?? [];
  const datamodels = files.map((file) => [file, readFileSync(file, "utf8")]);
  const adapter = bindMigrationAwareSqlAdapterFactory(createAdapterFactory());
  return glue.SchemaEngine.new(
    { datamodels: datamodels.length > 0 ? datamodels : undefined },
    trace,
    adapter,
  );
}

let engine;
let hasApplied = false;
async function answer(method, params) {
  engine ??= await createEngine();
  // Applying migrations uses up the engine's shadow database; a diagnostic run on a new engine gives it another.
  if (method === "evaluateDataLoss" && hasApplied) {
    engine = await createEngine();
    await engine.devDiagnostic({ migrationsList: params.migrationsList, filters: params.filters });
  }
  hasApplied ||= method === "applyMigrations";
  return engine[method === "getDatabaseVersion" ? "version" : method](params);
}

async function respond({ id, method, params }) {
  trace(`${method} ${JSON.stringify(params).slice(0, 300)}`);
  try {
    const result = await answer(method, params);
    if (method === "diff" && result?.stdout != null) {
      send({ id: 10_000 + id, method: "print", params: { content: result.stdout } });
    }
    send({ id, result: result ?? {} });
  } catch (error) {
    trace(error.stack);
    const { message, meta = null, code = null } = error;
    const data = { is_panic: false, message: message ?? String(error), meta, error_code: code };
    send({
      id,
      error: { code: 4466, message: "An error happened. Check the data field for details.", data },
    });
  }
}

async function converse() {
  for await (const line of createInterface({ input: process.stdin })) {
    if (line.trim() === "") continue;
    await respond(JSON.parse(line));
    await dropShadowDatabases();
  }
}

async function checkConnection() {
  try {
    if (positionals[1] === "can-connect-to-database") await (await connectTo(url)).dispose();
    return 0;
  } catch (error) {
    const fields = { is_panic: false, error_code: "P1001", message: String(error.message ?? error) };
    const entry = {
      timestamp: new Date().toISOString(),
      level: "ERROR",
      fields,
      target: "schema_engine::logger",
    };
    process.stderr.write(`${JSON.stringify(entry)}\n`);
    return 1;
  }
}

if (process.argv.includes("--version")) process.stdout.write("schema-engine-cli wasm\n");
else if (positionals[0] === "cli") process.exit(await checkConnection());
else {
  await converse();
  process.exit(0);
}
