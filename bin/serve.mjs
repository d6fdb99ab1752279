// Opens the database, brings it up to date and serves the pages in this process. Started by start.mjs on a Node that
// runs TypeScript.
import { EventEmitter } from "node:events";
import { createServer } from "node:http";
import { join } from "node:path";
import { toListenProblem } from "./checks.mjs";
import { fail, keepCompiledCode, root } from "./runtime.mjs";

const STOP_TIMEOUT_MS = 10_000;
/** Milliseconds that a database which is still being made or started may take until it can be stopped. */
const OPEN_TIMEOUT_MS = 180_000;
/** A step of the end that takes longer is named. */
const SLOW_MS = 1_000;
const isDevelopment = process.argv.includes("--dev");

/** What has to be undone, last first; each with what people call it. */
const undo = [];
let stopping;
/** Aborts when this process is told to stop. */
const leaving = new AbortController();
/** Milliseconds that the end may take. */
let patience = STOP_TIMEOUT_MS + 5_000;
/** What is being ended right now, for those who wait. */
let ending = "what was started";

// The terminal, or whoever read along, may be gone by the time this process ends: it ends in order all the same.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);

/** Leaves the work of this process to others, as long as it may take; a second signal ends that. */
let drain = async () => undefined;
let drainSeconds = 0;
let isDrained = false;
let atWork = () => 0;
/** How it is said that this process stops; loaded with the rest of the server. */
let words;
const again = Promise.withResolvers();

function stop(exitCode, { isDraining = false } = {}) {
  if (stopping !== undefined) hurry();
  leaving.abort();
  stopping ??= (async () => {
    sayStopping(isDraining);
    if (isDraining)
      await Promise.race([drain(), again.promise, sleep(drainSeconds * 1_000)]).catch(console.error);
    isDrained = true;
    setTimeout(() => {
      console.error(`Gave up waiting for ${ending}.`);
      process.exit(exitCode || 1);
    }, patience).unref();
    await undoAll((error) => console.error(error));
    console.log("Stopped.");
    process.exit(exitCode);
  })();
  return stopping;
}

/** A second signal: agents are not waited for any longer; what ends by then is named. */
function hurry() {
  if (isDrained) console.log(`Still waiting for ${ending}.`);
  else if (words !== undefined) console.log(words.NOT_WAITING);
  again.resolve();
}

function sayStopping(isDraining) {
  console.log(words?.describeStop({ isDraining, atWork: atWork(), seconds: drainSeconds }) ?? "Stopping.");
}

async function undoAll(onError) {
  for (const { what, step } of undo.reverse()) {
    ending = what;
    const slow = setTimeout(() => console.log(`Waiting for ${what} ...`), SLOW_MS);
    await step().catch(onError);
    clearTimeout(slow);
  }
}

for (const signal of ["SIGINT", "SIGHUP"]) process.on(signal, () => void stop(0));
process.on("SIGTERM", () => void stop(0, { isDraining: true }));
process.on("disconnect", () => void stop(0));

/** What keeps this process from serving, for those who ask meanwhile. */
const start = { problem: undefined };

async function serve() {
  keepCompiledCode();
  process.env.NODE_ENV = isDevelopment ? "development" : "production";
  process.env.NEXT_TELEMETRY_DISABLED = "1";
  words = await import("../server/describe-stop.ts");
  const { readEnvironment } = await import("../server/env.ts");
  const environment = readEnvironment();
  const { host, port, allowedHosts, role } = environment;
  drainSeconds = environment.drainSeconds;
  const server = await listen(host, port, { host, allowedHosts });
  const open = async () => openContainer(await openMigratedDatabase(environment));
  await (role === "worker" ? serveStatus(server, open) : servePages(server, { host, open }));
  if (stopping === undefined) console.log(`OpenHive is ready at ${toAddress(host, server.port)}`);
}

async function openMigratedDatabase({ dataDir, databaseUrl }) {
  const { prepareDatabase } = await import("../server/store/postgres/prepare-database.ts");
  const opening = prepareDatabase({
    dataDir,
    databaseUrl,
    applicationName: "openhive-server",
    signal: leaving.signal,
    onWaiting(reason, attempts) {
      start.problem = reason;
      if (attempts === 1) console.error(`${reason} OpenHive tries again every second.`);
    },
  });
  // Our own PostgreSQL is out of reach of Ctrl-C, from the moment it is made: it is stopped once it runs, or stays behind.
  if (databaseUrl === undefined) {
    undo.push({ what: "the database", step: () => giveBack(opening) });
    patience = OPEN_TIMEOUT_MS;
  }
  const database = await opening;
  patience = STOP_TIMEOUT_MS + 5_000;
  leaving.signal.throwIfAborted();
  start.problem = undefined;
  return database.url;
}

async function giveBack(opening) {
  const database = await opening.catch(() => undefined);
  await database?.release();
}

/** Everything behind the pages, in this process; the pages find it through `getContainer`. */
async function openContainer(url) {
  const { createContainer } = await import("../server/container.ts");
  const { shareContainer } = await import("../server/shared-container.ts");
  const { readEnvironment } = await import("../server/env.ts");
  const container = await createContainer({
    environment: readEnvironment(),
    url,
    projectFolder: root,
    applicationName: "openhive-server",
  });
  undo.push({ what: "agents and their processes", step: () => withTimeout(container.close()) });
  drain = container.drain;
  atWork = container.atWork;
  shareContainer(container);
  return container;
}

/** Refuses what another site makes a browser send, and names that were re-pointed at this machine: every request, here. */
function guard(next, { checkOrigin, toRequestFacts }, policy) {
  return (request, response) => {
    const verdict = checkOrigin(toRequestFacts(request), policy);
    if (verdict.ok) return next(request, response);
    response.writeHead(403, refusalHeaders).end(verdict.reason);
  };
}

/** Of a page that another site tried to show, too. */
const refusalHeaders = {
  "content-type": "text/plain; charset=utf-8",
  "content-security-policy": "sandbox; default-src 'none'; frame-ancestors 'none'",
  "x-frame-options": "DENY",
  "x-content-type-options": "nosniff",
};

/**
 * How long a connection that carries nothing is kept: longer than proxies keep theirs (nginx 60 s), so that none sends a request in the
 * moment in which it is closed here.
 */
const IDLE_MS = 75_000;

/** Listens at once: from then on somebody answers, even if it is only that there is no database yet. */
async function listen(host, port, policy) {
  const { answerWhileStarting } = await import("../server/waiting-page.ts");
  const origin = await import("../server/security/check-origin.ts");
  const listening = {
    http: undefined,
    port,
    handle: undefined,
    guard: (next) => guard(next, origin, policy),
    isServed: (request) => origin.checkOrigin(origin.toRequestFacts(request), policy).ok,
  };
  listening.handle = listening.guard(answerWhileStarting(start));
  listening.http = createServer({ keepAliveTimeout: IDLE_MS }, (request, response) =>
    listening.handle(request, response),
  );
  await new Promise((resolve, reject) => {
    listening.http.once("error", (error) => reject(toListenProblem(error, host, port)));
    listening.http.listen({ host, port }, resolve);
  });
  listening.port = listening.http.address().port;
  undo.push({ what: "connections", step: () => closeServer(listening.http) });
  return listening;
}

async function servePages(server, { host, open }) {
  const { default: createNext } = await import("next");
  const { serveCompressed } = await import("../server/compressed-files.ts");
  const next = createNext({
    dev: isDevelopment,
    dir: root,
    hostname: host,
    port: server.port,
    httpServer: upgradesOf(server),
  });
  undo.push({ what: "the pages", step: () => next.close() });
  await open();
  await next.prepare();
  const handle = next.getRequestHandler();
  // Pages that are rebuilt while they are open have no files of a build.
  server.handle = server.guard(
    isDevelopment ? handle : await serveCompressed(join(root, ".next", "static"), handle),
  );
}

/**
 * Where the pages listen for WebSockets. Only pages that are rebuilt while they are open have one; elsewhere nobody listens, and
 * whoever asks for one is answered like everybody else.
 */
function upgradesOf(server) {
  const upgrades = new EventEmitter();
  if (isDevelopment)
    server.http.on("upgrade", (request, socket, head) => {
      if (server.isServed(request)) upgrades.emit("upgrade", request, socket, head);
      else socket.destroy();
    });
  return upgrades;
}

/** A worker has no pages: it answers for its health alone. */
async function serveStatus(server, open) {
  const { answerStatus } = await import("../server/status-server.ts");
  const container = await open();
  server.handle = (request, response) => answerStatus(container, request, response);
}

function toAddress(host, port) {
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

function sleep(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds).unref());
}

async function closeServer(server) {
  server.close();
  server.closeAllConnections();
}

function withTimeout(work) {
  return Promise.race([work, sleep(STOP_TIMEOUT_MS)]);
}

serve().catch(async (error) => {
  // Told to stop before it served: what waits is ended by that, and the rest is undone there.
  if (stopping !== undefined) return stopping;
  await undoAll(() => undefined);
  fail(error);
});
