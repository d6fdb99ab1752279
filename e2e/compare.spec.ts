import { expect, type Page } from "@playwright/test";
import { Client } from "pg";
import { okText, type SettledResult, toolError } from "../server/contract/tool-result.ts";
import { startExampleRun, waitForRun } from "./api.ts";
import { EventScript } from "./drawn/event-script.ts";
import { writeRun } from "./drawn/write-run.ts";
import { databaseOfRuns } from "./own-server.ts";
import { test } from "./story.ts";

/** Two runs side by side. */

test("two runs are chosen and compared without a mouse, and change sides", async ({ page, api }) => {
  const tasks = [`Summarise the table, one ${Date.now()}.`, `Add up the passengers, two ${Date.now()}.`];
  for (const task of tasks) await waitForRun(api, await startExampleRun(api, task));
  await page.goto("/runs");
  await page.getByRole("link", { name: "Compare" }).press("Enter");
  await expect(page.getByText("Choose two runs")).toBeVisible();
  for (const [index, label] of ["Left", "Right"].entries()) {
    await page.getByRole("combobox", { name: label }).press("Enter");
    await page.getByRole("option", { name: tasks[index] ?? "" }).press("Enter");
  }
  await page.waitForURL(/left=.*right=/);
  await expect(
    page.getByRole("table", { name: "In short" }).getByRole("row", { name: /^State Done Done/ }),
  ).toBeVisible();
  await expect(page.getByRole("table", { name: /Tools/ })).toBeVisible();
  await page.getByRole("button", { name: "Change sides" }).press("Enter");
  await expect(page.getByRole("combobox", { name: "Left" })).toContainText("two");
});

test("a comparison with a run that does not exist says which side is missing, and goes on with another", async ({
  page,
  api,
}) => {
  const task = `Summarise the table, beside nothing ${Date.now()}.`;
  const runId = await startExampleRun(api, task);
  await waitForRun(api, runId);
  const nowhere = "00000000-0000-4000-8000-000000000000";
  for (const [side, label, address] of [
    ["right", "Right", `left=${runId}&right=${nowhere}`],
    ["left", "Left", `left=${nowhere}&right=${runId}`],
  ] as const) {
    await page.goto(`/runs/compare?${address}`);
    await expect(
      page.getByRole("alert").filter({ hasText: `The ${side} run could not be read` }),
    ).toBeVisible();
    await expect(page.getByText("Reading both runs")).toHaveCount(0);
    await page.getByRole("combobox", { name: label }).press("Enter");
    await page.getByRole("option", { name: task }).press("Enter");
    await expect(page.getByRole("table", { name: "In short" })).toBeVisible();
  }
});

const OF_LEAD = { inputTokens: 1_000, cachedInputTokens: 400, outputTokens: 100, cost: 0.01 };
const OF_ANALYST = { inputTokens: 3_000, cachedInputTokens: 1_000, outputTokens: 250, cost: 0.03 };

interface Asked {
  readonly times: number;
  readonly tool: string;
  readonly result: SettledResult;
}

/**
 * A lead that asks an analyst so many times: it thinks for ten seconds before each time and once at the end. The analyst thinks for
 * twelve, is at its tool for twelve and thinks for four; two seconds later it is back.
 */
function askedRun(task: string, { times, tool, result }: Asked): EventScript {
  const run = new EventScript("sonnet-5");
  run.open({ id: "lead", agentId: "lead", agentName: "Lead", task, begin: 0 });
  for (let time = 0; time < times; time += 1) {
    const begin = 10 + time * 40;
    const [callId, analyst, back] = [`ask-${time}`, `analyst-${time}`, begin + 30];
    const delegation = { kind: "delegation", id: "delegation" };
    const ask = { callId, name: "delegate_to", origin: delegation, input: {}, from: begin, to: back };
    run.turn("lead", { from: begin - 10, to: begin, usage: OF_LEAD, calls: [ask] });
    run.open({ id: analyst, agentId: "analyst", agentName: "Analyst", parent: "lead", callId, task, begin });
    run.park("lead", { from: begin, to: back, count: 1 });
    const origin = { kind: "builtin", id: "core" };
    const call = { callId: "use", name: tool, origin, input: {}, from: begin + 12, to: begin + 24, result };
    run.turn(analyst, { from: begin, to: begin + 12, usage: OF_ANALYST, calls: [call] });
    run.turn(analyst, { from: begin + 24, to: begin + 28, usage: OF_ANALYST });
    run.close(analyst, { at: back, outcome: "completed", answer: "Done." });
  }
  const last = times * 40;
  run.turn("lead", { from: last, to: last + 10, usage: OF_LEAD });
  return run.close("lead", { at: last + 10, outcome: "completed", answer: "Done." });
}

/** What stands in each row of a table, by the name at its head. */
function cellsOf(page: Page, table: string): Promise<Readonly<Record<string, readonly string[]>>> {
  return page
    .getByRole("table", { name: table })
    .getByRole("row")
    .evaluateAll((rows) =>
      Object.fromEntries(
        rows.map(({ children }) => {
          const [name = "", ...values] = [...children].map(({ childNodes }) =>
            [...childNodes].map(({ textContent }) => textContent).join(", "),
          );
          return [name, values];
        }),
      ),
    );
}

test("what two runs took, cost and did stands side by side, with what changed from one to the other", async ({
  page,
}) => {
  const database = new Client({ connectionString: `${databaseOfRuns()}/openhive` });
  await database.connect();
  const write = async (task: string, asked: Asked): Promise<string> => {
    const script = askedRun(task, asked);
    const run = { script, orgSlug: "research-desk", task, begin: new Date(), status: "completed" } as const;
    return (await writeRun(database, run)).runId;
  };
  const left = await write("Asked once", { times: 1, tool: "web_search", result: okText("9 results") });
  const failed = toolError("timed_out", "Nobody answered within 12 s.", "Try again later.");
  const right = await write("Asked twice", { times: 2, tool: "web_fetch", result: failed });
  await database.end();

  await page.goto(`/runs/compare?left=${left}&right=${right}`);
  await expect(page.getByRole("table", { name: "In short" })).toBeVisible();
  await expect
    .poll(() => cellsOf(page, "In short"))
    .toMatchObject({
      State: ["Done", "Done", ""],
      Time: ["50 s", "1:30", "+40 s"],
      "Critical path": ["48 s", "1:26", "+38 s"],
      Cost: ["$0.080", "$0.150", "+$0.070"],
      "Tokens in": ["8.0k", "15.0k", "+7.0k"],
      "Tokens in from cache": ["2.8k", "5.2k", "+2.4k"],
      "Tokens out": ["700", "1.3k", "+600"],
      "Model calls": ["4", "7", "+3"],
      "Tool calls": ["2", "4", "+2"],
      "Failed calls": ["0", "2", "+2"],
      Delegations: ["1", "2", "+1"],
      "Questions to you": ["0", "0", "same"],
    });
  expect(await cellsOf(page, "Delegations")).toMatchObject({ "Lead to Analyst": ["1", "2", "+1"] });
  expect(await cellsOf(page, "Tools")).toMatchObject({
    delegate_to: ["1", "2", "+1"],
    web_fetch: ["0", "2, 2 failed", "+2"],
    web_search: ["1", "0", "−1"],
  });
  expect(await cellsOf(page, "Tokens by agent")).toMatchObject({
    Lead: ["2.2k, 2 turns", "3.3k, 3 turns", "+1.1k"],
    Analyst: ["6.5k, 2 turns", "13.0k, 2 times, 4 turns", "+6.5k"],
  });
  const steps = page.getByRole("list", { name: "Steps of Left" }).getByRole("listitem");
  await expect(steps).toHaveText([
    /^Lead.*10 s$/,
    /^Analyst.*12 s$/,
    /^Analyst web_search12 s$/,
    /^Analyst.*4\.0 s$/,
    /^Lead.*10 s$/,
  ]);
});
