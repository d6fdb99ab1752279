import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { request as ask, createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { compressFiles } from "../bin/compress-files.mjs";
import { serveCompressed } from "./compressed-files.ts";

const SCRIPT = `console.log(${JSON.stringify("ä script ".repeat(400))});`;
const SHEET = ".a { color: red }\n".repeat(200);
let folder: string;
let server: Server;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "openhive-static-"));
  await mkdir(join(folder, "chunks"));
  await writeFile(join(folder, "chunks", "one.js"), SCRIPT);
  await writeFile(join(folder, "chunks", "small.js"), "1;");
  await writeFile(join(folder, "sheet.css"), SHEET);
  await writeFile(join(folder, "font.woff2"), Buffer.alloc(4_000));
  await compressFiles(folder);
  const handle = await serveCompressed(folder, (request, response) => {
    response.end(`next: ${request.method} ${request.url}`);
  });
  server = createServer(handle).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
});
afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true, force: true });
});

interface Asked {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

async function get(path: string, { method = "GET", headers = {} }: Asked = {}) {
  const { port } = server.address() as AddressInfo;
  return new Promise<{ headers: NodeJS.Dict<string | string[]>; body: Buffer }>((resolve, reject) => {
    ask({ host: "127.0.0.1", port, path, method, headers }, (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part) => parts.push(part));
      response.on("end", () => resolve({ headers: response.headers, body: Buffer.concat(parts) }));
    })
      .on("error", reject)
      .end();
  });
}

test.each([
  ["gzip, deflate, br, zstd", "br", brotliDecompressSync],
  ["br;q=0.1, gzip", "br", brotliDecompressSync],
  ["gzip", "gzip", gunzipSync],
  ["gzip, br;q=0", "gzip", gunzipSync],
])("who accepts %s gets a script as %s, whole and for good", async (accepted, encoding, decompress) => {
  const { headers, body } = await get("/_next/static/chunks/one.js", {
    headers: { "accept-encoding": accepted },
  });
  expect(decompress(body).toString()).toBe(SCRIPT);
  expect(headers).toMatchObject({
    "content-encoding": encoding,
    "content-type": "text/javascript; charset=utf-8",
    "content-length": String(body.length),
    "cache-control": "public, max-age=31536000, immutable",
    "content-security-policy": "default-src 'self'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    vary: "Accept-Encoding",
  });
  expect(body.length).toBeLessThan(SCRIPT.length / 10);
});

test("they say of themselves what those say that Next hands out", async () => {
  const { default: configure } = await import(
    pathToFileURL(join(import.meta.dirname, "..", "next.config.mjs")).href
  );
  const rules: { source: string; headers: { key: string; value: string }[] }[] =
    await configure("").headers();
  const { headers } = await get("/_next/static/sheet.css", { headers: { "accept-encoding": "br" } });
  const told = rules.find(({ source }) => source.startsWith("/_next/static/"))?.headers ?? [];
  expect(told.length).toBeGreaterThan(1);
  for (const { key, value } of told) expect([key, headers[key.toLowerCase()]]).toEqual([key, value]);
});

test("a style sheet is one, and a question about the head of an answer gets the head", async () => {
  const headers = { "accept-encoding": "br" };
  expect((await get("/_next/static/sheet.css", { headers })).headers["content-type"]).toMatch("text/css");
  const head = await get("/_next/static/sheet.css", { headers, method: "HEAD" });
  expect(head.body).toHaveLength(0);
  expect(Number(head.headers["content-length"])).toBeGreaterThan(0);
});

test.each([
  ["who accepts none of them", "/_next/static/chunks/one.js", {}],
  ["who wants it as it is", "/_next/static/chunks/one.js", { headers: { "accept-encoding": "identity" } }],
  [
    "who sends something",
    "/_next/static/chunks/one.js",
    { method: "POST", headers: { "accept-encoding": "br" } },
  ],
  [
    "a file too small to be worth it",
    "/_next/static/chunks/small.js",
    { headers: { "accept-encoding": "br" } },
  ],
  ["a font", "/_next/static/font.woff2", { headers: { "accept-encoding": "br" } }],
  ["a file that is not there", "/_next/static/chunks/two.js", { headers: { "accept-encoding": "br" } }],
  ["a way out of the folder", "/_next/static/../sheet.css", { headers: { "accept-encoding": "br" } }],
  ["a page", "/runs", { headers: { "accept-encoding": "br" } }],
  ["a name of every object", "/_next/static/__proto__", { headers: { "accept-encoding": "br" } }],
] as const)("%s is left to the next", async (_who, path, asked: Asked) => {
  expect((await get(path, asked)).body.toString()).toBe(`next: ${asked.method ?? "GET"} ${path}`);
});

test("where there is no build, everything is", async () => {
  const next = () => "next";
  const handle = await serveCompressed(join(folder, "nowhere"), next);
  expect(handle({ method: "GET", url: "/", headers: {} } as never, {} as never)).toBe("next");
});
