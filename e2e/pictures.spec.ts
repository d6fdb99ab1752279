import type { ChildProcess } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { type Api, mutate, query } from "./api.ts";
import { comparePicture, isComparable, isTakingPictures, look } from "./compare-picture.ts";
import { layoutFaults } from "./layout-faults.ts";
import { card } from "./org-page.ts";
import { endServer, makeDatabase, startReadyServer } from "./own-server.ts";
import { refuse } from "./refuse.ts";
import { setScreen } from "./screen-size.ts";
import { seriousFaults } from "./serious-faults.ts";
import { ownPorts } from "./servers.ts";

/**
 * How the main states of the editor and of the pages around it look, beside a picture of each, and that nothing on them is laid out wrongly. A server of its own:
 * the first visit of an installation, and an org that is always the same. Pictures are compared only where letters are drawn as they
 * were when they were taken; the layout is looked at everywhere. `--update-snapshots` takes them anew.
 */
const PORT = ownPorts.pictures;
const address = `http://127.0.0.1:${PORT}`;
const dataDir = mkdtempSync(join(tmpdir(), "openhive-pictures-"));
let server: ChildProcess | undefined;

test.use({ baseURL: address, reducedMotion: "reduce", timezoneId: "UTC", locale: "en-GB" });

const agents = [
  { id: "lead", name: "Lead", role: "Plans and delegates", icon: "compass", x: 252, y: 0 },
  { id: "researcher", name: "Researcher", role: "Finds and reads sources", icon: "telescope", x: 0, y: 168 },
  { id: "analyst", name: "Analyst", role: "Compares the numbers", icon: "sigma", x: 252, y: 168 },
  { id: "writer", name: "Writer", role: "Drafts the brief", icon: "pen-line", x: 504, y: 168 },
  { id: "scout", name: "Web scout", role: "Searches, fetches, lists", icon: "globe", x: 28, y: 328 },
];

const drawing = {
  name: "Picture desk",
  description: "Always the same, so that it can be compared.",
  task: "Brief on district heating: what works, what it costs, who runs it.",
  agents: agents.map(({ x, y, icon, ...agent }) => ({
    ...agent,
    icon,
    persona: "You are careful.\n\n- Cite every number.\n- Say what you do not know.",
    position: { x, y },
  })),
  lines: [
    { id: "line-researcher", parentId: "lead", childId: "researcher" },
    { id: "line-analyst", parentId: "lead", childId: "analyst" },
    { id: "line-writer", parentId: "lead", childId: "writer" },
    { id: "line-scout", parentId: "researcher", childId: "scout" },
  ],
  groups: [
    {
      id: "sources",
      name: "Sources",
      position: { x: -24, y: 124 },
      width: 284,
      height: 320,
      members: ["researcher", "scout"],
    },
  ],
  notes: [
    {
      id: "memo",
      text: "Numbers go to the analyst first.",
      position: { x: 504, y: 330 },
      width: 208,
      height: 96,
    },
  ],
};

/** A skill that never changes, whatever those that come along learn. */
const skill = {
  "SKILL.md": `---
name: picture-counts
description: Count the words of a text. Use it when a length is asked for.
---

# Counting words

1. Call \`count_words\` with the text.
2. Say the figure as it came back, and never estimate it.

| You want | Call |
| --- | --- |
| all words | \`count_words(text)\` |
| long words alone | \`count_words(text, shortest)\` |
`,
  "scripts/count.py": `def count_words(text: str, shortest: int = 1) -> int:
    """Count the words of a text.

    Args:
        text: What is counted.
        shortest: Words with fewer letters are left out.
    """
    return sum(len(word) >= shortest for word in text.split())
`,
};

function putSkill(): void {
  for (const [path, content] of Object.entries(skill)) {
    const file = join(dataDir, "skills", "picture-counts", path);
    mkdirSync(join(file, ".."), { recursive: true });
    writeFileSync(file, content);
  }
}

let isDrawn = false;

/** The first picture is of an installation that holds nothing yet but what came along. */
async function addDrawings({ request }: Page): Promise<void> {
  if (isDrawn) return;
  isDrawn = true;
  await mutate({ request, baseURL: address }, "orgs.create", { slug: "picture-desk", document: drawing });
  await mutate({ request, baseURL: address }, "orgs.create", {
    slug: "picture-empty",
    document: { name: "Nobody yet", task: "", agents: [], lines: [] },
  });
}

test.beforeAll(async () => {
  putSkill();
  server = await startReadyServer({ port: PORT, databaseUrl: await makeDatabase("pictures"), dataDir });
});

test.afterAll(async () => {
  if (server) await endServer(server, "SIGTERM");
  rmSync(dataDir, { recursive: true, force: true });
});

interface Picture {
  readonly name: string;
  readonly path: string;
  readonly width?: 1440 | 390;
  readonly theme?: "light" | "dark";
  /** Stands between the page and its server from before it is opened. */
  readonly between?: (page: Page) => Promise<void>;
  /** Brings the page into the state that is meant. */
  readonly prepare?: (page: Page) => Promise<void>;
  /** It does not stand still, as where attempts go on: its layout alone is looked at. */
  readonly isMoving?: true;
}

/** It comes when the rest stands. */
const worstCaseIsThere = (page: Page) =>
  expect(page.getByRole("region", { name: "Task" }).getByText(/^At worst/)).toBeVisible();

const selectResearcher = async (page: Page) => {
  await worstCaseIsThere(page);
  await card(page, "Researcher").click();
  await expect(page.getByRole("textbox", { name: "Persona" })).toContainText("Cite every number");
};

/** Leaves one of the list: how many there are, and what they are, changes with every release. */
const searchFor = (words: string) => async (page: Page) => {
  await page.getByRole("searchbox").fill(words);
  await expect(page.getByRole("main").getByRole("heading", { level: 2 }).first()).toBeVisible();
};

const nothingYet = (page: Page, words: string) => expect(page.getByText(words)).toBeVisible();

const offersAreThere = (page: Page) =>
  expect(page.getByRole("region", { name: "Begin with a template" })).toBeVisible();

const API = "**/api/trpc/**";

/** The server is asked and does not answer yet. */
const isSilent = async (page: Page) => void (await page.route(API, () => undefined));
const isRefusing = async (page: Page) => void (await page.route(API, refuse));

const isWaiting = (page: Page) =>
  expect(page.locator('[aria-busy="true"]').getByText("The server has not answered yet")).toBeVisible();
const isTold = (page: Page) =>
  expect(page.getByRole("alert").filter({ visible: true }).first()).toContainText(/could not/);

/** What is there stays when the server is gone, and the page says so. */
const loseServer = async (page: Page) => {
  await page.route("**/api/**", (route) => route.abort());
  await expect(async () => {
    await page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
    await expect(page.getByText("Offline since")).toBeVisible({ timeout: 500 });
  }).toPass();
};

/** The three states that every page shares, each on one page wide and on another on a phone: `page-states.spec.ts` goes through all pages. */
const sharedStates: readonly Picture[] = [
  { name: "runs-loading", path: "/runs", between: isSilent, prepare: isWaiting },
  {
    name: "editor-loading-phone-dark",
    path: "/orgs/picture-desk",
    width: 390,
    theme: "dark",
    between: isSilent,
    prepare: isWaiting,
  },
  { name: "inbox-refused", path: "/inbox", between: isRefusing, prepare: isTold },
  {
    name: "editor-refused-phone-dark",
    path: "/orgs/picture-desk",
    width: 390,
    theme: "dark",
    between: isRefusing,
    prepare: isTold,
  },
  { name: "rules-offline", path: "/tools/rules", prepare: loseServer },
  { name: "runs-offline-phone-dark", path: "/runs", width: 390, theme: "dark", prepare: loseServer },
];

const pictures: readonly Picture[] = [
  { name: "orgs-first-visit", path: "/orgs", prepare: offersAreThere },
  { name: "orgs-first-visit-phone-dark", path: "/orgs", width: 390, theme: "dark", prepare: offersAreThere },
  { name: "editor-light", path: "/orgs/picture-desk", prepare: selectResearcher },
  { name: "editor-dark", path: "/orgs/picture-desk", theme: "dark", prepare: selectResearcher },
  { name: "editor-phone", path: "/orgs/picture-desk", width: 390 },
  { name: "editor-phone-dark", path: "/orgs/picture-desk", width: 390, theme: "dark" },
  {
    name: "editor-empty",
    path: "/orgs/picture-empty",
    // It comes when the rest stands.
    prepare: (page) => expect(page.getByText("Own for each run")).toBeVisible(),
  },
  {
    name: "editor-offline",
    isMoving: true,
    path: "/orgs/picture-desk",
    prepare: async (page) => {
      await page.route("**/api/**", (route) => route.abort());
      await card(page, "Analyst").click();
      await page.getByRole("textbox", { name: "Role" }).fill("Compares all numbers");
      await expect(page.getByText("Offline since")).toBeVisible();
      await expect(
        page
          .getByRole("banner")
          .getByText(/offline/i)
          .first(),
      ).toBeVisible();
    },
  },
  {
    name: "shortcuts",
    path: "/orgs/picture-desk",
    prepare: async (page) => {
      await worstCaseIsThere(page);
      await card(page, "Lead").click();
      await page.keyboard.press("?");
      await expect(page.getByRole("dialog", { name: "Keyboard" })).toBeVisible();
      // Away from the button that has the focus: its name comes after a while.
      await page.getByRole("dialog").getByRole("heading", { name: "Keyboard" }).click();
      await expect(page.getByRole("tooltip")).toHaveCount(0);
    },
  },
  { name: "runs-empty", path: "/runs", prepare: (page) => nothingYet(page, "No runs yet") },
  {
    name: "runs-empty-phone-dark",
    path: "/runs",
    width: 390,
    theme: "dark",
    prepare: (page) => nothingYet(page, "No runs yet"),
  },
  { name: "inbox-empty", path: "/inbox", prepare: (page) => nothingYet(page, "Nothing waits for you") },
  {
    name: "inbox-empty-phone-dark",
    path: "/inbox",
    width: 390,
    theme: "dark",
    prepare: (page) => nothingYet(page, "Nothing waits for you"),
  },
  { name: "no-such-page", path: "/nothing-here", width: 390 },
  { name: "gallery", path: "/templates" },
  { name: "gallery-dark", path: "/templates", theme: "dark" },
  { name: "skill", path: "/skills?skill=picture-counts", prepare: searchFor("picture-counts") },
  {
    name: "skill-phone-dark",
    path: "/skills?skill=picture-counts",
    width: 390,
    theme: "dark",
  },
  { name: "tools-phone", path: "/tools", width: 390, prepare: searchFor("count_words") },
  { name: "rules", path: "/tools/rules" },
  { name: "audit-phone", path: "/tools/audit", width: 390 },
  ...sharedStates,
];

/** What others bring: an installation's offers. */
const changing = (page: Page) => [
  page.locator('aside[aria-label="Palette"]'),
  page.locator("header span.num.text-11"),
];

async function open(page: Page, picture: Picture): Promise<void> {
  const { path, width = 1440, theme = "light", between, prepare } = picture;
  // What an empty list offers depends on which orgs there are.
  if (path.startsWith("/orgs/picture-") || path === "/runs") await addDrawings(page);
  await setScreen(page, width);
  await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
  await between?.(page);
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  if (!between) await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready);
  // A mask would be as wide as "now" or "12 min ago" is.
  await page.addStyleTag({ content: "time { visibility: hidden; }" });
  await prepare?.(page);
  await page.mouse.move(0, 0);
}

// First of all: nothing has been drawn yet, so that the strip with the first steps is there.
test("a first visit has no serious accessibility fault, in either theme", async ({ page }) => {
  for (const theme of ["light", "dark"] as const) {
    await open(page, { name: "first visit", path: "/orgs", theme, prepare: offersAreThere });
    await expect(page.getByRole("region", { name: "First steps" })).toBeVisible();
    expect.soft(await seriousFaults(page), theme).toEqual([]);
  }
});

for (const picture of pictures) {
  test(`${picture.name} looks as it did`, async ({ page }) => {
    await open(page, picture);
    if (picture.isMoving) expect(await layoutFaults(page), "laid out wrongly").toEqual([]);
    else await comparePicture(page, picture.name, changing(page));
  });
}

test("a card that stands eight pixels beside its place is seen on the picture", async ({ page }) => {
  test.skip(isTakingPictures(), "pictures are being taken");
  const editor = pictures.find(({ name }) => name === "editor-light");
  if (!editor) throw new Error("There are no pictures");
  await open(page, editor);
  test.skip(!(await isComparable(page)), "letters are drawn differently here");
  const compare = (patience = {}) =>
    expect(page).toHaveScreenshot(`${editor.name}.png`, { ...look, mask: changing(page), ...patience });
  await compare();
  await page.addStyleTag({ content: '[data-id="writer"] { margin-left: 8px; }' });
  await expect(compare({ timeout: 15_000 })).rejects.toThrow(/pixels/);
});

test("every other page is laid out without a fault on a first visit, wide and narrow", async ({ page }) => {
  for (const width of [1440, 390] as const) {
    for (const path of [
      "/orgs",
      "/templates",
      "/runs",
      "/inbox",
      "/skills",
      "/tools",
      "/tools/rules",
      "/mcp",
      "/settings",
      "/design",
    ]) {
      await setScreen(page, width);
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      if (path !== "/design") await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      expect.soft(await layoutFaults(page), `${path} at ${width}`).toEqual([]);
    }
  }
});

/** Leaves nothing in any list; skills that ship with OpenHive cannot be taken away, so that the page hears of none. */
async function takeAwayAll(page: Page): Promise<void> {
  const api: Api = { request: page.request, baseURL: address };
  for (const { name } of await query(api, "mcp.list", undefined)) await mutate(api, "mcp.remove", { name });
  await page.route(/\/api\/trpc\/[^?]*skills\.list/, async (route) => {
    const response = await route.fetch();
    const names = new URL(route.request().url()).pathname.replace("/api/trpc/", "").split(",");
    const answers: readonly unknown[] = await response.json();
    const json = answers.map((answer, index) =>
      names[index] === "skills.list" ? { result: { data: [] } } : answer,
    );
    await route.fulfill({ response, json });
  });
}

// Last of all: nothing is left afterwards.
test("where nothing is left, a page says what would be there and offers the one thing that fills it", async ({
  page,
}) => {
  await takeAwayAll(page);
  const main = page.getByRole("main");
  const region = (name: string) => page.getByRole("region", { name });
  for (const [path, place, words, offer] of [
    ["/skills", main, /No skills.*instructions an agent loads when it needs them/, "New skill"],
    ["/mcp", main, /No MCP servers.*tools from other systems/, "Add a server"],
    ["/settings", region("Secrets"), /No secret is stored\. An agent can ask for one/, "Add a secret"],
    ["/tools/audit", region("What happened"), /Nothing yet.*it stands here for good/, "Give an org a task"],
  ] as const) {
    await page.goto(path);
    await expect(place, path).toHaveText(words);
    const offers = place.getByRole("button", { name: offer }).or(place.getByRole("link", { name: offer }));
    await expect(offers, path).toHaveCount(1);
    await offers.click();
    if (path === "/tools/audit") await page.waitForURL("**/orgs");
    else await expect(page.getByRole("dialog", { name: offer })).toBeVisible();
  }
});
