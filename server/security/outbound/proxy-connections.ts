import { type IncomingMessage, request as requestHttp, type ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
import { type Duplex, pipeline } from "node:stream";
import { pinnedLookup } from "./pinned-lookup.ts";
import type { Place, ResolvedPlace } from "./resolve-place.ts";

/** Decides where a request goes, or why it goes nowhere. */
export type ProxyGuard = (address: string) => Promise<ResolvedPlace>;

/** What a program sends to open a tunnel, and the connection that it came by. */
export interface TunnelRequest {
  readonly request: IncomingMessage;
  readonly client: Duplex;
  /** What came behind the request already. */
  readonly head: Buffer;
}

/** How long a connection may be silent, and take to come about. */
const IDLE_MS = 120_000;
const CONNECT_MS = 15_000;
/** Headers that are meant for this hop alone (RFC 9110, 7.6.1). */
const OWN_HEADERS: ReadonlySet<string> = new Set([
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** Opens a tunnel to a checked place (CONNECT), or says in the answer's first line why not. Never rejects. */
export async function tunnel({ request, client, head }: TunnelRequest, guard: ProxyGuard): Promise<void> {
  client.on("error", () => client.destroy());
  // A tunnel's target has no scheme; its port is always said.
  const resolved = await guard(`https://${request.url}/`);
  if (client.destroyed) return;
  if (!resolved.ok) {
    refuseTunnel(client, resolved);
    return;
  }
  const upstream = connect({ ...targetOf(resolved.place), lookup: pinnedLookup(resolved.place.addresses) });
  const isOpen = { now: false };
  upstream.setTimeout(CONNECT_MS, () => upstream.destroy(new Error("timed out")));
  upstream.once("connect", () => {
    isOpen.now = true;
    upstream.setTimeout(IDLE_MS);
    client.write("HTTP/1.1 200 Connection established\r\n\r\n");
    upstream.write(head);
    joinBoth(client, upstream);
  });
  upstream.once("error", () => {
    if (isOpen.now) client.destroy();
    else refuseTunnel(client, { ok: false, code: "failed", message: "The host does not answer." });
  });
  client.once("close", () => upstream.destroy());
}

function joinBoth(client: Duplex, upstream: Socket): void {
  client.pipe(upstream);
  upstream.pipe(client);
  upstream.once("close", () => client.end());
}

/** Programs show the first line of a refusal and not its text. */
function refuseTunnel(client: Duplex, { code, message }: ResolvedPlace & { readonly ok: false }): void {
  const line = `${code === "refused" ? 403 : 502} ${toHeaderText(message)}`;
  client.end(`HTTP/1.1 ${line}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

function toHeaderText(message: string): string {
  return message.replace(/[^\x20-\x7e]/g, "?").slice(0, 300);
}

function targetOf({ url }: Place): { readonly host: string; readonly port: number } {
  const port = Number(url.port) || (url.protocol === "https:" ? 443 : 80);
  return { host: url.hostname.replace(/^\[|\]$/g, ""), port };
}

/** Sends a plain request on to a checked place, or answers why not. Never rejects. */
export async function forward(
  request: IncomingMessage,
  response: ServerResponse,
  guard: ProxyGuard,
): Promise<void> {
  const resolved = await guard(request.url ?? "");
  if (!resolved.ok) {
    answer(response, resolved.code === "refused" ? 403 : 502, resolved.message);
    return;
  }
  const { place } = resolved;
  if (place.url.protocol !== "http:") {
    answer(response, 400, "Ask for a tunnel to reach an https address.");
    return;
  }
  const upstream = requestHttp({
    ...targetOf(place),
    lookup: pinnedLookup(place.addresses),
    agent: false,
    method: request.method,
    path: `${place.url.pathname}${place.url.search}`,
    headers: { ...passedOn(request.headers), host: place.url.host },
    timeout: IDLE_MS,
  });
  upstream.once("timeout", () => upstream.destroy(new Error("timed out")));
  upstream.once("error", () => {
    if (response.headersSent) response.destroy();
    else answer(response, 502, "The host does not answer.");
  });
  upstream.once("response", (answered) => {
    try {
      passBack(answered, response);
    } catch {
      // Nobody catches what is thrown here: an answer that Node reads and does not write would end the process.
      answered.destroy();
      response.destroy();
    }
  });
  response.once("close", () => upstream.destroy());
  request.pipe(upstream);
}

function passBack(answered: IncomingMessage, response: ServerResponse): void {
  const status = answered.statusCode ?? 0;
  // Any three digits are read as a status.
  if (status < 100) {
    answered.destroy();
    answer(response, 502, "The host does not answer as a web server does.");
    return;
  }
  response.writeHead(status, passedOn(answered.headers));
  pipeline(answered, response, () => undefined);
}

function answer(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, toHeaderText(message), {
    "content-type": "text/plain; charset=utf-8",
    connection: "close",
  });
  response.end(`${message}\n`);
}

/** Without what is for this hop, and what the sender names as such. */
function passedOn(headers: IncomingMessage["headers"]): IncomingMessage["headers"] {
  const named = (headers.connection ?? "").toLowerCase().split(/\s*,\s*/);
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !OWN_HEADERS.has(name) && !named.includes(name)),
  );
}
