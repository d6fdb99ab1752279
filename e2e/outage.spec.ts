import type { ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { createDatabaseWay, type DatabaseWay } from "../server/testing/database-way.ts";
import { endServer, makeDatabase, startOwnServer } from "./own-server.ts";
import { ownPorts } from "./servers.ts";

/** A server of its own, whose way to the database can be cut. */
const PORT = ownPorts.outage;
const address = `http://127.0.0.1:${PORT}`;
const dataDir = mkdtempSync(join(tmpdir(), "openhive-outage-"));
let way: DatabaseWay;
let server: ChildProcess;

test.beforeAll(async () => {
  way = await createDatabaseWay(await makeDatabase("outage"), { isCut: true });
  server = await startOwnServer({ port: PORT, databaseUrl: way.url, dataDir, pace: "1" });
});

test.afterAll(async () => {
  await endServer(server, "SIGTERM");
  await way.close();
  rmSync(dataDir, { recursive: true, force: true });
});

test("without a database the pages say what to do, and every page goes on by itself when it comes", async ({
  page,
  context,
}) => {
  test.setTimeout(480_000);
  await expect(async () => {
    await page.goto(`${address}/orgs`);
    await expect(page.getByRole("heading")).toHaveText("OpenHive waits for its database", { timeout: 500 });
  }).toPass();
  await expect(page.getByText("check DATABASE_URL and that the server runs")).toBeVisible();
  way.mend();
  // It loads itself again: nobody touches it. A new database is made ready first, which takes a slow machine its time.
  await expect(page.getByRole("link", { name: /Research desk/ }).first()).toBeVisible({ timeout: 120_000 });

  await page.goto(`${address}/orgs/research-desk`);
  await page.getByRole("button", { name: /^Run/ }).first().click();
  await page.waitForURL(/\/runs\//);
  await expect(page.getByText("Running").filter({ visible: true }).first()).toBeVisible();
  way.cut();
  const banner = page.getByText("No database since");
  await expect(banner).toBeVisible();
  await expect(page.getByText("look whether it runs")).toBeVisible();
  const another = await context.newPage();
  await another.goto(`${address}/runs`);
  await expect(another.getByText("OpenHive's database cannot be used now").first()).toBeVisible();

  way.mend();
  await expect(banner).toBeHidden();
  await expect(
    another.getByText("How did the three ferry lines").filter({ visible: true }).first(),
  ).toBeVisible();
  await expect(page.getByText("Done", { exact: true }).filter({ visible: true }).first()).toBeVisible({
    timeout: 120_000,
  });
});
