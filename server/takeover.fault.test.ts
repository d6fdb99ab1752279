import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { OrgDocument } from "./contract/org-document.ts";
import { expectWholeRun } from "./testing/check-events.ts";
import { drawOrg } from "./testing/draw-org.ts";
import { addHoldSkill, isRunning, readPids } from "./testing/hold-skill.ts";
import { type ModelServer, startModelServer } from "./testing/model-server.ts";
import { hiveVariables, makeDataFolder, openHive } from "./testing/open-hive.ts";
import { type HiveProcess, startHiveProcess } from "./testing/open-hive-process.ts";
import { lastResult, type PlayedTurn, playByTurn } from "./testing/play-by-turn.ts";
import { createTestDatabase, type TestDatabase } from "./testing/test-database.ts";

const READY = "OpenHive is working. Ctrl-C stops it; what it was doing goes on elsewhere.\n";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

/** Agents whose models are played by the loopback server, each under its own name. */
function played(document: OrgDocument): OrgDocument {
  return {
    ...document,
    agents: document.agents.map((agent) => ({
      ...agent,
      model: { provider: "openai-compatible", model: agent.name },
    })),
  };
}

function startWorker(dataDir: string, models: ModelServer): HiveProcess {
  const variables = hiveVariables(dataDir, {
    DATABASE_URL: database.url,
    OPENAI_COMPATIBLE_BASE_URL: `${models.url}/v1`,
    OPENAI_COMPATIBLE_API_KEY: "loopback",
  });
  return startHiveProcess(["worker"], { variables });
}

/** lead > a and b at once; a > c; b and c each hold a skill's process until they are let go. */
const ORG = played(
  drawOrg(["lead > a", "lead > b", "a > c"], { b: { skills: ["hold"] }, c: { skills: ["hold"] } }),
);

function scriptsFor(folder: string): Readonly<Record<string, readonly PlayedTurn[]>> {
  const holding = (who: string): readonly PlayedTurn[] => [
    { calls: [{ name: "activate_skill", input: { name: "hold" } }] },
    { calls: [{ name: "hold", input: { note: join(folder, `${who}.note`), go: join(folder, "go") } }] },
    (request) => ({ text: `${who} heard: ${lastResult(request)}` }),
  ];
  return {
    lead: [
      {
        calls: ["a", "b"].map((assignee) => ({
          name: "delegate_to",
          input: { assignee, task: `Work for ${assignee}` },
        })),
      },
      (request) => ({ text: `All done. ${lastResult(request)}` }),
    ],
    a: [
      { calls: [{ name: "delegate_to", input: { assignee: "c", task: "do c" } }] },
      (request) => ({ text: `a heard: ${lastResult(request)}` }),
    ],
    b: holding("b"),
    c: holding("c"),
  };
}

test("a worker that is killed in the middle of a run leaves nothing behind, and another one completes the run", async () => {
  await using folder = await makeDataFolder();
  await addHoldSkill(folder.path);
  await using models = await startModelServer({ handler: playByTurn(scriptsFor(folder.path)) });
  await using pages = await openHive({ url: database.url, dataDir: folder.path, role: "web" });
  const org = await pages.addOrg(ORG);
  await using first = startWorker(folder.path, models);
  await first.said(READY);
  await using run = await pages.run(org, "Get it done");
  await run.waitFor("skill.started", (event) => event.agent === "b");
  await run.waitFor("skill.started", (event) => event.agent === "c");
  await expect.poll(() => readPids(join(folder.path, "c.note"))).toHaveLength(1);
  await expect.poll(() => readPids(join(folder.path, "b.note"))).toHaveLength(1);
  const pids = [
    ...(await readPids(join(folder.path, "b.note"))),
    ...(await readPids(join(folder.path, "c.note"))),
  ];
  await using second = startWorker(folder.path, models);
  await second.said(READY);

  const killedAt = performance.now();
  first.kill("SIGKILL");
  await run.waitFor("session.resumed", (event) => event.agent === "c");
  const takeover = performance.now() - killedAt;
  const end = await run.finished();

  expect(end.status).toBe("completed");
  expect(end.answer).toContain("outcome_unknown");
  expectWholeRun(run.events);
  const unknown = run.events.filter(
    (event) =>
      event.type === "tool_result" &&
      event.result.status === "error" &&
      event.result.code === "outcome_unknown",
  );
  expect(unknown.map((event) => event.agent).toSorted()).toEqual(["b", "c"]);
  expect(
    run.events.filter((event) => event.type === "skill.started"),
    "nothing was silently repeated",
  ).toHaveLength(2);
  await expect.poll(() => pids.filter(isRunning), { timeout: 5_000 }).toEqual([]);
  expect(await second.stop()).toMatchObject({ code: 0, stderr: READY });
  process.stdout.write(`takeover after kill -9: ${Math.round(takeover)} ms\n`);
  expect(takeover).toBeLessThan(10_000);
});
