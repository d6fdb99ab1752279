import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { afterEach, expect, test } from "vitest";
import { readAllowedPlaces } from "./allowed-places.ts";
import { createOutboundClient, type OutboundRequest } from "./outbound-client.ts";
import type { HostResolver } from "./resolve-place.ts";

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  }
});

async function listen(handler: RequestListener): Promise<number> {
  const server = createServer(handler);
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return (server.address() as AddressInfo).port;
}

const loopback: HostResolver = async () => [{ address: "127.0.0.1", family: 4 }];

/** A client that takes `site.example` and `other.example` for two sites that are allowed, both on this machine. */
function openClient(port: number, resolver: HostResolver = loopback) {
  const allowed = readAllowedPlaces([`site.example:${port}`, `other.example:${port}`]);
  const client = createOutboundClient({ resolver, allowed });
  const at = (path: string, host = "site.example") => `http://${host}:${port}${path}`;
  return {
    at,
    send: (path: string, more: Partial<OutboundRequest> = {}) =>
      client.send({ url: at(path), timeoutMs: 5_000, maxBytes: 10_000, ...more }),
  };
}

const text = (body: Uint8Array) => new TextDecoder().decode(body);

test("an answer comes with its status, headers and place", async () => {
  const port = await listen((request, response) => {
    response.writeHead(418, { "content-type": "text/plain", "set-cookie": ["a=1", "b=2"] });
    response.end(`${request.method} ${request.headers.host} ${request.headers["user-agent"]}`);
  });
  const answer = await openClient(port).send("/x");
  if (!answer.ok) throw new Error(answer.message);
  expect(answer).toMatchObject({ status: 418, headers: { "set-cookie": "a=1, b=2" } });
  expect(text(answer.body)).toBe(`GET site.example:${port} OpenHive`);
});

test.each([
  ["gzip", gzipSync],
  ["deflate", deflateSync],
  ["br", brotliCompressSync],
] as const)(
  "an answer packed with %s is unpacked, and one that unpacks into too much is left off",
  async (encoding, pack) => {
    const port = await listen((request, response) => {
      response.writeHead(200, { "content-encoding": encoding });
      response.end(pack(request.url === "/bomb" ? Buffer.alloc(20_000_000) : "hello"));
    });
    const { send } = openClient(port);
    const answer = await send("/small");
    expect(answer.ok && text(answer.body)).toBe("hello");
    expect(await send("/bomb", { maxBytes: 100_000 })).toMatchObject({ ok: false, code: "too_large" });
  },
);

test("an answer that never ends is left off at the limit, and one that never comes at the time limit", async () => {
  const port = await listen((request, response) => {
    if (request.url === "/silent") return;
    response.writeHead(200);
    const more = () =>
      void response.write("x".repeat(1_000), () => !response.destroyed && setImmediate(more));
    more();
  });
  const { send } = openClient(port);
  expect(await send("/endless")).toMatchObject({ ok: false, code: "too_large" });
  expect(await send("/silent", { timeoutMs: 200 })).toMatchObject({ ok: false, code: "timed_out" });
});

const REDIRECT_TARGETS = [
  "http://127.0.0.1/",
  "http://127.0.0.1:PORT/secret",
  "http://localhost:PORT/secret",
  "http://2130706433/",
  "http://0177.0.0.1/",
  "http://[::1]/",
  "http://[::ffff:169.254.169.254]/",
  "//169.254.169.254/latest/meta-data",
  "http://10.0.0.1/",
  "http://user:password@site.example:PORT/secret",
  "file:///etc/passwd",
  "gopher://site.example:PORT/",
  "http://site.example:1/",
];

test.each(
  REDIRECT_TARGETS.flatMap((target) => [301, 302, 303, 307, 308].map((status) => [status, target] as const)),
)("a redirect with status %i to %s is not followed", async (status, target) => {
  const asked: string[] = [];
  const port = await listen((request, response) => {
    asked.push(String(request.url));
    response.writeHead(status, { location: target.replace("PORT", String(port)) }).end();
  });
  expect(await openClient(port).send("/start")).toMatchObject({ ok: false, code: "refused" });
  expect(asked).toEqual(["/start"]);
});

test("a redirect that stays is followed, and a circle ends", async () => {
  const asked: string[] = [];
  const port = await listen((request, response) => {
    asked.push(String(request.url));
    if (request.url === "/end") return void response.end("here");
    response.writeHead(302, { location: request.url === "/round" ? "/round" : "end" }).end();
  });
  const { send, at } = openClient(port);
  expect(await send("/start")).toMatchObject({ ok: true, url: at("/end") });
  asked.length = 0;
  expect(await send("/round")).toMatchObject({ ok: false, code: "failed" });
  expect(asked).toHaveLength(6);
});

test("what was written for one site does not travel to another", async () => {
  const seen: Record<string, unknown>[] = [];
  const port = await listen((request, response) => {
    seen.push({
      host: request.headers.host,
      token: request.headers.authorization,
      key: request.headers["x-key"],
    });
    const isFirst = request.headers.host?.startsWith("site");
    if (!isFirst) return void response.end("there");
    response.writeHead(307, { location: `http://other.example:${port}/` }).end();
  });
  const { send } = openClient(port);
  const headers = { authorization: "Bearer abc", "x-key": "def" };
  expect(await send("/", { headers })).toMatchObject({ ok: true });
  expect(seen.at(-1)).toEqual({ host: `other.example:${port}`, token: undefined, key: undefined });
  const before = seen.length;
  expect(await send("/", { headers, method: "POST", body: "secret" })).toMatchObject({
    ok: false,
    code: "refused",
  });
  expect(seen).toHaveLength(before + 1);
});

test("a name is looked up once, and the address that was checked is the one that is connected to", async () => {
  const port = await listen((_request, response) => void response.end("pinned"));
  const lookups: string[] = [];
  const { send } = openClient(port, async (host) => {
    lookups.push(host);
    // A second look would lead to where nobody listens.
    return [{ address: lookups.length === 1 ? "127.0.0.1" : "127.9.9.9", family: 4 }];
  });
  const answer = await send("/");
  expect(answer.ok && text(answer.body)).toBe("pinned");
  expect(lookups).toEqual(["site.example"]);
});

test("each hop is looked up anew: a name that leads inside by then is refused", async () => {
  const asked: string[] = [];
  const port = await listen((request, response) => {
    asked.push(String(request.headers.host));
    response.writeHead(302, { location: "http://rebind.example/" }).end();
  });
  const lookups: string[] = [];
  const { send } = openClient(port, async (host) => {
    lookups.push(host);
    return [{ address: "127.0.0.1", family: 4 }];
  });
  expect(await send("/")).toMatchObject({ ok: false, code: "refused" });
  expect(lookups).toEqual(["site.example", "rebind.example"]);
  expect(asked).toEqual([`site.example:${port}`]);
});

test.each([
  ["Host", "other.example"],
  ["Transfer-Encoding", "chunked"],
  ["Content-Length", "5"],
  ["X-Split", "a\r\nHost: other.example"],
  ["X Split", "a"],
  ["X-Wide", "\u4e16"],
])("the header %s cannot be set to %j", async (name, value) => {
  const port = await listen((_request, response) => void response.end());
  expect(await openClient(port).send("/", { headers: { [name]: value } })).toMatchObject({
    ok: false,
    code: "refused",
  });
});

test("a request that is called off ends at once", async () => {
  const stop = new AbortController();
  const port = await listen(() => stop.abort());
  expect(await openClient(port).send("/", { signal: stop.signal })).toMatchObject({
    ok: false,
    code: "failed",
  });
});
