import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { type Api, mutate, query } from "./api.ts";
import { faultsInBothThemes } from "./faults-in-both-themes.ts";
import { card } from "./org-page.ts";
import { servers } from "./servers.ts";
import { test } from "./story.ts";

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

test("an org that begins as a copy of another has its sample files too", async ({ page, api }) => {
  await mutate(api, "orgs.createFromTemplate", { template: "support-triage", name: "Early shift" });
  await page.goto("/orgs");
  await page.getByRole("button", { name: "New org" }).first().click();
  const making = page.getByRole("dialog", { name: "New org" });
  await making.getByLabel("Name").fill("Late shift");
  await making.getByRole("combobox", { name: "Starts as" }).click();
  await page.getByRole("option", { name: "A copy of Early shift" }).click();
  await making.getByRole("button", { name: "Create org" }).click();
  await page.waitForURL("**/orgs/late-shift");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Late shift");
  await expect(page.getByText("tickets.csv").first()).toBeVisible();
  const copy = await query(api, "orgs.get", { idOrSlug: "late-shift" });
  expect(copy.sampleFiles.map(({ name }: { readonly name: string }) => name)).toEqual(["tickets.csv"]);
});

test("the card of each org shows its chart, however many orgs there are", async ({ page, api }) => {
  const pair = {
    agents: [1, 2].map((at) => ({
      id: `a${at}`,
      name: `Agent ${at}`,
      persona: "",
      position: { x: 0, y: 160 * at },
    })),
    lines: [{ id: "line", parentId: "a1", childId: "a2" }],
  };
  const ids: string[] = [];
  try {
    // More than are asked for at a time, so that the first and the last come with different answers.
    for (let count = 1; count <= 130; count += 1) {
      const { id } = await mutate(api, "orgs.create", { document: { name: `Of many ${count}`, ...pair } });
      ids.push(id);
    }
    await page.goto("/orgs");
    const cards = page.getByRole("article").filter({ hasText: "Of many" });
    await expect(cards).toHaveCount(130);
    await expect(cards.locator("svg rect")).toHaveCount(2 * 130);
  } finally {
    for (const orgId of ids) await mutate(api, "orgs.remove", { orgId });
  }
});

const BENT = "bent-tables";
const FALLEN = "fallen";

/** A skill that does not load and a server that fails; the answer takes them away again. */
async function addBrokenThings(api: Api): Promise<() => Promise<void>> {
  const folder = join(servers.design.dataDir, "skills", BENT);
  await mkdir(folder, { recursive: true });
  // Nothing says when it is for.
  await writeFile(join(folder, "SKILL.md"), `---\nname: ${BENT}\n---\n\nUse it.\n`);
  const args = ["-e", "console.error('the token is missing'); process.exit(3)"];
  await mutate(api, "mcp.save", { name: FALLEN, command: "node", args });
  await mutate(api, "mcp.test", { name: FALLEN });
  return async () => {
    await rm(folder, { recursive: true, force: true });
    await mutate(api, "mcp.remove", { name: FALLEN });
  };
}

test("the X-ray names a skill that does not load and a server that fails, and leads to whoever has them", async ({
  page,
  api,
}) => {
  const takeAway = await addBrokenThings(api);
  try {
    const slug = `xray-${Math.random().toString(36).slice(2, 10)}`;
    const agent = (name: string, x: number, more: object = {}) => ({
      id: name.toLowerCase(),
      name,
      persona: "You work.",
      position: { x, y: x === 0 ? 0 : 168 },
      ...more,
    });
    const agents = [
      agent("Lead", 0),
      agent("Reader", -4_000, { skills: [BENT] }),
      agent("Caller", 4_000, { mcp: [{ server: FALLEN }] }),
    ];
    const lines = agents.slice(1).map(({ id }) => ({ id: `to-${id}`, parentId: "lead", childId: id }));
    await mutate(api, "orgs.create", { slug, document: { name: "Much to mend", agents, lines } });
    await page.goto(`/orgs/${slug}?agent=lead`);
    const xray = page.getByRole("dialog", { name: "X-ray" });
    for (const [name, words] of [
      ["Reader", `Reader has the skill ${BENT}, which does not load. See Skills.`],
      ["Caller", /fallen does not answer: .*the token is missing.* See MCP\.$/],
    ] as const) {
      await page.getByRole("button", { name: "X-ray" }).click();
      await expect(xray.getByRole("heading", { name: "2 problems" })).toBeVisible();
      const problem = xray.getByRole("listitem").filter({ has: page.getByText(words) });
      await expect(problem).toBeVisible();
      if (name === "Reader") expect(await faultsInBothThemes(page)).toEqual([]);
      await problem.getByRole("button", { name: /^Show: / }).click();
      await expect(xray).toBeHidden();
      await expect(card(page, name)).toBeFocused();
      await expect(card(page, name)).toHaveAttribute("aria-selected", "true");
      await expect(card(page, name)).toBeInViewport();
    }
  } finally {
    await takeAway();
  }
});
