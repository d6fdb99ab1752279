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
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from "@prisma/driver-adapter-utils";
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
const INTERNAL_CHAR = 18;
const TEXT = 25;

function trace(message) {
  if (process.env.OPENHIVE_TRACE_SCHEMA_ENGINE) process.stderr.write(`[schema-engine] ${message}\n`);
}

function send(message) {
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
}

// Two things the adapter cannot do that migrations need. It refuses PostgreSQL's internal type "char" (18), which the
// catalogue is full of: such columns are read as text and then given the engine's type for single characters. And it cuts
// scripts at every semicolon, those inside function bodies too: PostgreSQL itself takes a script whole.
function mend(connection) {
  connection.executeScript = async (script) => {
    await connection.client.query(script);
  };
  const { performIO, queryRaw } = connection;
  connection.queryRaw = async (query) => {
    let characters = [];
    const reader = Object.create(connection);
    reader.performIO = async (...args) => {
      const result = await performIO.apply(connection, args);
      characters = (result.fields ?? []).map((field) => field.dataTypeID === INTERNAL_CHAR);
      for (const field of result.fields ?? [])
        if (field.dataTypeID === INTERNAL_CHAR) field.dataTypeID = TEXT;
      return result;
    };
    const answer = await queryRaw.call(reader, query);
    const columnTypes = answer.columnTypes.map((type, index) =>
      characters[index] ? ColumnTypeEnum.Character : type,
    );
    return { ...answer, columnTypes };
  };
  return connection;
}

async function connectTo(connectionString) {
  return mend(await new PrismaPg({ connectionString }).connect());
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

/** What the engine said before it crashed: it leaves its last words here. */
let lastWords = "";
globalThis.PRISMA_WASM_PANIC_REGISTRY = {
  set_message(message) {
    lastWords = message;
  },
};

function sendError(id, error) {
  const { message, meta = null, code = null } = error;
  const data = { is_panic: false, message: message ?? String(error), meta, error_code: code };
  send({ id, error: { code: 4466, message: "An error happened. Check the data field for details.", data } });
}

async function respond({ id, method, params }) {
  trace(`${method} ${JSON.stringify(params).slice(0, 300)}`);
  // A crash must be an answer: Prisma takes an engine that ends without one for success.
  const crash = new Promise((_, reject) => {
    process.once("uncaughtException", (error) =>
      reject(new Error(lastWords || error.message, { cause: error })),
    );
  });
  try {
    const result = await Promise.race([answer(method, params), crash]);
    if (method === "diff" && result?.stdout != null) {
      send({ id: 10_000 + id, method: "print", params: { content: result.stdout } });
    }
    send({ id, result: result ?? {} });
  } catch (error) {
    trace(error.stack);
    sendError(id, error);
  } finally {
    process.removeAllListeners("uncaughtException");
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
