import { expect, type Page } from "@playwright/test";
import { type Api, mutate, startExampleRun, waitForRun } from "./api.ts";

const fixedPages: readonly string[] = [
  "/orgs",
  "/orgs/research-desk",
  "/templates",
  "/runs",
  "/inbox",
  "/skills",
  "/skills?skill=csv-figures",
  "/tools",
  "/tools/toolboxes",
  "/tools/rules",
  "/tools/audit",
  "/mcp",
  "/settings",
  "/design",
  "/nothing-here",
  "/runs/nothing-here",
];

/** Every page of an installation with one finished run. */
export interface EveryPage {
  readonly run: string;
  readonly turn: string;
  readonly all: readonly string[];
}

/** The fixed pages, and those of a run that is made here: itself, a turn of it, side by side with itself, and what a stranger sees of it. */
export async function makeEveryPage(page: Page, api: Api): Promise<EveryPage> {
  const runId = await startExampleRun(api, "Summarise the table.");
  await waitForRun(api, runId);
  const run = `/runs/${runId}`;
  await page.goto(run);
  const turn = (await page.getByRole("link", { name: /^Inspect turn/ }).getAttribute("href")) ?? "";
  const compared = `/runs/compare?left=${runId}&right=${runId}`;
  const { token } = await mutate(api, "runs.share", { runId, days: 1 });
  const ofRuns = [run, turn, "/runs/compare", compared, `/share/${token}`, "/share/nothing-here"];
  return { run, turn, all: [...fixedPages, ...ofRuns] };
}

/** Opens a page and waits for what it shows instead of a skeleton. */
export async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.locator('main, [role="main"]').first()).toBeVisible();
  // The parts of the gallery show what waiting looks like.
  if (path !== "/design") await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}
