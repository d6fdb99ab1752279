import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { auditFilterInput } from "../contract/audit.ts";
import { mcpServerInput } from "../contract/mcp-servers.ts";
import { saveSecretInput } from "../contract/secrets.ts";
import { expectWholeRun } from "../testing/check-events.ts";
import { openPlayedHive, type PlayedHive } from "../testing/open-played-hive.ts";
import { lastResult, type PlayedTurn, playByTurn } from "../testing/play-by-turn.ts";
import { drawPlayedOrg } from "../testing/played-org.ts";
import { tablesWith } from "../testing/tables-with.ts";

const script = join(import.meta.dirname, "..", "testing", "mcp-scripted-server.mjs");

let played: PlayedHive;
let hive: PlayedHive["hive"];
let models: PlayedHive["models"];

beforeAll(async () => {
  played = await openPlayedHive();
  ({ hive, models } = played);
});
afterAll(() => played.close());

interface Wanted {
  readonly server: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
}

/** A server that answers with what it was given, tested once. */
async function addServer({ server, env = {}, args = [] }: Wanted) {
  const settings = { name: server, command: "node", args: [script, "good", "", ...args], env };
  await hive.services.saveMcpServer(mcpServerInput.parse(settings));
  return hive.services.testMcpServer(server);
}

async function addSecret(name: string, tools: readonly string[]): Promise<string> {
  const value = `k-${randomBytes(18).toString("hex")}`;
  await hive.services.saveSecret(saveSecretInput.parse({ name, tools, hosts: [], value }), "Somebody");
  return value;
}

async function runWith(server: string, tool: string, meanwhile?: () => Promise<void>) {
  const call = { name: `mcp__${server}__${tool}`, input: {} };
  const again: PlayedTurn = async (request) => {
    await meanwhile?.();
    return meanwhile ? { calls: [call] } : { text: lastResult(request) };
  };
  models.use(playByTurn({ lead: [{ calls: [call] }, again, (request) => ({ text: lastResult(request) })] }));
  const document = drawPlayedOrg(["lead"]);
  const agents = document.agents.map((agent) => ({ ...agent, mcp: [{ server }] }));
  return hive.run(await hive.addOrg({ ...document, agents }), "What were you given?");
}

test("a server gets a secret by its name when it starts, and nobody else ever sees it", async () => {
  const value = await addSecret("TRACKER", ["group:mcp:tracker"]);
  const tested = await addServer({
    server: "tracker",
    env: { API_KEY: "{{secret:TRACKER}}", PLAIN: "production", AUTH: "Bearer {{secret:TRACKER}}" },
    args: ["--key={{secret:TRACKER}}"],
  });
  expect(tested).toMatchObject({
    status: "ready",
    envNames: ["API_KEY", "AUTH", "PLAIN"],
  });
  expect(tested.envReferences).toEqual({ API_KEY: "{{secret:TRACKER}}", AUTH: "Bearer {{secret:TRACKER}}" });
  for (const [tool, told] of [
    ["environment", /"API_KEY":"\[REDACTED\]".*"PLAIN":"production"/],
    ["arguments", /--key=\[REDACTED\]/],
  ] as const) {
    await using run = await runWith("tracker", tool);
    const { answer } = await run.finished();
    expectWholeRun(run.events);
    expect(answer).toMatch(told);
    expect(JSON.stringify(run.events)).not.toContain(value);
  }
  expect(JSON.stringify(models.requests)).not.toContain(value);
  expect(await tablesWith(played.database, value)).toEqual([]);
  const { entries } = await hive.services.listAudit(auditFilterInput.parse({ kind: "secret" }));
  const used = entries.filter(({ subject, decision }) => subject === "TRACKER" && decision === "used");
  expect(used.map(({ actor, tool }) => [actor, tool])).toEqual([
    ["lead", "mcp__tracker"],
    ["lead", "mcp__tracker"],
    ["Connection test", "mcp__tracker"],
  ]);
});

test("a published server that shows its whole environment shows no secret", async () => {
  const value = await addSecret("EVERY", ["group:mcp:every"]);
  await hive.services.saveMcpServer({
    name: "every",
    command: "mcp-server-everything",
    args: [],
    env: { EVERY_KEY: "{{secret:EVERY}}", EVERY_PLACE: "in the open" },
  });
  expect(await hive.services.testMcpServer("every")).toMatchObject({ status: "ready", error: null });
  await using run = await runWith("every", "get-env");
  const { answer } = await run.finished();
  expect(answer).toMatch(/"EVERY_KEY": "\[REDACTED\]"/);
  expect(answer).toContain("in the open");
  expect(JSON.stringify(run.events)).not.toContain(value);
  expect(await tablesWith(played.database, value)).toEqual([]);
});

test.each([
  {
    what: "nobody stored",
    server: "absent",
    tools: undefined,
    told: /There is no secret named ABSENT\. Add it in Settings, under Secrets, with group:mcp:absent among its tools/,
  },
  {
    what: "is for another server",
    server: "foreign",
    tools: ["group:mcp:tracker"],
    told: /The secret FOREIGN was not handed over: it is not allowed for mcp__foreign\. Add group:mcp:foreign/,
  },
  {
    what: "is for single tools of the server alone",
    server: "single",
    tools: ["mcp__single__environment"],
    told: /not allowed for mcp__single\./,
  },
  {
    what: "is for every tool that says where it sends",
    server: "star",
    tools: ["*"],
    told: /has to be named/,
  },
])("a server whose secret $what does not start, and that is said", async ({ server, tools, told }) => {
  // Its tools are known from a time when it needed none.
  await addServer({ server });
  const name = server.toUpperCase();
  if (tools) await addSecret(name, tools);
  const tested = await addServer({ server, env: { KEY: `{{secret:${name}}}` } });
  expect(tested.status).toBe("failing");
  expect(tested.error).toMatch(told);
  await using run = await runWith(server, "environment");
  expect((await run.finished()).answer).toMatch(told);
  expect(run.events.some(({ type }) => type === "mcp.started")).toBe(false);
});

test("a secret that is taken away from a server is gone with the next call, also for a server that runs", async () => {
  await addSecret("TAKEN", ["group:mcp:taken"]);
  await addServer({ server: "taken", env: { KEY: "{{secret:TAKEN}}" } });
  await using run = await runWith("taken", "environment", () =>
    hive.services.saveSecret(saveSecretInput.parse({ name: "TAKEN", tools: [], hosts: [] }), "Somebody"),
  );
  expect((await run.finished()).answer).toMatch(/The secret TAKEN was not handed over/);
  expect(run.events.filter(({ type }) => type === "mcp.started")).toHaveLength(1);
});

test("a server that prints the secret when it fails gives it away neither to its page nor to the run", async () => {
  const value = await addSecret("LOUD", ["group:mcp"]);
  await hive.services.saveMcpServer({
    name: "loud",
    command: "node",
    args: ["-e", "console.error('started with ' + process.env.KEY); process.exit(1)"],
    env: { KEY: "{{secret:LOUD}}" },
  });
  const tested = await hive.services.testMcpServer("loud");
  expect(tested.error).toMatch(/started with (\*\*\*|\[REDACTED\])/);
  expect(JSON.stringify(tested)).not.toContain(value);
  expect(await tablesWith(played.database, value)).toEqual([]);
});
