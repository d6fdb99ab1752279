import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { startExampleRun, waitForRun } from "./api.ts";
import { card, openOrg, team, waitUntilEditedAndSaved } from "./org-page.ts";
import { endServer, makeDatabase, startOwnServer, startReadyServer } from "./own-server.ts";
import { pictureOf } from "./picture-of.ts";
import { ownPorts } from "./servers.ts";

/** A server that dies in the middle of a run and comes back, as somebody sees it who has the run's page open. */

const PORT = ownPorts.restart;
const address = `http://127.0.0.1:${PORT}`;

const stateOfLead = (page: Page) => page.getByRole("treeitem", { name: /^Lead, / });

test("a page that is open while the server is killed in the middle of a run goes on where it was", async ({
  page,
  context,
  request,
}) => {
  test.setTimeout(360_000);
  const dataDir = mkdtempSync(join(tmpdir(), "openhive-restart-"));
  const databaseUrl = await makeDatabase("restart");
  const own = { port: PORT, databaseUrl, dataDir, pace: "1" };
  let server = await startReadyServer(own);
  try {
    const api = { request, baseURL: address };
    const runId = await startExampleRun(api, "Summarise the table.");
    await page.goto(`${address}/runs/${runId}`);
    await expect(page.getByRole("treeitem", { name: /^Analyst, (Thinking|Calling)/ })).toBeVisible({
      timeout: 45_000,
    });
    const asked: string[] = [];
    page.on("request", (sent) => asked.push(sent.url()));

    await endServer(server, "SIGKILL");
    await expect(page.getByText("Connection lost").filter({ visible: true }).first()).toBeVisible();
    server = await startOwnServer({ ...own, pace: "0.3" });

    await expect(stateOfLead(page)).toHaveAccessibleName(/^Lead, Done\b/, { timeout: 90_000 });
    await waitForRun(api, runId);
    const fresh = await context.newPage();
    await fresh.goto(`${address}/runs/${runId}`);
    await expect(stateOfLead(fresh)).toHaveAccessibleName(/^Lead, Done\b/, { timeout: 30_000 });
    await expect(async () => expect(await pictureOf(page)).toEqual(await pictureOf(fresh))).toPass();
    // Nobody reloaded the page, and it came back by events alone.
    expect(asked.filter((url) => url.includes("runs.get"))).toEqual([]);
  } finally {
    await endServer(server, "SIGKILL");
    rmSync(dataDir, { recursive: true, force: true });
  }
});

test("a server that dies between two saves loses neither, and the page goes on by itself", async ({
  browser,
}) => {
  test.setTimeout(360_000);
  const dataDir = mkdtempSync(join(tmpdir(), "openhive-restart-"));
  const own = { port: PORT, databaseUrl: await makeDatabase("saves"), dataDir };
  const context = await browser.newContext({ baseURL: address });
  const page = await context.newPage();
  const role = page.getByRole("textbox", { name: "Role" });
  let server = await startReadyServer(own);
  try {
    await openOrg(page, address, team);
    await card(page, "Analyst").click();
    await waitUntilEditedAndSaved(page, () => role.fill("Before the crash"));

    await endServer(server, "SIGKILL");
    await card(page, "Reviewer").click();
    await role.fill("While it was away");
    await expect(page.getByRole("banner").getByText(/^Offline, \d+ changes? kept here$/)).toBeVisible();
    const saved = page.waitForResponse((answer) => answer.url().includes("orgs.save") && answer.ok(), {
      timeout: 90_000,
    });
    server = await startOwnServer(own);
    await saved;
    await expect(page.getByRole("banner").getByText("Saved", { exact: true })).toBeVisible();

    await page.reload();
    await card(page, "Analyst").click();
    await expect(role).toHaveValue("Before the crash");
    await card(page, "Reviewer").click();
    await expect(role).toHaveValue("While it was away");
  } finally {
    await context.close();
    await endServer(server, "SIGKILL");
    rmSync(dataDir, { recursive: true, force: true });
  }
});
