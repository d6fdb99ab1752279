import { readdirSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { expectWholeRun } from "./testing/check-events.ts";
import { startModelServer } from "./testing/model-server.ts";
import { makeDataFolder, openHive } from "./testing/open-hive.ts";
import { lastResult, playByTurn } from "./testing/play-by-turn.ts";
import { drawPlayedOrg, startWorkerProcess } from "./testing/played-org.ts";
import { createTestDatabase, type TestDatabase } from "./testing/test-database.ts";
import { tidyWorkspaces } from "./tools/builtin/files/tidy-workspaces.ts";

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.close());

/** How many processes of this machine have these words among their arguments. */
function countProcesses(words: string): number {
  const isOne = (pid: string): boolean => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").includes(words);
    } catch {
      return false;
    }
  };
  return readdirSync("/proc").filter((name) => /^\d+$/.test(name) && isOne(name)).length;
}

test.runIf(process.platform === "linux").each(["bubblewrap", "off"])(
  "a worker is killed under a command: its whole tree ends, nothing is repeated, and place and workspace are free (%s)",
  async (sandbox) => {
    await using folder = await makeDataFolder();
    const seconds = sandbox === "off" ? "987651" : "987652";
    const command = `echo begun >> marks; sleep ${seconds} & setsid sleep ${seconds} & sleep ${seconds}; echo done >> marks`;
    await using models = await startModelServer({
      handler: playByTurn({
        lead: [
          () => ({ calls: [{ name: "run_shell", input: { command, timeout: 600 } }] }),
          () => ({ calls: [{ name: "run_shell", input: { command: "cat marks; ls -A" } }] }),
          (request) => ({ text: lastResult(request) }),
        ],
      }),
    });
    const variables = { OPENHIVE_SHELL_SANDBOX: sandbox, OPENHIVE_MAX_SESSIONS_GLOBAL: "1" };
    const place = { url: database.url, dataDir: folder.path, models, variables };
    await using pages = await openHive({ url: database.url, dataDir: folder.path, role: "web" });
    const org = await pages.addOrg(drawPlayedOrg(["lead"]));
    await using first = await startWorkerProcess(place);
    await using run = await pages.run(org, "Work");
    const marks = join(folder.path, "workspaces", `run-${run.runId}`, "marks");
    await expect.poll(() => readFile(marks, "utf8").catch(() => "")).toBe("begun\n");
    await expect.poll(() => countProcesses(`sleep ${seconds}`)).toBeGreaterThanOrEqual(3);
    await using _second = await startWorkerProcess(place);
    first.kill("SIGKILL");
    await first.ended;

    const end = await run.finished();
    expect(end).toMatchObject({ status: "completed" });
    expect(end.answer, "the workspace was entered again").toMatch(
      /^Exit code 0\.\nbegun\n\.openhive\n(\.openhive-\S+\n){1,2}marks\n?$/,
    );
    const results = run.events.flatMap((event) => (event.type === "tool_result" ? [event.result] : []));
    expect(results).toMatchObject([{ status: "error", code: "outcome_unknown" }, { status: "ok" }]);
    expectWholeRun(run.events);
    await expect.poll(() => countProcesses(`sleep ${seconds}`)).toBe(0);
    expect(await readFile(marks, "utf8")).toBe("begun\n");
    const workspaces = join(folder.path, "workspaces");
    await tidyWorkspaces({
      folder: workspaces,
      days: 0,
      endedRuns: async () => [],
      removedOrgs: async () => [],
    });
    expect(readdirSync(join(workspaces, `run-${run.runId}`)), "what it had for itself is gone").toEqual([
      ".openhive",
      "marks",
    ]);
  },
);
