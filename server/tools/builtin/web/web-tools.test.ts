import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import type { Json } from "../../../contract/json.ts";
import { resultText, type SettledResult } from "../../../contract/tool-result.ts";
import { readAllowedPlaces } from "../../../security/outbound/allowed-places.ts";
import { createOutboundClient } from "../../../security/outbound/outbound-client.ts";
import { createToolBench } from "../../../testing/tool-bench.ts";
import { createBraveEngine, createSearxngEngine, type SearchEngine } from "./search-engine.ts";
import { createWebTools } from "./web-tools.ts";

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  }
});

async function openSite(handler: RequestListener) {
  const server = createServer(handler);
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  const client = createOutboundClient({
    resolver: async () => [{ address: "127.0.0.1", family: 4 }],
    allowed: readAllowedPlaces([`site.example:${port}`]),
  });
  const base = `http://site.example:${port}`;
  return {
    base,
    client,
    async open(engine?: SearchEngine) {
      const bench = await createToolBench(createWebTools(client, engine));
      return async (name: string, input: Json) => (await bench.call(name, input)) as SettledResult;
    },
  };
}

const ARTICLE = `<!doctype html><html><head><title>Tides</title><script>steal()</script></head><body>
<nav><a href="/home">Home</a></nav><article><h1>Tides</h1>
${`<p>The sea rises and falls twice a day, pulled by the <b>moon</b> and the sun, and harbours live by it.</p>`.repeat(8)}
<p>See <a href="/moon#top">the moon</a>, <a href="https://other.example/x">another site</a>, <a href="/moon">again</a>
and <a href="javascript:steal()">this</a>.</p></article></body></html>`;

const PAGES: Readonly<
  Record<string, { readonly type: string; readonly body: string | Buffer; readonly status?: number }>
> = {
  "/tides": { type: "text/html; charset=utf-8", body: ARTICLE },
  "/latin": { type: "text/plain; charset=iso-8859-1", body: Buffer.from([0x66, 0xfc, 0x72]) },
  "/image": { type: "image/png", body: Buffer.from([0x89, 0]) },
  "/missing": { type: "text/plain", body: "no", status: 404 },
  "/broken": { type: "text/html", body: "<div".repeat(5_000) },
  "/deep": { type: "text/html", body: "<div>".repeat(50_000) },
  "/piece": { type: "text/html", body: "<title>Piece</title><p>only a paragraph</p>" },
  "/empty": { type: "text/html", body: "" },
};

const site: RequestListener = (request, response) => {
  const page = PAGES[String(request.url)];
  if (page !== undefined)
    return void response.writeHead(page.status ?? 200, { "content-type": page.type }).end(page.body);
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const body = Buffer.concat(chunks).toString();
    const type = request.headers["content-type"];
    response.writeHead(201, { "content-type": "application/json", "retry-after": "7", "x-inside": "no" });
    response.end(JSON.stringify({ method: request.method, type, body }));
  });
};

test("web_fetch gives the main part of a page as Markdown, marked as written by strangers", async () => {
  const { base, open } = await openSite(site);
  const call = await open();
  const result = await call("web_fetch", { url: `${base}/tides` });
  const text = resultText(result);
  expect(result).toMatchObject({ status: "ok", data: { status: 200, title: "Tides" } });
  expect(text).toContain("pulled by the **moon**");
  expect(text).not.toContain("steal()\n");
  expect(text).not.toContain("<p>");
  const [, mark] = /Begins (\w{8})\]/.exec(text) ?? [];
  expect(text.endsWith(`[Ends ${mark}]`)).toBe(true);
});

test("web_fetch gives plain text on request, cuts it where asked and reads other character sets", async () => {
  const { base, open } = await openSite(site);
  const call = await open();
  const text = resultText(
    await call("web_fetch", { url: `${base}/tides`, extract_mode: "text", max_chars: 100 }),
  );
  expect(text).toContain("pulled by the moon");
  expect(text).toMatch(/cut: \d+ of \d+ characters/);
  expect(resultText(await call("web_fetch", { url: `${base}/latin` }))).toContain("f\u00fcr");
});

test.each([
  ["/image", "tool_failed", "This is no text but image/png"],
  ["/missing", "tool_failed", "status 404"],
])("web_fetch of %s says what is there instead", async (path, code, message) => {
  const { base, open } = await openSite(site);
  const call = await open();
  const result = await call("web_fetch", { url: base + path });
  expect(result).toMatchObject({ status: "error", code, message: expect.stringContaining(message) });
});

test.each(["/broken", "/empty", "/piece"])(
  "web_fetch of the damaged page %s is an answer all the same",
  async (path) => {
    const { base, open } = await openSite(site);
    const call = await open();
    expect(await call("web_fetch", { url: base + path })).toMatchObject({ status: "ok" });
    expect(await call("browse_url", { url: base + path })).toMatchObject({ status: "ok" });
  },
);

test.each(["web_fetch", "browse_url", "extract_links", "http_request"])(
  "%s does not go inside",
  async (name) => {
    const { open } = await openSite(site);
    const call = await open();
    expect(await call(name, { url: "http://169.254.169.254/latest/meta-data/" })).toMatchObject({
      status: "error",
      code: "denied",
    });
  },
);

test("a page made to keep a parser busy is given up, and nothing else waits for it", async () => {
  const { base, open } = await openSite(site);
  const call = await open();
  let ticks = 0;
  const ticking = setInterval(() => {
    ticks += 1;
  }, 50);
  const result = await call("web_fetch", { url: `${base}/deep` });
  clearInterval(ticking);
  expect(result).toMatchObject({ status: "error", code: "tool_failed" });
  expect(ticks).toBeGreaterThan(20);
});

test("extract_links lists each address once, complete, of the web alone, and filters", async () => {
  const { base, open } = await openSite(site);
  const call = await open();
  const text = resultText(await call("extract_links", { url: `${base}/tides` }));
  expect(text.match(/^- .*$/gm)).toEqual([
    `- Home: ${base}/home`,
    `- the moon: ${base}/moon`,
    "- another site: https://other.example/x",
  ]);
  const some = resultText(await call("extract_links", { url: `${base}/tides`, contains: "MOON" }));
  expect(some.match(/^- .*$/gm)).toEqual([`- the moon: ${base}/moon`]);
});

test("browse_url gives the text and then the links", async () => {
  const { base, open } = await openSite(site);
  const call = await open();
  const text = resultText(await call("browse_url", { url: `${base}/tides` }));
  expect(text.indexOf("twice a day")).toBeLessThan(text.indexOf(`Links:\n- Home: ${base}/home`));
});

test("http_request sends a value as JSON and shows status, telling headers and body", async () => {
  const { base, open } = await openSite(site);
  const call = await open();
  const result = await call("http_request", { method: "POST", url: `${base}/echo`, body: { a: 1 } });
  const text = resultText(result);
  expect(result).toMatchObject({ status: "ok", data: { status: 201 } });
  expect(text).toContain("Status 201\ncontent-type: application/json\nretry-after: 7\n\n");
  expect(text).toContain(JSON.stringify({ method: "POST", type: "application/json", body: '{"a":1}' }));
  expect(text).not.toContain("x-inside");
});

test.each([
  { method: "GET", body: "x" },
  { method: "POST", body: "x".repeat(100_001) },
  { method: "TRACE" },
  { timeout_seconds: 121 },
])("http_request refuses %j before anything is sent", async (input) => {
  const asked: string[] = [];
  const { base, open } = await openSite((request, response) => {
    asked.push(String(request.url));
    response.end();
  });
  const call = await open();
  expect(await call("http_request", { url: `${base}/echo`, ...input })).toMatchObject({
    code: "invalid_input",
  });
  expect(asked).toEqual([]);
});

test("web_search without an engine says what has to be set", async () => {
  const { open } = await openSite(site);
  const call = await open();
  expect(await call("web_search", { query: "tides" })).toMatchObject({
    status: "error",
    code: "unavailable",
    message: expect.stringMatching(/OPENHIVE_SEARXNG_URL or OPENHIVE_BRAVE_KEY/),
  });
});

test("web_search asks a SearXNG server", async () => {
  const asked: string[] = [];
  const { base, client, open } = await openSite((request, response) => {
    asked.push(String(request.url));
    const results = [1, 2, 3].map((place) => ({
      title: `T${place}`,
      url: `https://a.example/${place}`,
      content: "C",
    }));
    response.end(JSON.stringify({ results }));
  });
  const call = await open(createSearxngEngine(client, `${base}/searx`));
  const result = await call("web_search", { query: "tides & moon", max_results: 2 });
  expect(asked).toEqual(["/searx/search?q=tides+%26+moon&format=json"]);
  expect(resultText(result)).toContain("1. T1\n   https://a.example/1\n   C\n2. T2");
  expect(resultText(result)).not.toContain("T3");
});

test("web_search asks Brave with the key, and says what is wrong with an answer", async () => {
  const { base, client, open } = await openSite((request, response) => {
    const isKnown = request.headers["x-subscription-token"] === "key-1";
    response.writeHead(isKnown ? 200 : 401);
    response.end(
      JSON.stringify({ web: { results: [{ title: "T", url: "https://a.example/", description: "D" }] } }),
    );
  });
  const address = `${base}/res/v1/web/search`;
  const call = await open(createBraveEngine(client, { key: "key-1", address }));
  expect(resultText(await call("web_search", { query: "x" }))).toContain("1. T\n   https://a.example/\n   D");
  const refused = await open(createBraveEngine(client, { key: "other", address }));
  expect(await refused("web_search", { query: "x" })).toMatchObject({
    code: "tool_failed",
    message: expect.stringContaining("does not accept the key"),
  });
});

test("a request that may have changed something and was not answered in time is not said to have failed", async () => {
  const { base, open } = await openSite(() => undefined);
  const call = await open();
  const send = (method: string) => call("http_request", { url: base, method, timeout_seconds: 1 });
  const [posted, read] = await Promise.all([send("POST"), send("GET")]);
  expect(posted).toMatchObject({ code: "outcome_unknown", hint: "Check before you send it again." });
  expect(read).toMatchObject({ code: "timed_out" });
});
