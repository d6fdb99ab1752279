import { readFile } from "node:fs/promises";
import { expect, test } from "@playwright/test";

/** Orgs that come from somewhere: a template, an archive, another org; and what is looked at before one runs. */

/** A team as the older OpenHive handed it on. */
const frame = `openhive_frame: 1
name: Old team
team:
  entry_agent_index: 0
  agents: [{ role: lead, label: Lead }, { role: writer, label: Writer }]
  edges: [{ source: 0, target: 1 }]
data_schema: [create table prices (day date)]
`;

test("a template becomes an org that is seen through, duplicated, exported and imported again", async ({
  page,
}) => {
  await page.goto("/templates");
  await page.getByRole("button", { name: "Use Support triage" }).click();
  await page.getByLabel("Name").fill("Night shift");
  await page.getByRole("button", { name: "Create org" }).click();
  await page.waitForURL("**/orgs/night-shift");

  await page.getByRole("button", { name: "X-ray" }).click();
  const xray = page.getByRole("dialog", { name: "X-ray" });
  await expect(xray.getByText("Model calls, at most")).toBeVisible();
  await expect(xray.getByText("Deepest: Shift lead → Sorter → Escalation watch")).toBeVisible();
  await page.keyboard.press("Escape");

  await page.goto("/orgs");
  await page.getByRole("button", { name: "More for Night shift" }).click();
  await page.getByRole("menuitem", { name: "Duplicate" }).click();
  await expect(page.getByRole("link", { name: "Night shift copy" })).toBeVisible();
  // Both cards show the chart.
  const cards = page.getByRole("article").filter({ hasText: /Night shift/ });
  await expect(cards).toHaveCount(2);
  for (const one of await cards.all()) await expect(one.locator("svg rect")).toHaveCount(5);

  await page.getByRole("button", { name: "More for Night shift copy" }).click();
  const downloading = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "Export as files" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe("night-shift-copy.zip");
  const archive = await readFile(await download.path());

  await page.getByRole("button", { name: "Import an org" }).click();
  const importing = page.getByRole("dialog", { name: "Import an org" });
  const input = importing.getByLabel("Archive of an org");
  await input.setInputFiles({
    name: "no.zip",
    mimeType: "application/zip",
    buffer: Buffer.from("PK, no zip"),
  });
  await expect(importing.getByRole("alert")).toContainText("This is no zip archive");
  await input.setInputFiles({ name: "team.yaml", mimeType: "application/yaml", buffer: Buffer.from(frame) });
  await expect(importing.getByRole("status")).toContainText("Old team 2 agents");
  await expect(importing.getByRole("status")).toContainText("Its tables (data_schema) are not taken along.");
  await input.setInputFiles({ name: "org.zip", mimeType: "application/zip", buffer: archive });
  await expect(importing.getByRole("status")).toContainText("5 agents");
  await importing.getByRole("button", { name: "Import org" }).click();
  await page.waitForURL("**/orgs/night-shift-copy-2");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Night shift copy");
});
