import { expect, type Page } from "@playwright/test";
import { Client } from "pg";
import { okText } from "../server/contract/tool-result.ts";
import { mutate } from "./api.ts";
import { EventScript } from "./drawn/event-script.ts";
import { writeRun } from "./drawn/write-run.ts";
import { card } from "./org-page.ts";
import { databaseOfRuns } from "./own-server.ts";
import { test } from "./story.ts";

/** One card on which several instances of an agent stand. */

const DELEGATION = { kind: "delegation", id: "delegation" } as const;
const PARALLEL = 5;

/** A lead that has asked the analyst once, and then five of it at once: all work, and the last one asks a person. */
function parallelRun(task: string): EventScript {
  const run = new EventScript("sonnet-5");
  run.open({ id: "lead", agentId: "lead", agentName: "Lead", task, begin: 0 });
  const first = { callId: "once", name: "delegate_to", origin: DELEGATION, input: {}, from: 2, to: 6 };
  run.turn("lead", { from: 0, to: 2, calls: [{ ...first, result: okText("Looked.") }] });
  const analyst = { agentId: "analyst", agentName: "Analyst", parent: "lead" };
  run.open({ ...analyst, id: "alone", callId: "once", task: "Look once", begin: 2 });
  run.turn("alone", { from: 2, to: 6, text: "Looked." });
  run.close("alone", { at: 6, outcome: "completed", answer: "Looked." });
  const many = { callId: "many", name: "delegate_parallel", origin: DELEGATION, input: {}, from: 8 };
  run.turn("lead", { from: 6, to: 8, calls: [many] });
  for (let index = 0; index < PARALLEL; index += 1) {
    const id = `part-${index}`;
    const place = { index, siblings: PARALLEL, callId: "many", begin: 8 };
    run.open({ ...analyst, ...place, id, task: `Count part ${index + 1}` });
    if (index < PARALLEL - 1) run.turn(id, { from: 8 });
  }
  run.park("lead", { from: 8, count: PARALLEL });
  const asking = `part-${PARALLEL - 1}`;
  const origin = { kind: "builtin", id: "core" };
  const ask = { callId: "ask", name: "ask_user", origin, input: {}, from: 10 };
  run.turn(asking, { from: 8, to: 10, calls: [ask] });
  const options = [{ label: "Weeks" }, { label: "Months" }];
  const questions = [{ question: "By weeks or by months?", header: "Step", multiSelect: false, options }];
  const asked = { waitId: "wait" as never, callId: "ask" as never, questions };
  run.add(10, { type: "question.asked", ...asked } as never, asking);
  return run.add(10, { type: "session.parked", waitingFor: "person", count: 1 }, asking);
}

async function openRun(page: Page, task: string): Promise<string> {
  const database = new Client({ connectionString: `${databaseOfRuns()}/openhive` });
  await database.connect();
  const begin = new Date(Date.now() - 60_000);
  const run = {
    script: parallelRun(task),
    orgSlug: "research-desk",
    task,
    begin,
    status: "running",
  } as const;
  const { runId } = await writeRun(database, run);
  await database.end();
  await page.goto(`/runs/${runId}`);
  return runId;
}

test("an instance that asks a person is on its card wherever it stands, and a click or Enter leads to what it asks", async ({
  page,
  api,
}) => {
  const runId = await openRun(page, "Count the passengers in five parts");
  const analyst = card(page, "Analyst");
  await expect(analyst).toHaveAccessibleName(/^Analyst, 1 of 5 waits for you/);
  const rows = analyst.getByRole("button", { name: /^Instance/ });
  await expect(rows).toHaveCount(3);
  await expect(analyst.getByText("2 more")).toBeVisible();
  // Numbers are those of the agent's sessions: the one before these was the first.
  await expect(rows.nth(0)).toHaveAccessibleName(/^Instance 2 /);
  const asking = rows.nth(2);
  await expect(asking).toHaveAccessibleName(/^Instance 6 Step.*Waiting for you: Count part 5$/);

  const form = page.getByRole("radio", { name: "Months" });
  await asking.click();
  await expect(form).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Sessions of Analyst" })).toContainText(
    "6, waiting for you",
  );

  await page.reload();
  await card(page, "Lead").click();
  await expect(form).toBeHidden();
  await analyst.press("Enter");
  await expect(form).toBeVisible();
  await mutate(api, "runs.cancel", { runId });
});
