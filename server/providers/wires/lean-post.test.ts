import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { afterEach, expect, test } from "vitest";
import { leanPost } from "./lean-post.ts";

let server: Server | undefined;
afterEach(() => server?.close());

/** A server that does what it is told with each request, by the number of the connection and of the request on it. */
async function listen(onRequest: (socket: Socket, connection: number, request: number) => void) {
  let connections = 0;
  server = createServer((socket) => {
    connections += 1;
    const connection = connections;
    let requests = 0;
    socket.on("error", () => undefined);
    socket.on("data", () => {
      requests += 1;
      onRequest(socket, connection, requests);
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    connections: () => connections,
  };
}

function post(url: string, more: { stallMs?: number; signal?: AbortSignal } = {}) {
  const pieces = [Buffer.from("{}")];
  return leanPost({ url, headers: {}, pieces, signal: undefined, stallMs: 10_000, ...more });
}

async function textOf(answer: Awaited<ReturnType<typeof leanPost>>): Promise<string> {
  let text = "";
  await answer.read((piece) => {
    text += piece.toString();
  });
  return text;
}

const OK = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok";

test.each(["closes", "resets"])(
  "a kept connection that the server %s as it is used is no answer: the request goes out once more",
  async (way) => {
    const { url, connections } = await listen((socket, connection, request) => {
      if (connection === 1 && request === 2) way === "closes" ? socket.destroy() : socket.resetAndDestroy();
      else socket.write(OK);
    });
    expect(await textOf(await post(url))).toBe("ok");
    expect(await textOf(await post(url))).toBe("ok");
    expect(connections()).toBe(2);
  },
);

test("a new connection that is closed without an answer is a failure, and nothing is sent again", async () => {
  const { url, connections } = await listen((socket) => socket.destroy());
  await expect(post(url)).rejects.toThrow(new TypeError("fetch failed"));
  expect(connections()).toBe(1);
});

test("an answer that breaks off, and one whose reader throws, end the reading with that", async () => {
  const { url } = await listen((socket) => {
    socket.write("HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf", () => socket.destroy());
  });
  await expect(textOf(await post(url))).rejects.toThrow("The connection was lost");
  const answer = await post(url);
  const broken = answer.read(() => {
    throw new Error("not what was asked for");
  });
  await expect(broken).rejects.toThrow("not what was asked for");
});

test("what was packed although nobody asked for it is unpacked, and what cannot be unpacked is a broken answer", async () => {
  const packed = gzipSync("unpacked");
  const { url } = await listen((socket, connection) => {
    const body = connection === 1 ? packed : Buffer.from("no gzip");
    socket.write(`HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${body.length}\r\n\r\n`);
    socket.end(body);
  });
  expect(await textOf(await post(url))).toBe("unpacked");
  await expect(textOf(await post(url))).rejects.toThrow("cannot be unpacked");
});

test("a redirect is refused, and silence is waited for no longer than said, before and within an answer", async () => {
  const { url } = await listen((socket, connection) => {
    if (connection === 1) socket.write("HTTP/1.1 302 Found\r\nlocation: /x\r\ncontent-length: 0\r\n\r\n");
    if (connection === 3) socket.write("HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf");
  });
  await expect(post(url)).rejects.toMatchObject({ cause: { message: "unexpected redirect" } });
  await expect(post(url, { stallMs: 50 })).rejects.toThrow("Nothing came");
  await expect(textOf(await post(url, { stallMs: 500 }))).rejects.toThrow("Nothing came");
});

test("a request that is called off ends with the reason, before and within an answer", async () => {
  const { url } = await listen((socket, connection) => {
    if (connection === 2) socket.write("HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf");
  });
  const leaving = new AbortController();
  const waiting = post(url, { signal: leaving.signal });
  leaving.abort(new Error("not wanted any more"));
  await expect(waiting).rejects.toThrow("not wanted any more");
  await expect(post(url, { signal: leaving.signal })).rejects.toThrow("not wanted any more");
  const later = new AbortController();
  const answer = await post(url, { signal: later.signal });
  const reading = textOf(answer);
  later.abort(new Error("nor this"));
  await expect(reading).rejects.toThrow("nor this");
});
