import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "@playwright/test";

/** What the editor asks of a network before it can be used. */

/** Kilobytes of script, with the headers of the answers, until the canvas stands: frame, React Flow and the editor itself. */
const UNTIL_CANVAS = 280;

test("the editor's first script and all script until its canvas stands stay within their budgets", async ({
  page,
}) => {
  // Fails on its own when a route's first script is over its budget.
  execFileSync(process.execPath, [join(import.meta.dirname, "..", "bench", "script-size.mjs")]);

  const network = await page.context().newCDPSession(page);
  await network.send("Network.enable");
  const scripts = new Set<string>();
  let bytes = 0;
  network.on("Network.responseReceived", ({ requestId, type }) => {
    if (type === "Script") scripts.add(requestId);
  });
  network.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength;
  });
  await page.goto("/orgs/research-desk");
  await expect(page.getByRole("treeitem", { name: /^Lead/ })).toBeVisible();
  await expect(page.getByRole("region", { name: "Task" })).toBeVisible();
  await page.waitForLoadState("networkidle");
  expect(bytes / 1000).toBeGreaterThan(100);
  expect(bytes / 1000).toBeLessThan(UNTIL_CANVAS);
});
