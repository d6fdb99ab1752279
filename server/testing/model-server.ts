import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import type { Json } from "../contract/json.ts";
import type {
  ModelHandler,
  ModelScript,
  ModelServerRequest,
  ScriptedHang,
  ScriptedReply,
  Wire,
} from "./model-script.ts";
import { readWireRequest, wireOf } from "./read-wire-request.ts";
import { toWireReply, type WireEvent } from "./wire-streams.ts";

/** Events that say nothing, as servers send them to keep a connection open. */
const EMPTY: Readonly<Record<Wire, object>> = {
  anthropic: { type: "ping" },
  "openai-chat": { choices: [{ index: 0, delta: {}, finish_reason: null }] },
  "openai-responses": { type: "response.in_progress", response: {} },
  google: { candidates: [{ index: 0, content: { role: "model", parts: [] } }] },
};

/** A model provider on this machine that answers as it is told. */
export interface ModelServer extends AsyncDisposable {
  /** Without a path: `<url>/v1` for OpenAI's clients, `<url>` for Anthropic's, `<url>/v1beta` for Google's. */
  readonly url: string;
  readonly port: number;
  /** What was asked, in order. */
  readonly requests: readonly ModelServerRequest[];
  /** Resolves with the number of requests whose connection the client closed before the reply was complete. */
  waitForClosed(count: number): Promise<void>;
  /** What is answered from the next request on. */
  use(handler: ModelHandler): void;
  close(): Promise<void>;
}

export interface ModelServerOptions {
  readonly handler: ModelHandler;
  /** 0 lets the system choose. */
  readonly port?: number;
}

/**
 * Starts a loopback HTTP server that speaks the streaming formats of Anthropic Messages, OpenAI Chat Completions and
 * Responses, and Google's generateContent, scripted by a handler. Drives tests through the real provider packages.
 */
export async function startModelServer({ handler, port = 0 }: ModelServerOptions): Promise<ModelServer> {
  const requests: ModelServerRequest[] = [];
  const closings: (() => void)[] = [];
  let closed = 0;
  let current = handler;
  const server = createServer((incoming, response) => {
    response.once("close", () => {
      if (response.writableFinished) return;
      closed += 1;
      for (const notify of closings.splice(0)) notify();
    });
    serve(incoming, response, { requests, handler: (request) => current(request) }).catch(() =>
      response.destroy(),
    );
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const { port: bound } = server.address() as AddressInfo;
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return {
    url: `http://127.0.0.1:${bound}`,
    port: bound,
    requests,
    async waitForClosed(count) {
      while (closed < count) await new Promise<void>((resolve) => closings.push(resolve));
    },
    use(next) {
      current = next;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

interface Serving {
  readonly requests: ModelServerRequest[];
  readonly handler: ModelHandler;
}

async function serve(
  incoming: IncomingMessage,
  response: ServerResponse,
  { requests, handler }: Serving,
): Promise<void> {
  const path = new URL(incoming.url ?? "/", "http://loopback").pathname;
  const wire = wireOf(path);
  if (!wire || incoming.method !== "POST") {
    response
      .writeHead(404, { "content-type": "application/json" })
      .end('{"error":{"message":"There is nothing at this path","type":"not_found"}}');
    return;
  }
  const body = JSON.parse(await readBody(incoming)) as { readonly [key: string]: Json };
  const headers = Object.fromEntries(
    Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]),
  );
  const request = {
    wire,
    number: requests.length + 1,
    path,
    headers,
    body,
    ...readWireRequest(wire, path, body),
  };
  requests.push(request);
  await play(await handler(request), { wire, number: request.number, response });
}

async function readBody(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

interface Stage {
  readonly wire: Wire;
  readonly number: number;
  readonly response: ServerResponse;
}

async function play(script: ModelScript, stage: Stage): Promise<void> {
  if ("status" in script) {
    const body =
      script.body ??
      `{"type":"error","error":{"type":"scripted","message":"Scripted refusal ${script.status}"}}`;
    stage.response
      .writeHead(script.status, { "content-type": "application/json", ...script.headers })
      .end(body);
    return;
  }
  if ("hang" in script) {
    if (script.text !== undefined) {
      stage.response.writeHead(200, { "content-type": "text/event-stream" });
      for (const event of toWireReply(stage.wire, script, stage.number).said) write(event, stage.response);
    }
    if (script.drip) drip(script, stage);
    return;
  }
  await stream(script, stage);
}

/** Never silent, and never done. */
function drip(script: ScriptedHang, { wire, number, response }: Stage): void {
  const words = toWireReply(wire, script, number).said.filter(({ isText }) => isText);
  const empty: WireEvent = { event: "ping", data: EMPTY[wire] };
  const timer = setInterval(() => {
    if (script.drip === "comments") response.write(": still there\n\n");
    else for (const event of script.drip === "words" ? words : [empty]) write(event, response);
  }, 5);
  response.once("close", () => clearInterval(timer));
}

async function stream(reply: ScriptedReply, { wire, number, response }: Stage): Promise<void> {
  const { said, rest, error } = toWireReply(wire, reply, number);
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
  for (const event of said) {
    if (response.destroyed) return;
    if (reply.delayMs && event.isText) await delay(reply.delayMs);
    write(event, response);
  }
  if (reply.breakAfterText === "cut") {
    // What was written has to arrive before the connection is cut.
    response.write(": cut\n\n", () => response.destroy());
    return;
  }
  if (reply.breakAfterText === "error") write(error, response);
  if (reply.breakAfterText === undefined) for (const event of rest) write(event, response);
  response.end();
}

function write({ event, data }: WireEvent, response: ServerResponse): void {
  const name = event ? `event: ${event}\n` : "";
  response.write(`${name}data: ${typeof data === "string" ? data : JSON.stringify(data)}\n\n`);
}
