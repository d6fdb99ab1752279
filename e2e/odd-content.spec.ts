import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { type Api, mutate, query } from "./api.ts";
import { layoutFaults } from "./layout-faults.ts";
import { recordFaults } from "./record-faults.ts";
import { servers } from "./servers.ts";
import { test } from "./story.ts";

/** Names nobody planned for, and many of them: pages hold them, wide and narrow. */

const AGENTS = 200;
const NAMES = [
  "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft",
  "مدير البحث والتحليل والمراجعة",
  "👩🏽‍🚀🧑‍🔬 Résumé 🏳️‍🌈 checker",
  "מנהלת צוות (QA) 42",
  "研究主管兼数据分析与事实核查负责人",
  "<b>Bold</b> & “quoted” \\ ../",
];
const TASK = `${"Zusammenfassungsverantwortlichkeit".repeat(6)} لخص الجدول 🚢`;

/** Ids and icons that every object has something under. */
const IDS = ["constructor", "__proto__", "toString"];
const idOf = (index: number): string => IDS[index] ?? `odd-${index}`;
const nameOf = (index: number): string => `${NAMES[index % NAMES.length]?.slice(0, 76)} ${index}`;

/** An org of 200 agents in three levels; answers its slug and id. */
async function addOddOrg(api: Api): Promise<{ readonly id: string; readonly slug: string }> {
  const example = await query(api, "orgs.get", { idOrSlug: "research-desk" });
  const { model } = example.document.agents[0];
  const parentOf = (index: number): number => (index <= 14 ? 0 : 1 + ((index - 15) % 14));
  const agents = Array.from({ length: AGENTS }, (_, index) => ({
    id: idOf(index),
    icon: idOf(index),
    name: nameOf(index),
    role: `${NAMES[(index + 1) % NAMES.length]} ${NAMES[(index + 2) % NAMES.length]}`.slice(0, 200),
    persona: "You work.",
    position: { x: (index % 15) * 252, y: Math.floor(index / 15) * 168 },
    ...(model === undefined ? {} : { model }),
  }));
  const lines = agents.slice(1).map(({ id }, index) => ({
    id: `line-${id}`,
    parentId: idOf(parentOf(index + 1)),
    childId: id,
  }));
  const groups = [
    {
      id: "odd-group",
      name: NAMES[0],
      position: { x: -40, y: -60 },
      width: 508,
      height: 200,
      members: [idOf(0)],
    },
  ];
  const slug = `odd-${Math.random().toString(36).slice(2, 10)}`;
  const document = { name: `${NAMES[1]} ${NAMES[0]}`.slice(0, 80), task: TASK, agents, lines, groups };
  return mutate(api, "orgs.create", { slug, document });
}

/** On the run page a Hebrew name runs from right to left, and any other as it did. */
async function readsFromTheRight(page: Page, path: string): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 844 });
  await page.goto(path);
  for (const [index, direction] of [
    [3, "rtl"],
    [4, "ltr"],
  ] as const) {
    await page.locator(`[data-agent="${idOf(index)}"]`).click();
    const name = page.getByRole("heading", { name: nameOf(index), exact: true });
    await expect(name).toHaveCSS("direction", direction);
  }
}

test("long names, right-to-left text, emoji and 200 agents break no page, wide or narrow", async ({
  page,
  api,
}) => {
  test.setTimeout(360_000);
  const faults = recordFaults(page);
  const org = await addOddOrg(api);
  const { runId } = await mutate(api, "runs.start", { orgId: org.id, task: TASK, attachments: [] });
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    for (const path of ["/orgs", `/orgs/${org.slug}`, "/runs", `/runs/${runId}`, "/inbox"]) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      if (path.includes(org.slug) || path.includes(runId))
        await expect(page.getByRole("treeitem").first()).toBeVisible();
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      expect.soft(await layoutFaults(page), `${path} at ${width}`).toEqual([]);
    }
  }
  await readsFromTheRight(page, `/runs/${runId}`);
  // The look would be worth nothing if it saw nothing: without what keeps names in their place it sees each width broken.
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto("/orgs");
    await expect(page.locator(`main a[href="/orgs/${org.slug}"]`)).toBeVisible();
    await page.addStyleTag({
      content:
        "main * { overflow: visible !important; white-space: nowrap !important; text-overflow: clip !important; }",
    });
    expect
      .soft(await layoutFaults(page), `without ellipses at ${width}`)
      .toContainEqual(expect.stringContaining("runs out of its box"));
  }
  await mutate(api, "runs.cancel", { runId }).catch(() => undefined);
  // Every name comes back as it was given.
  const kept = (await query(api, "orgs.get", { idOrSlug: org.slug })).document.agents;
  expect(kept.map((agent: { name: string }) => agent.name)).toEqual(
    Array.from({ length: AGENTS }, (_, index) => nameOf(index)),
  );
  expect(faults).toEqual([]);
});

const LONG = "a-name-as-long-as-a-skill-may-have-with-hardly-a-place-to-break";
const DESCRIPTION = `${NAMES[1]} ${NAMES[2]} ${NAMES[0]?.repeat(4)}`;

/** A skill, a server and a toolbox whose names and descriptions leave no room; the answer takes them away again. */
async function addOddThings(api: Api): Promise<() => Promise<void>> {
  const folder = join(servers.design.dataDir, "skills", LONG);
  mkdirSync(folder, { recursive: true });
  const manual = `# ${DESCRIPTION}\n\n${TASK}\n\n| ${NAMES.join(" | ")} |\n| ${NAMES.map(() => "---").join(" | ")} |\n`;
  writeFileSync(
    join(folder, "SKILL.md"),
    `---\nname: ${LONG}\ndescription: ${JSON.stringify(DESCRIPTION)}\n---\n\n${manual}`,
  );
  const server = LONG.slice(0, 40);
  const args = ["--folder", `/${"very-long-folder-name/".repeat(8)}`, NAMES[1] ?? ""];
  await mutate(api, "mcp.save", { name: server, command: "no-such-program-anywhere", args });
  const toolbox = await mutate(api, "toolboxes.create", {
    name: LONG.slice(0, 60),
    description: DESCRIPTION.slice(0, 480),
    tools: [`mcp__${server}__${"tool_".repeat(8)}`.slice(0, 100), "read_file"],
  });
  return async () => {
    rmSync(folder, { recursive: true, force: true });
    await mutate(api, "mcp.remove", { name: server });
    await mutate(api, "toolboxes.remove", { id: toolbox.id });
  };
}

test("long names, right-to-left text and emoji break no page of skills, tools and servers, wide or narrow", async ({
  page,
  api,
}) => {
  test.setTimeout(360_000);
  const faults = recordFaults(page);
  const remove = await addOddThings(api);
  const isThere = async () =>
    (await query(api, "skills.list", undefined)).some((skill: { name: string }) => skill.name === LONG);
  await expect.poll(isThere).toBe(true);
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    for (const [path, words] of [
      ["/skills", LONG],
      [`/skills?skill=${LONG}`, LONG],
      ["/tools", "ask_user"],
      ["/tools/toolboxes", LONG.slice(0, 60)],
      ["/mcp", LONG.slice(0, 40)],
      [`/mcp?server=${LONG.slice(0, 40)}`, "no-such-program-anywhere"],
    ] as const) {
      await page.goto(path);
      await expect(page.getByText(words).filter({ visible: true }).first(), path).toBeVisible();
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      expect.soft(await layoutFaults(page), `${path} at ${width}`).toEqual([]);
    }
    await page.goto("/tools/toolboxes");
    await page.getByText(LONG.slice(0, 60)).filter({ visible: true }).first().click();
    await expect(page.getByRole("button", { name: /Delete|Edit/ }).first()).toBeVisible();
    expect.soft(await layoutFaults(page), `the toolbox at ${width}`).toEqual([]);
  }
  await remove();
  expect(faults).toEqual([]);
});
