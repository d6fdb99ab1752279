// Opens the database, brings it up to date and serves the pages in this process. Started by start.mjs on a Node that
// runs TypeScript.
import { createServer } from "node:http";
import { toListenProblem } from "./checks.mjs";
import { fail, root } from "./runtime.mjs";

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

async function serve() {
  process.env.NODE_ENV = isDevelopment ? "development" : "production";
  process.env.NEXT_TELEMETRY_DISABLED = "1";
  const { readEnvironment } = await import("../server/env.ts");
  const environment = readEnvironment();
  const { host, port, dataDir, databaseUrl, role } = environment;
  drainSeconds = environment.drainSeconds;
  const url = await openMigratedDatabase({ dataDir, databaseUrl });
  const open = () => openContainer(url);
  const address =
    role === "worker" ? await listenForStatus(host, port, open) : await listen(host, port, open);
  if (stopping === undefined) console.log(`OpenHive is ready at ${address}`);
}

async function openMigratedDatabase(options) {
  const { openDatabase } = await import("../server/store/postgres/open-database.ts");
  const { migrate } = await import("../server/store/postgres/migrate.ts");
  const database = await openDatabase({ ...options, applicationName: "openhive-server" });
  undo.push(() => database.release());
  await migrate(database.url);
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

async function listen(host, port, open) {
  const { default: createNext } = await import("next");
  let handle = (_request, response) =>
    response.writeHead(503, { "retry-after": "2" }).end("OpenHive is starting.");
  const server = createServer((request, response) => handle(request, response));
  await new Promise((resolve, reject) => {
    server.once("error", (error) => reject(toListenProblem(error, host, port)));
    server.listen({ host, port }, resolve);
  });
  const actual = server.address().port;
  undo.push(() => closeServer(server));
  const next = createNext({
    dev: isDevelopment,
    dir: root,
    hostname: host,
    port: actual,
    httpServer: server,
  });
  undo.push(() => next.close());
  const { addressPolicy } = await open();
  await next.prepare();
  handle = guard(next.getRequestHandler(), await import("../server/security/check-origin.ts"), addressPolicy);
  return toAddress(host, actual);
}

/** A worker has no pages: it answers for its health alone. */
async function listenForStatus(host, port, open) {
  const { startStatusServer } = await import("../server/status-server.ts");
  const container = await open();
  const server = await startStatusServer(container, { host, port }).catch((error) => {
    throw toListenProblem(error, host, port);
  });
  undo.push(server.close);
  return toAddress(host, server.port);
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
  for (const step of undo.reverse()) await step().catch(() => undefined);
  fail(error);
});
