// An MCP server for tests that speaks the protocol by hand, so that it can also misbehave: that of 2025, or in the mode
// "stateless" that of 2026-07-28. Its behaviour is chosen by the first argument; its tools are named after what they do.
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";

const { env } = process;
const complain = (line) => process.stderr.write(`${line}\n`);
const [mode = "good", file] = process.argv.slice(2);
const MARK = "$nested";
/** What is nested deeper than JSON can be written by itself is put in as text. */
const write = (value) =>
  JSON.stringify(value).replace(
    /\{"\$nested":(\d+)\}/g,
    (_, count) => `${'{"a":'.repeat(count)}1${"}".repeat(count)}`,
  );
const send = (message) => process.stdout.write(`${write({ jsonrpc: "2.0", ...message })}\n`);
const text = (value) => ({ content: [{ type: "text", text: value }] });

if (mode === "exit-at-start") {
  complain("warming up");
  complain("Error: the token is missing");
  process.exit(3);
}
if (mode === "silent") setInterval(() => {}, 1_000);
if (mode === "banner") process.stdout.write("Welcome to the banner server!\n");
if (mode === "stubborn") {
  process.on("SIGTERM", () => {});
  setInterval(() => {}, 1_000);
}

function startFamily() {
  const idle = ["-e", "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)"];
  const near = spawn(process.execPath, idle, { stdio: "inherit" });
  const far = spawn(process.execPath, idle, { stdio: "ignore", detached: true });
  return [near.pid, far.pid];
}

const tools = {
  echo: (input) => text(JSON.stringify(input)),
  pid: () => text(String(process.pid)),
  environment: () => text(JSON.stringify(env)),
  folder: () => text(process.cwd()),
  arguments: () => text(JSON.stringify(process.argv.slice(3))),
  family: () => text(JSON.stringify([process.pid, ...startFamily()])),
  die: () => {
    complain("about to fall over");
    complain(`fatal: disk on fire, token ${env.TOKEN ?? ""}`);
    process.exit(7);
  },
  killed: () => process.kill(process.pid, "SIGKILL"),
  hang: () => {
    if (file) writeFileSync(file, "hanging");
  },
  // Blocks the whole process: it does not even answer a ping.
  freeze: () => {
    if (file) writeFileSync(file, String(process.pid));
    for (;;) {}
  },
  large: () => text("x".repeat(5_000_000)),
  endless: () => text("x".repeat(4_000_000)),
  utf8: (_input, id) => {
    const start = `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{"content":[{"type":"text","text":"a`;
    process.stdout.write(
      Buffer.concat([Buffer.from(start), Buffer.from([0xff, 0xfe]), Buffer.from('z\\u0000\\ud800"}]}}\n')]),
    );
  },
  deep: () => ({ content: [{ type: "text", text: "ok" }], structuredContent: { [MARK]: 150_000 } }),
  structured: () => ({ content: [], structuredContent: { degrees: 21, "ke\0y": "va\0lue" } }),
  failing: () => ({ ...text("no such city"), isError: true }),
  refusing: () => new Error("bad city"),
  empty: () => ({ content: [] }),
  odd: () => ({
    content: [
      { type: "hologram" },
      null,
      { type: "text" },
      { type: "image", data: "!!!", mimeType: "image/png" },
      { type: "text", text: "ok" },
    ],
  }),
  missing: () => ({}),
};

const schemas = {
  none: undefined,
  null: null,
  text: "object",
  list: [],
  "no-type": { properties: { a: { type: "string" } } },
  "type-null": { type: null, properties: null },
  reference: { type: "object", properties: { a: { $ref: "#/$defs/a" } }, $defs: { a: { type: "number" } } },
  "root-any-of": {
    anyOf: [
      { type: "object", properties: { a: {} } },
      { type: "object", properties: { b: {} } },
    ],
  },
  string: { type: "string" },
  huge: { type: "object", description: "x".repeat(300_000) },
};

function listTools({ cursor }) {
  const plain = { type: "object", properties: {} };
  if (mode === "bad-schemas") {
    const bad = Object.entries(schemas).map(([name, inputSchema]) => ({ name, inputSchema }));
    return {
      tools: [
        { name: "good", inputSchema: plain },
        ...bad,
        { inputSchema: plain },
        null,
        { name: "good", inputSchema: plain },
      ],
    };
  }
  if (mode === "deep") {
    const deep = { [MARK]: 150_000 };
    const named = [
      { name: "before", inputSchema: plain },
      { name: "deep", inputSchema: { ...plain, properties: { a: deep } } },
      { name: "annotated", inputSchema: plain, annotations: deep },
      { name: "after", inputSchema: plain },
    ];
    return { tools: named };
  }
  if (mode === "many") {
    const page = Number(cursor ?? 0);
    const named = Array.from({ length: 50 }, (_, index) => ({
      name: `tool_${page * 50 + index}`,
      inputSchema: plain,
    }));
    return { tools: named, ...(page < 3 ? { nextCursor: String(page + 1) } : {}) };
  }
  if (mode === "telling") {
    const properties = { key: { type: "string", default: env.TOKEN } };
    return {
      tools: [
        { name: "told", description: `Works with ${env.TOKEN}`, inputSchema: { ...plain, properties } },
      ],
    };
  }
  if (mode === "looping-pages") return { tools: [{ name: "again", inputSchema: plain }], nextCursor: "same" };
  return { tools: Object.keys(tools).map((name) => ({ name, inputSchema: { type: "object" } })) };
}

function answer({ id, method, params = {} }) {
  if (mode === "stateless") return answerStateless(id, method, params);
  if (method === "initialize") {
    const result = {
      protocolVersion: params.protocolVersion,
      capabilities: { tools: {} },
      serverInfo: { name: "scripted", version: "1" },
    };
    return send({ id, result });
  }
  if (method === "server/discover" && mode === "ends-when-asked") process.exit(1);
  if (method === "ping") return send({ id, result: {} });
  if (method === "tools/list" && mode === "no-list") return undefined;
  if (method === "tools/list") return send({ id, result: listTools(params) });
  if (method !== "tools/call")
    return send({ id, error: { code: -32601, message: `Unknown method ${method}` } });
  const result = tools[params.name]?.(params.arguments, id);
  if (result instanceof Error) return send({ id, error: { code: -32602, message: result.message } });
  if (result !== undefined) send({ id, result });
}

function answerStateless(id, method, params) {
  const complete = (result) =>
    send({ id, result: { resultType: "complete", ttlMs: 0, cacheScope: "private", ...result } });
  if (method === "server/discover")
    return complete({
      supportedVersions: ["2026-07-28"],
      capabilities: { tools: {}, experimental: { told: { by: `${env.TOKEN}` } } },
      instructions: `Works with ${env.TOKEN}. ${"x".repeat(100_000)}`,
    });
  if (method === "tools/list") return complete(listTools(params));
  if (method !== "tools/call")
    return send({ id, error: { code: -32601, message: `Unknown method ${method}` } });
  if (params.name === "asking") {
    const question = {
      method: "elicitation/create",
      params: { message: "Which city?", requestedSchema: { type: "object", properties: {} } },
    };
    return send({
      id,
      result: { resultType: "input_required", inputRequests: { city: question }, requestState: "x" },
    });
  }
  const result = tools[params.name]?.(params.arguments, id);
  if (result !== undefined) complete(result);
}

if (mode !== "silent") {
  let rest = "";
  process.stdin.on("data", (chunk) => {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop();
    for (const line of lines) {
      const message = JSON.parse(line);
      if (file && message.method === "notifications/cancelled")
        writeFileSync(file, String(message.params.requestId));
      if (message.id !== undefined) answer(message);
    }
  });
}
