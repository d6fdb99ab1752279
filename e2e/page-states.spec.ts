import { expect, type Page } from "@playwright/test";
import { type Api, mutate, startExampleRun, waitForRun } from "./api.ts";
import { layoutFaults } from "./layout-faults.ts";
import { refuse } from "./refuse.ts";
import { seriousFaults } from "./serious-faults.ts";
import { test } from "./story.ts";

/** What a page shows while its content is on its way, when the server cannot give it, and when nobody answers at all. */

interface StatePage {
  readonly path: string;
  /** Stands there as soon as the content does. */
  readonly content: (page: Page) => ReturnType<Page["getByText"]>;
}

const main = (page: Page) => page.getByRole("main");
const text = (words: string | RegExp) => (page: Page) =>
  main(page).getByText(words).filter({ visible: true }).first();

const fixedPages: readonly StatePage[] = [
  { path: "/orgs", content: text("Research desk") },
  { path: "/orgs/research-desk", content: (page) => page.getByRole("treeitem", { name: /^Lead/ }) },
  { path: "/templates", content: text("Code review") },
  { path: "/runs", content: text(/No runs yet|Running|Done|Stopped|Failed/) },
  { path: "/runs/compare", content: text("Choose two runs") },
  { path: "/inbox", content: text(/Nothing waits for you|Waiting for you/) },
  { path: "/inbox?show=answered", content: text(/Nothing was answered yet|Answered, newest first/) },
  { path: "/skills", content: text("csv-figures") },
  { path: "/tools", content: text("ask_user") },
  { path: "/tools/toolboxes", content: text("scout") },
  { path: "/tools/rules", content: text("Which tools agents get") },
  { path: "/tools/audit", content: text("What happened") },
  { path: "/mcp", content: text("shelf") },
  { path: "/settings", content: text("Anthropic") },
];

/** The run that all stories look at: made once. */
let made: Promise<string> | undefined;

/** The fixed pages and that of a run that is over. */
async function pagesWith(api: Api): Promise<readonly StatePage[]> {
  made ??= startExampleRun(api, "Add up the passengers of all lines.");
  const runId = await made;
  await waitForRun(api, runId);
  const lead = (page: Page) => page.getByRole("treeitem", { name: /^Lead, / });
  return [...fixedPages, { path: `/runs/${runId}`, content: lead }];
}

const API = "**/api/trpc/**";
/** What the page of a turn and a shared run ask for besides events. */
const ASKED = /\/api\/(trpc\/.*runs\.turn|share\/[^/]+\/run)/;
const widths = [1440, 390] as const;

/** Every other page on a phone, so that both are seen. */
const sizeFor = (page: Page, index: number) =>
  page.setViewportSize({ width: widths[index % 2] ?? 1440, height: 844 });

test("a page whose content is on its way shows its shape and says so to those who listen", async ({
  page,
  api,
}) => {
  test.setTimeout(360_000);
  for (const [index, { path, content }] of (await pagesWith(api)).entries()) {
    await sizeFor(page, index);
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    await page.route(API, async (route) => {
      await held;
      await route.continue().catch(() => undefined);
    });
    await page.goto(path);
    const waiting = page.locator('[aria-busy="true"]').filter({ visible: true }).first();
    await expect(waiting, path).toBeVisible();
    await expect(waiting, path).toContainText(/Loading/);
    // It takes three seconds: one page stands for all.
    if (index === 0) await expect(waiting.getByText("The server has not answered yet")).toBeVisible();
    expect.soft(await layoutFaults(page), path).toEqual([]);
    letGo();
    await expect(content(page), path).toBeVisible();
    await page.unroute(API);
  }
});

test("a page whose content the server cannot give says so, and gets it when asked again", async ({
  page,
  api,
}) => {
  test.setTimeout(480_000);
  for (const [index, { path, content }] of (await pagesWith(api)).entries()) {
    await sizeFor(page, index + 1);
    await page.route(API, refuse);
    await page.goto(path);
    const fault = page.getByRole("alert").filter({ visible: true }).first();
    await expect(fault, path).toBeVisible();
    await expect(fault, path).toContainText(/could not/);
    expect.soft(await layoutFaults(page), path).toEqual([]);
    await page.unroute(API);
    await page.getByRole("button", { name: /again/i }).filter({ visible: true }).first().click();
    await expect(content(page), path).toBeVisible();
  }
});

test("a page that nobody answers says that it is offline, keeps what it has, and goes on by itself", async ({
  page,
  api,
}) => {
  test.setTimeout(480_000);
  for (const [index, { path, content }] of (await pagesWith(api)).entries()) {
    await sizeFor(page, index);
    await page.goto(path);
    await expect(content(page), path).toBeVisible();
    await page.route("**/api/**", (route) => route.abort());
    const banner = page.getByText("Offline since");
    // What is shown is asked for again whenever the window is looked at again.
    const lookAgain = () => window.dispatchEvent(new Event("visibilitychange"));
    await expect(async () => {
      await page.evaluate(lookAgain);
      await expect(banner).toBeVisible({ timeout: 500 });
    }, path).toPass();
    await expect(content(page), path).toBeVisible();
    // The banner says it once: nothing that is there calls itself unreadable besides.
    await expect(main(page).getByText(/could not be/), path).toHaveCount(0);
    expect.soft(await layoutFaults(page), path).toEqual([]);
    await page.unroute("**/api/**");
    await expect(banner, path).toBeHidden();
  }
});

test("a turn of a model and a shared run show their shape, say when they cannot be read, and come when asked again", async ({
  page,
  request,
  api,
}) => {
  test.setTimeout(480_000);
  const runId = await startExampleRun(api, "Add up the passengers of all lines.");
  await waitForRun(api, runId);
  const { token } = await mutate(api, "runs.share", { runId });
  const open = async (path: string) => {
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    await page.route(ASKED, async (route) => {
      await held;
      await route.continue().catch(() => undefined);
    });
    await page.goto(path);
    return letGo;
  };
  const lead = page.getByRole("treeitem", { name: /^Lead, / });
  const events = await request.get(`/api/share/${token}/events?after=0`);
  const sessionId = /"sessionId":"([\da-f-]{36})"/.exec(await events.text())?.[1];
  const shown = [
    {
      path: `/runs/${runId}/turns/${sessionId}/1`,
      content: main(page).getByText("You are Lead").first(),
      fault: "This turn could not be read",
    },
    { path: `/share/${token}`, content: lead, fault: "The run could not be loaded" },
  ];
  for (const { path, content, fault } of shown)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 844 });
      const letGo = await open(path);
      const waiting = page.locator('[aria-busy="true"]').filter({ visible: true }).first();
      await expect(waiting, path).toContainText(/Loading/);
      expect.soft(await layoutFaults(page), path).toEqual([]);
      letGo();
      await expect(content, path).toBeVisible();
      await page.unroute(ASKED);

      await page.route(ASKED, refuse);
      await page.goto(path);
      const told = page.getByRole("alert").filter({ hasText: fault });
      await expect(told, path).toBeVisible();
      expect.soft(await layoutFaults(page), path).toEqual([]);
      expect.soft(await seriousFaults(page), path).toEqual([]);
      await page.unroute(ASKED);
      await page.getByRole("button", { name: /again/i }).filter({ visible: true }).first().click();
      await expect(content, path).toBeVisible();
    }
});
