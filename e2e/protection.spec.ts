import { createServer, request as httpRequest } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect, type Page, test } from "@playwright/test";
import { query } from "./api.ts";

/** What other sites make a browser do, and what names that point here by mistake may do: nothing. */

const newOrg = JSON.stringify({ document: { name: "From elsewhere", agents: [], lines: [] } });

/** A page of another site on this machine, as a browser sees it; answers its address. */
async function serveForeignPage(html: string) {
  const server = createServer((_request, response) =>
    response.writeHead(200, { "content-type": "text/html" }).end(html),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { address: `http://localhost:${port}`, close: () => server.close() };
}

/** One request exactly as told, its Host header too. */
function send(
  address: string | undefined,
  headers: Readonly<Record<string, string>>,
): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(`${address}/api/trpc/orgs.create`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
    });
    sent.once("error", reject).once("response", (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.end(newOrg);
  });
}

test("a change that another site's page sends is refused and changes nothing", async ({
  page,
  request,
  baseURL,
}) => {
  const before = await query({ request, baseURL }, "orgs.list", undefined);
  expect(await send(baseURL, { origin: "http://elsewhere.example" })).toBe(403);
  expect(await send(baseURL, {})).toBe(403);

  const foreign = await serveForeignPage("<h1>Another site</h1>");
  try {
    await page.goto(foreign.address);
    const answered = page.waitForResponse((response) => response.url().includes("orgs.create"));
    await page.evaluate(
      async ([url = "", body]) => {
        await fetch(url, { method: "POST", mode: "no-cors", body: body ?? "" }).catch(() => undefined);
      },
      [`${baseURL}/api/trpc/orgs.create`, newOrg],
    );
    expect((await answered).status()).toBe(403);
  } finally {
    foreign.close();
  }
  expect(await query({ request, baseURL }, "orgs.list", undefined)).toEqual(before);
});

test("another site's page brings nothing about by asking, and may link here", async ({ page, baseURL }) => {
  const foreign = await serveForeignPage(`<a href="${baseURL}/orgs">There</a>`);
  try {
    await page.goto(foreign.address);
    const asked = [
      "/api/trpc/skills.list",
      "/api/trpc/runs.changes",
      "/api/trpc/skills.test?input=%7B%22name%22%3A%22csv-figures%22%7D",
      "/api/audit",
      "/api/metrics",
      "/api/health",
    ];
    const statusOf = await watchStatuses(page);
    for (const path of asked) {
      const listened = statusOf(`${baseURL}${path}`);
      await page.evaluate((url) => void new EventSource(url), `${baseURL}${path}`);
      expect(await listened, path).toBe(403);
      const shown = statusOf(`${baseURL}${path}`);
      await page.evaluate((url) => {
        document.createElement("img").src = url;
      }, `${baseURL}${path}`);
      expect(await shown, path).toBe(403);
    }
    await page.getByRole("link", { name: "There" }).click();
    await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
    // What can be asked for by an address alone starts nothing, whoever led there.
    expect((await page.request.get(asked[2] ?? "")).status()).toBe(405);
  } finally {
    foreign.close();
  }
});

/** Statuses as they came over the network: of an answer that the browser keeps from a page the page's own events tell nothing. */
async function watchStatuses(page: Page): Promise<(url: string) => Promise<number>> {
  const network = await page.context().newCDPSession(page);
  await network.send("Network.enable");
  const addresses = new Map<string, string>();
  const statuses = new Map<string, number>();
  const waiting = new Map<string, (status: number) => void>();
  // Two processes of the browser tell of a request, the one for its address and the other for its answer, in any order.
  const tell = (requestId: string): void => {
    const status = statuses.get(requestId);
    if (status !== undefined) waiting.get(addresses.get(requestId) ?? "")?.(status);
  };
  network.on("Network.requestWillBeSent", ({ requestId, request }) => {
    addresses.set(requestId, request.url);
    tell(requestId);
  });
  network.on("Network.responseReceivedExtraInfo", ({ requestId, statusCode }) => {
    statuses.set(requestId, statusCode);
    tell(requestId);
  });
  return (url) => new Promise((resolve) => waiting.set(url, resolve));
}

test("a request under a name that is not this server's is refused", async ({ request, baseURL }) => {
  const before = await query({ request, baseURL }, "orgs.list", undefined);
  const foreignName = { host: "rebound.example", origin: "http://rebound.example" };
  expect(await send(baseURL, foreignName)).toBe(403);
  for (const path of ["/orgs", "/api/trpc/orgs.list", "/api/health"]) {
    const response = await request.get(path, { headers: { host: "rebound.example" } });
    expect(response.status(), path).toBe(403);
    expect(await response.text()).toContain("OPENHIVE_ALLOWED_HOSTS");
  }
  expect(await query({ request, baseURL }, "orgs.list", undefined)).toEqual(before);
});

/** The head of the answer to a first line exactly as told, which no client would send like that. */
async function sendLine(address: string, line: string, headers = ""): Promise<string> {
  const { hostname, port, host } = new URL(address);
  const socket = connect(Number(port), hostname);
  socket.write(`${line} HTTP/1.1\r\nHost: ${host}\r\n${headers}Connection: close\r\n\r\n`);
  const pieces: Buffer[] = [];
  for await (const piece of socket) pieces.push(piece);
  return Buffer.concat(pieces).toString("latin1").split("\r\n\r\n")[0] ?? "";
}

test("what is asked for is a path of this server, and no answer leads elsewhere", async ({ baseURL }) => {
  const address = baseURL ?? "";
  const upgrade = ["Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13", ""].join("\r\n");
  for (const target of [
    "http://elsewhere.example/orgs",
    "http:///latest/meta-data/",
    "//elsewhere.example/",
    "/\\elsewhere.example/",
  ])
    for (const headers of ["", upgrade])
      expect(await sendLine(address, `GET ${target}`, headers), target).toMatch(/^HTTP\/1\.1 403 /);
  // A page has no socket: whoever asks for one is answered like everybody else.
  expect(await sendLine(address, "GET /api/health", upgrade)).toMatch(/^HTTP\/1\.1 200 /);
  const forwarded = "X-Forwarded-Host: elsewhere.example\r\nForwarded: host=elsewhere.example\r\n";
  for (const target of [
    "/orgs/",
    "/orgs//",
    "/%5Celsewhere.example/",
    "/%2Felsewhere.example/",
    "/@elsewhere.example/",
  ]) {
    const head = await sendLine(address, `GET ${target}`, forwarded);
    const location = /^location: *(.*)$/im.exec(head)?.[1]?.trim() ?? "/";
    expect(new URL(location, address).origin, `${target} leads to ${location}`).toBe(address);
  }
});

test("nobody has pictures decoded or fetched here", async ({ request }) => {
  for (const url of ["/icon.svg", "http://127.0.0.1:1/a.png", "//elsewhere.example/a.png"]) {
    const asked = `/_next/image?url=${encodeURIComponent(url)}&w=640&q=75`;
    expect((await request.get(asked)).status(), url).toBe(404);
  }
});

test("every answer says what a page may load, and that nobody may frame it", async ({ request }) => {
  for (const path of ["/orgs", "/orgs/research-desk", "/nothing-here", "/api/health", "/icon.svg"]) {
    const headers = (await request.get(path)).headers();
    expect(headers, path).toMatchObject({
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "referrer-policy": "no-referrer",
      "permissions-policy": expect.stringContaining("camera=()"),
      "cross-origin-resource-policy": "same-origin",
    });
    const policy = headers["content-security-policy"] ?? "";
    expect(policy, path).toContain("frame-ancestors 'none'");
    expect(policy, "no other site is named").not.toMatch(/https?:|\*|unsafe-eval/);
  }
  // A script is no page: it says no more than what holds where it becomes a worker, or is opened by itself.
  const script = /\/_next\/static\/[^"]+\.js/.exec(await (await request.get("/orgs")).text())?.[0] ?? "";
  expect((await request.get(script)).headers()).toMatchObject({
    "content-security-policy": "default-src 'self'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "same-origin",
  });
  // What agents made runs nothing, wherever it is opened: the policy of pages does not take the place of its own.
  const nothing = "00000000-0000-4000-8000-000000000000";
  for (const path of [`/api/artifacts/${nothing}`, `/api/runs/${nothing}/workspace?path=a.html`]) {
    const answer = await request.get(path);
    expect(answer.status(), path).toBe(404);
    expect(answer.headers(), path).toMatchObject({
      "content-security-policy": "sandbox; default-src 'none'",
      "content-type": "text/plain; charset=utf-8",
    });
  }
});

test("a page is not shown inside another site's frame", async ({ page, baseURL }) => {
  const foreign = await serveForeignPage(`<iframe src="${baseURL}/orgs" title="Framed"></iframe>`);
  try {
    await page.goto(foreign.address);
    const framed = page.frameLocator("iframe");
    await expect(framed.getByRole("navigation", { name: "Main" })).toHaveCount(0);
    await expect.poll(() => page.frames()[1]?.url()).toMatch(/^chrome-error:/);
  } finally {
    foreign.close();
  }
});
