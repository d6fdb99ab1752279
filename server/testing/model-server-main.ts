import { startModelServer } from "./model-server.ts";
import { createRehearsalHandler } from "./rehearsal-handler.ts";

/**
 * A model provider on this machine, for trying things out by hand and for browser tests:
 * `node server/testing/model-server-main.ts PORT [MILLISECONDS_BETWEEN_WORDS]`, then OPENAI_BASE_URL=http://127.0.0.1:PORT/v1.
 */
const [port = "0", delayMs = "0"] = process.argv.slice(2);
const server = await startModelServer({
  port: Number(port),
  handler: createRehearsalHandler({ delayMs: Number(delayMs) }),
});
process.stdout.write(`${server.url}\n`);
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void server.close());
