import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { Client } from "pg";
import { createDatabaseWay, type DatabaseWay } from "../server/testing/database-way.ts";

/** A server of its own, whose way to the database can be cut. */
const PORT = Number(process.env["OPENHIVE_E2E_PORT"]) + 1;
const address = `http://127.0.0.1:${PORT}`;
const dataDir = mkdtempSync(join(tmpdir(), "openhive-outage-"));
let way: DatabaseWay;
let server: ChildProcess;

/** A database beside the one of the other stories. */
async function makeDatabase(): Promise<string> {
  const file = join(process.env["OPENHIVE_E2E_DATA_DIR"] ?? "", "postgres", "cluster.json");
  const { port, password }: { port: number; password: string } = JSON.parse(readFileSync(file, "utf8"));
  const place = `postgresql://openhive:${password}@127.0.0.1:${port}`;
  const name = `outage_${process.pid}_${Date.now()}`;
  const client = new Client({ connectionString: `${place}/openhive` });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  return `${place}/${name}`;
}

test.beforeAll(async () => {
  way = await createDatabaseWay(await makeDatabase(), { isCut: true });
  const root = join(import.meta.dirname, "..");
  const environment = { PORT: String(PORT), DATABASE_URL: way.url, OPENHIVE_DATA_DIR: dataDir };
  server = spawn(process.execPath, [join(root, "bin", "serve.mjs")], {
    cwd: root,
    env: { ...process.env, ...environment, OPENHIVE_REHEARSAL_PACE: "0.3" },
    stdio: "ignore",
  });
  await expect
    .poll(() =>
      fetch(`${address}/api/health/live`).then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(200);
});

test.afterAll(async () => {
  server.kill("SIGTERM");
  if (server.exitCode === null) await once(server, "exit");
  await way.close();
  rmSync(dataDir, { recursive: true, force: true });
});

test("without a database the pages say what to do, and every page goes on by itself when it comes", async ({
  page,
  context,
}) => {
  await expect(async () => {
    await page.goto(`${address}/orgs`);
    await expect(page.getByRole("heading")).toHaveText("OpenHive waits for its database", { timeout: 500 });
  }).toPass();
  await expect(page.getByText("check DATABASE_URL and that the server runs")).toBeVisible();
  way.mend();
  // It loads itself again: nobody touches it.
  await expect(page.getByRole("link", { name: /Research desk/ }).first()).toBeVisible({ timeout: 30_000 });

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
    timeout: 60_000,
  });
});
