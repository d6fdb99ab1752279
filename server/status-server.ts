import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Container } from "./container.ts";
import { describeHealth } from "./describe-health.ts";
import { checkOrigin, toRequestFacts } from "./security/check-origin.ts";

/** What a process without pages answers to: its health, and its figures. */
export interface StatusServer {
  readonly port: number;
  close(): Promise<void>;
}

type StatusSource = Pick<Container, "isReady" | "isLeaving" | "metrics" | "addressPolicy">;

/** Rejects when the address cannot be listened on. */
export function startStatusServer(
  container: StatusSource,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<StatusServer> {
  const server = createServer((request, response) => answerStatus(container, request, response));
  const { promise, resolve, reject } = Promise.withResolvers<StatusServer>();
  server.once("error", reject);
  server.listen({ host, port }, () => {
    const address = server.address();
    resolve({
      port: typeof address === "object" && address ? address.port : port,
      async close() {
        server.close();
        server.closeAllConnections();
      },
    });
  });
  return promise;
}

/** Answers one request. Never throws. */
export function answerStatus(
  container: StatusSource,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  answer(container, request, response).catch(() => response.destroy());
}

async function answer(
  container: StatusSource,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const verdict = checkOrigin(toRequestFacts(request), container.addressPolicy);
  if (!verdict.ok)
    return send(response, 403, { mediaType: "text/plain; charset=utf-8", text: verdict.reason });
  switch (new URL(request.url ?? "/", "http://status").pathname) {
    case "/api/health/live":
      return sendStatus(response, 200, { status: "live" });
    case "/api/health": {
      const health = await describeHealth(container);
      return sendStatus(response, health.status === "ready" ? 200 : 503, health);
    }
    case "/api/metrics":
      return send(response, 200, await container.metrics());
    default:
      return sendStatus(response, 404, { status: "not found" });
  }
}

function sendStatus(response: ServerResponse, code: number, body: object): void {
  send(response, code, { mediaType: "application/json", text: JSON.stringify(body) });
}

function send(
  response: ServerResponse,
  code: number,
  { mediaType, text }: { readonly mediaType: string; readonly text: string },
): void {
  response.writeHead(code, { "content-type": mediaType, "cache-control": "no-store" }).end(text);
}
