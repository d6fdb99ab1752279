// The fake model, a program of its own: prints its port, answers at once, and keeps nothing about sessions, because the turn
// is read off the ids of its own calls in the request. `GET /reset` starts a count, `GET /stats` tells it.

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { expectedResults, type ModelScript, readScript, SCRIPT_END, SCRIPT_START } from "./model-script.ts";
import { toChatCompletions, toMessages, type WireReply } from "./model-wires.ts";

export interface ModelServerStats {
  requests: number;
  bytesIn: number;
  errors: number;
  firstError: string;
  /** Seconds of the fake model's own processor time. */
  cpu: number;
}

const stats: ModelServerStats = { requests: 0, bytesIn: 0, errors: 0, firstError: "", cpu: 0 };
let cpuAtReset = process.cpuUsage();
const scripts = new Map<string, ModelScript>();
const replies = new Map<string, WireReply>();
const START = Buffer.from(SCRIPT_START);
const END = Buffer.from(SCRIPT_END);
const CHAT_RESULT = Buffer.from('"role":"tool"');
const MESSAGES_RESULT = Buffer.from('"type":"tool_result"');

function count(body: Buffer, needle: Buffer): number {
  let found = 0;
  for (let at = body.indexOf(needle); at >= 0; at = body.indexOf(needle, at + 1)) found += 1;
  return found;
}

function scriptOf(body: Buffer): { readonly text: string; readonly script: ModelScript } | undefined {
  const start = body.indexOf(START);
  const end = start < 0 ? -1 : body.indexOf(END, start + START.length);
  if (end < 0) return undefined;
  const text = body.toString("latin1", start + START.length, end);
  const script = scripts.get(text) ?? readScript(text);
  scripts.set(text, script);
  return { text, script };
}

function turnOf(body: Buffer, script: ModelScript): number {
  const prefix = `call_${script.id}_`;
  const last = body.lastIndexOf(prefix);
  if (last < 0) return 0;
  return Number.parseInt(body.toString("latin1", last + prefix.length, last + prefix.length + 6), 10) + 1;
}

function refuse(response: ServerResponse, message: string): void {
  stats.errors += 1;
  stats.firstError ||= message;
  response.writeHead(400, { "content-type": "application/json" });
  response.end(JSON.stringify({ error: { message, type: "invalid_request_error" } }));
}

async function send(response: ServerResponse, pieces: WireReply): Promise<void> {
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
  for (const piece of pieces.slice(0, -1)) {
    if (response.destroyed) return;
    if (!response.write(piece))
      await new Promise((resolve) => response.once("drain", resolve).once("close", resolve));
  }
  response.end(pieces.at(-1));
}

function answer(request: IncomingMessage, response: ServerResponse, body: Buffer): void {
  stats.requests += 1;
  stats.bytesIn += body.length;
  const found = scriptOf(body);
  if (!found) refuse(response, "The request holds no script.");
  else answerAs(found, { isMessages: request.url?.startsWith("/v1/messages") ?? false, body }, response);
}

type Found = NonNullable<ReturnType<typeof scriptOf>>;

function answerAs(
  { text, script }: Found,
  { isMessages, body }: { readonly isMessages: boolean; readonly body: Buffer },
  response: ServerResponse,
): void {
  const turn = turnOf(body, script);
  const expected = turn >= script.turns && script.turns > 0 ? expectedResults(script) : 0;
  const results = expected > 0 ? count(body, isMessages ? MESSAGES_RESULT : CHAT_RESULT) : 0;
  if (results < expected) {
    refuse(response, `Expected ${expected} results, got ${results} (${script.id}).`);
    return;
  }
  const key = `${isMessages} ${Math.min(turn, script.turns)} ${text}`;
  const pieces =
    replies.get(key) ?? (isMessages ? toMessages(script, turn) : toChatCompletions(script, turn));
  replies.set(key, pieces);
  if (script.delay > 0) setTimeout(() => void send(response, pieces), script.delay);
  else void send(response, pieces);
}

function tell(request: IncomingMessage, response: ServerResponse): void {
  if (request.url === "/reset") {
    Object.assign(stats, { requests: 0, bytesIn: 0, errors: 0, firstError: "" });
    cpuAtReset = process.cpuUsage();
  }
  const cpu = process.cpuUsage(cpuAtReset);
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify({ ...stats, cpu: (cpu.user + cpu.system) / 1e6 }));
}

const server = createServer((request, response) => {
  if (request.method === "GET") {
    tell(request, response);
    return;
  }
  const pieces: Buffer[] = [];
  request.on("data", (piece: Buffer) => pieces.push(piece));
  request.on("end", () =>
    answer(request, response, pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces)),
  );
});
server.keepAliveTimeout = 120_000;
server.listen({ port: 0, host: "127.0.0.1", backlog: 4_096 }, () => {
  const address = server.address();
  if (address && typeof address === "object") console.log(address.port);
});
process.on("SIGTERM", () => process.exit(0));
// Whoever started it is gone.
process.stdin.on("end", () => process.exit(0)).resume();
