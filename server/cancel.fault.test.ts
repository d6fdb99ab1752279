import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { addHoldSkill, isRunning, readPids } from "./testing/hold-skill.ts";
import { startModelServer } from "./testing/model-server.ts";
import { makeDataFolder, openHive, PROJECT_FOLDER } from "./testing/open-hive.ts";
import { agentOf, type PlayedTurn, playByTurn } from "./testing/play-by-turn.ts";
import { drawPlayedOrg, startWorkerProcess, WORKER_STOPPED } from "./testing/played-org.ts";
import { createTestDatabase, type TestDatabase } from "./testing/test-database.ts";

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.close());

/** lead sleeps, with a server of its own running; below it one is in a hung MCP call, one in a Python loop, one in a model call. */
const ORG = drawPlayedOrg(["lead > caller", "lead > spinner", "lead > thinker"], {
  lead: { mcp: [{ server: "scripted" }] },
  caller: { mcp: [{ server: "scripted" }] },
  spinner: { skills: ["hold"] },
});

function scriptsFor(note: string): Readonly<Record<string, readonly PlayedTurn[]>> {
  const never = { text: "This must not be asked for." };
  return {
    lead: [
      { calls: [{ name: "mcp__scripted__pid", input: {} }] },
      {
        calls: ["caller", "spinner", "thinker"].map((assignee) => ({
          name: "delegate_to",
          input: { assignee, task: `Work for ${assignee}` },
        })),
      },
      never,
    ],
    caller: [
      { calls: [{ name: "mcp__scripted__pid", input: {} }] },
      { calls: [{ name: "mcp__scripted__freeze", input: {} }] },
      never,
    ],
    spinner: [
      { calls: [{ name: "activate_skill", input: { name: "hold" } }] },
      { calls: [{ name: "spin", input: { note } }] },
      never,
    ],
    thinker: [{ hang: true, text: "Well" }],
  };
}

async function stopLiveRun(role: "web" | "all"): Promise<void> {
  await using folder = await makeDataFolder();
  await addHoldSkill(folder.path);
  const note = join(folder.path, "spinner.note");
  const frozen = join(folder.path, "frozen.note");
  await using models = await startModelServer({ handler: playByTurn(scriptsFor(note)) });
  const place = { url: database.url, dataDir: folder.path, models };
  await using pages = await openHive({
    ...place,
    role,
    variables: { OPENAI_COMPATIBLE_BASE_URL: `${models.url}/v1`, OPENAI_COMPATIBLE_API_KEY: "loopback" },
  });
  const server = join(PROJECT_FOLDER, "server", "testing", "mcp-scripted-server.mjs");
  await pages.services.saveMcpServer({
    name: "scripted",
    command: "node",
    args: [server, "good", frozen],
    env: {},
  });
  await pages.services.testMcpServer("scripted");
  const org = await pages.addOrg(ORG);
  await using worker = role === "web" ? await startWorkerProcess(place) : undefined;
  await using run = await pages.run(org, "Get it done");
  await run.waitFor("skill.started");
  await run.waitFor("session.parked", (event) => event.agent === "lead");
  await run.waitFor("tool_call", (event) => event.name === "mcp__scripted__freeze");
  await expect.poll(() => readFile(frozen, "utf8").catch(() => "")).toMatch(/\d/);
  await expect.poll(() => readPids(note)).toHaveLength(1);
  await expect.poll(() => models.requests.filter((request) => agentOf(request) === "thinker").length).toBe(1);
  const pids = run.events.flatMap((event) =>
    event.type === "tool_result" && event.name === "mcp__scripted__pid" && event.result.status === "ok"
      ? event.result.content.map((part) => (part.type === "text" ? Number(part.text) : 0))
      : [],
  );
  const all = [...pids, ...(await readPids(note))];
  expect(all).toHaveLength(3);
  expect(all.filter(isRunning)).toEqual(all);

  const cancelledAt = performance.now();
  await pages.services.cancelRun(run.runId);
  const asked = models.requests.length;
  await models.waitForClosed(1);
  await expect.poll(() => all.filter(isRunning), { timeout: 2_000, interval: 20 }).toEqual([]);
  const took = performance.now() - cancelledAt;
  process.stdout.write(`everything gone after cancel (${role}): ${Math.round(took)} ms\n`);
  expect(took).toBeLessThan(2_000);
  expect(await run.finished()).toMatchObject({ status: "cancelled" });
  expect(models.requests.length, "no model call after cancel resolved").toBe(asked);
  await pages.services.cancelRun(run.runId);
  expect((await pages.services.getRun(run.runId)).summary.status).toBe("cancelled");
  const started = run.events.filter((event) => event.type === "session.started");
  const ended = run.events.filter(
    (event) => event.type === "session.finished" && event.outcome === "cancelled",
  );
  expect(ended).toHaveLength(started.length);
  if (worker) expect(await worker.stop()).toMatchObject({ code: 0, stderr: WORKER_STOPPED });
}

test("a run that is stopped in the process that works on it ends with every process and model call below it", () =>
  stopLiveRun("all"));

test("a run that is stopped from another process ends with every process and model call below it", () =>
  stopLiveRun("web"));
