import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { createSandbox } from "../security/child-process/sandbox.ts";
import { createSkillBench, manual, PROJECT, type SkillBench } from "../testing/skill-bench.ts";

const { isOn } = await createSandbox({ mode: "auto", searchPath: "/usr/local/bin:/usr/bin:/bin" }).state();
const inSandbox = test.skipIf(!isOn);

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

const PYTHON = `
import http.client, os, socket, urllib.error, urllib.request
def direct(host: str, port: int) -> str:
    """Connects without a proxy."""
    try:
        with socket.create_connection((host, port), timeout=3):
            return "connected"
    except OSError as error:
        return f"refused: {error}"
def get(url: str, body: str = "") -> str:
    """Asks as libraries do."""
    try:
        with urllib.request.urlopen(url, data=body.encode() or None, timeout=10) as answer:
            return answer.read().decode()
    except urllib.error.HTTPError as error:
        return f"{error.code} {error.reason}"
    except OSError as error:
        return f"refused: {error}"
def tunnel(host: str, port: int) -> str:
    """Asks through a tunnel."""
    proxy = os.environ["HTTPS_PROXY"].removeprefix("http://").split(":")
    connection = http.client.HTTPConnection(proxy[0], int(proxy[1]), timeout=10)
    connection.set_tunnel(host, port)
    try:
        connection.request("GET", "/tunnelled")
        return connection.getresponse().read().decode()
    except OSError as error:
        return f"refused: {error}"
def many(url: str) -> int:
    """Asks for much, often."""
    return sum(len(get(url)) for _ in range(20))
def variables() -> list[str]:
    """Shows what points to a proxy."""
    return sorted(name for name in os.environ if "PROXY" in name.upper())
`;
const NODE = `
const answer = await fetch(process.argv[2]).then((got) => got.text(), (error) => "refused: " + (error.cause?.message ?? error));
console.log(answer);
`;

async function benchWith(network: string, more: Parameters<typeof createSkillBench>[0] = {}) {
  const metadata = network === "" ? "" : `metadata:\n  openhive-network: "${network}"\n`;
  const bench = await createSkillBench({
    folder: {
      "trial/SKILL.md": manual("trial").replace("\n---\n", `\n${metadata}---\n`),
      "trial/trial.py": PYTHON,
      "trial/scripts/get.mjs": NODE,
    },
    granted: ["trial"],
    sandboxMode: "required",
    ...more,
  });
  await bench.call("activate_skill", { name: "trial" });
  return bench;
}

async function answer(bench: SkillBench, name: string, input: Record<string, string | number>) {
  const result = await bench.call(name, input);
  return result.status === "ok" ? result.data : `error: ${result.message}`;
}

inSandbox("a skill that declares no network has none, and no proxy either", async () => {
  const port = await listen((_request, response) => void response.end("hello"));
  await using bench = await benchWith("", { outboundAllow: [`127.0.0.1:${port}`] });
  expect(await answer(bench, "direct", { host: "127.0.0.1", port })).toContain("refused");
  expect(await answer(bench, "get", { url: `http://127.0.0.1:${port}/` })).toContain("refused");
  expect(await answer(bench, "variables", {})).toEqual([]);
});

inSandbox("a declared network reaches no private address, in whatever way it is asked for", async () => {
  let asked = 0;
  const port = await listen((_request, response) => {
    asked += 1;
    response.end("inside");
  });
  await using bench = await benchWith("public");
  expect(await answer(bench, "direct", { host: "127.0.0.1", port })).toContain("refused");
  expect(await answer(bench, "direct", { host: "169.254.169.254", port: 80 })).toContain("refused");
  for (const host of ["127.0.0.1", "localhost", "2130706433", "0x7f.1", "[::1]", "[::ffff:127.0.0.1]", "0"])
    expect([host, await answer(bench, "get", { url: `http://${host}:${port}/` })]).toEqual([
      host,
      expect.stringMatching(/^(403|refused)/),
    ]);
  for (const [host, to] of [
    ["169.254.169.254", 80],
    ["127.0.0.1", port],
    ["metadata.google.internal", 80],
    ["10.0.0.1", 443],
    ["192.168.0.1", 443],
    ["[::1]", port],
    ["1.1.1.1", 25],
  ] as const)
    expect([host, await answer(bench, "tunnel", { host, port: to })]).toEqual([
      host,
      expect.stringMatching(
        /^refused: .*403 .*(private network|not on the public internet|not one of the web)/,
      ),
    ]);
  expect(asked).toBe(0);
});

inSandbox(
  "what is open to it is reached as libraries of Python and Node reach it, and nothing beside",
  async () => {
    const seen: unknown[] = [];
    const port = await listen((request, response) => {
      seen.push([request.method, request.url, request.headers["proxy-connection"]]);
      if (request.url === "/large") return void response.end("x".repeat(3_000_000));
      if (request.url === "/inside")
        return void response.writeHead(302, { location: "http://127.0.0.1:1/" }).end();
      let body = "";
      request.on("data", (chunk) => (body += chunk)).on("end", () => response.end(`hello ${body}`));
    });
    await using bench = await benchWith("public", { outboundAllow: [`127.0.0.1:${port}`] });
    const url = `http://127.0.0.1:${port}`;
    expect(await answer(bench, "get", { url: `${url}/a?b=c` })).toBe("hello ");
    expect(await answer(bench, "get", { url: `${url}/post`, body: "y".repeat(200_000) })).toBe(
      `hello ${"y".repeat(200_000)}`,
    );
    expect(await answer(bench, "tunnel", { host: "127.0.0.1", port })).toBe("hello ");
    expect(await answer(bench, "many", { url: `${url}/large` })).toBe(60_000_000);
    expect(await answer(bench, "get", { url: `${url}/inside` })).toMatch(/^403/);
    const script = { skill: "trial", script: "scripts/get.mjs", args: [`${url}/node`] };
    expect((await bench.text("run_skill_script", script)).trim()).toBe("hello");
    const other = { ...script, args: ["http://127.0.0.1:9/"] };
    expect((await bench.text("run_skill_script", other)).trim()).not.toContain("hello");
    expect(seen.slice(0, 3)).toEqual([
      ["GET", "/a?b=c", undefined],
      ["POST", "/post", undefined],
      ["GET", "/tunnelled", undefined],
    ]);
  },
);

inSandbox("a skill that names hosts reaches those alone", async () => {
  const port = await listen((_request, response) => void response.end("hello"));
  const outboundAllow = [`127.0.0.1:${port}`, "127.0.0.2"];
  await using bench = await benchWith("api.example.com, *.example.org 127.0.0.1", { outboundAllow });
  const record = await bench.skills.catalogue.find("trial");
  expect(record?.networkHosts).toEqual(["api.example.com", "*.example.org", "127.0.0.1"]);
  expect(await answer(bench, "tunnel", { host: "127.0.0.1", port })).toBe("hello");
  for (const host of ["127.0.0.2", "example.org", "www.example.com", "api.example.com.evil.example"])
    expect([host, await answer(bench, "tunnel", { host, port })]).toEqual([
      host,
      expect.stringContaining("none of the hosts that are declared"),
    ]);
});

test("what is declared as a network and is none is said, and gives none", async () => {
  await using bench = await createSkillBench({
    folder: {
      "trial/SKILL.md": manual("trial").replace(
        "\n---\n",
        "\nmetadata:\n  openhive-network: yes http://a.example\n---\n",
      ),
    },
  });
  const record = await bench.skills.catalogue.find("trial");
  expect(record?.networkHosts).toEqual([]);
  expect(record?.findings.map(({ rule }) => rule)).toEqual(["network-host", "network-host"]);
});

inSandbox(
  "the bundled skill for web pages fetches by way of the proxy, and says what it does not fetch",
  async () => {
    const port = await listen((_request, response) => {
      response.writeHead(200, { "content-type": "text/html" });
      response.end(`<title>Tea</title><main><p>${"Green tea is good. ".repeat(20)}</p></main>`);
    });
    await using bench = await createSkillBench({
      roots: [{ label: "packages/skills", path: join(PROJECT, "packages", "skills") }],
      granted: ["web-page"],
      sandboxMode: "required",
      outboundAllow: [`127.0.0.1:${port}`],
    });
    await bench.call("activate_skill", { name: "web-page" });
    expect(await bench.call("read_page", { url: `http://127.0.0.1:${port}/` })).toMatchObject({
      data: { title: "Tea", text: expect.stringContaining("Green tea is good.") },
    });
    expect(await bench.text("read_page", { url: "http://169.254.169.254/latest/" })).toContain(
      "Pages inside private networks and on this machine are not fetched.",
    );
  },
);
