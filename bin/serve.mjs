// Opens the database, brings it up to date and serves the pages in this process. Started by start.mjs on a Node that
// runs TypeScript.
import { createServer } from "node:http";
import { toListenProblem } from "./checks.mjs";
import { fail, keepCompiledCode, root } from "./runtime.mjs";

const STOP_TIMEOUT_MS = 10_000;
const isDevelopment = process.argv.includes("--dev");

/** What has to be undone, last first. */
const undo = [];
let stopping;

/** Leaves the work of this process to others, as long as it may take; a second signal ends that. */
let drain = async () => undefined;
let drainSeconds = 0;
const again = Promise.withResolvers();

function stop(exitCode, { isDraining = false } = {}) {
  if (stopping !== undefined) again.resolve();
  stopping ??= (async () => {
    if (isDraining)
      await Promise.race([drain(), again.promise, sleep(drainSeconds * 1_000)]).catch(console.error);
    setTimeout(() => process.exit(exitCode || 1), STOP_TIMEOUT_MS + 5_000).unref();
    for (const step of undo.reverse()) await step().catch((error) => console.error(error));
    process.exit(exitCode);
  })();
  return stopping;
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
  const leaving = new AbortController();
  undo.push(async () => leaving.abort());
  const database = await prepareDatabase({
    dataDir,
    databaseUrl,
    applicationName: "openhive-server",
    signal: leaving.signal,
    onWaiting(reason, attempts) {
      start.problem = reason;
      if (attempts === 1) console.error(`${reason} OpenHive tries again every second.`);
    },
  });
  start.problem = undefined;
  undo.push(() => database.release());
  return database.url;
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
  undo.push(() => withTimeout(container.close()));
  drain = container.drain;
  shareContainer(container);
  return container;
}

/** Refuses what another site makes a browser send, and names that were re-pointed at this machine: every request, here. */
function guard(next, { checkOrigin }, policy) {
  return (request, response) => {
    const { host = null, origin = null, "sec-fetch-site": secFetchSite = null } = request.headers;
    const verdict = checkOrigin({ method: request.method ?? "GET", host, origin, secFetchSite }, policy);
    if (verdict.ok) return next(request, response);
    response.writeHead(403, { "content-type": "text/plain; charset=utf-8" }).end(verdict.reason);
  };
}

/** Listens at once: from then on somebody answers, even if it is only that there is no database yet. */
async function listen(host, port, policy) {
  const { answerWhileStarting } = await import("../server/waiting-page.ts");
  const origin = await import("../server/security/check-origin.ts");
  const listening = {
    http: undefined,
    port,
    handle: undefined,
    guard: (next) => guard(next, origin, policy),
  };
  listening.handle = listening.guard(answerWhileStarting(start));
  listening.http = createServer((request, response) => listening.handle(request, response));
  await new Promise((resolve, reject) => {
    listening.http.once("error", (error) => reject(toListenProblem(error, host, port)));
    listening.http.listen({ host, port }, resolve);
  });
  listening.port = listening.http.address().port;
  undo.push(() => closeServer(listening.http));
  return listening;
}

async function servePages(server, { host, open }) {
  const { default: createNext } = await import("next");
  const next = createNext({
    dev: isDevelopment,
    dir: root,
    hostname: host,
    port: server.port,
    httpServer: server.http,
  });
  undo.push(() => next.close());
  await open();
  await next.prepare();
  server.handle = server.guard(next.getRequestHandler());
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
  for (const step of undo.reverse()) await step().catch(() => undefined);
  fail(error);
});
