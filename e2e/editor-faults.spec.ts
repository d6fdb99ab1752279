import { expect, type Page, test } from "@playwright/test";
import { card, openOrg, team, waitUntilEditedAndSaved, waitUntilSaved } from "./org-page.ts";
import { pressUntilFocused } from "./press-until.ts";
import { recordFaults } from "./record-faults.ts";

/** What goes wrong around an editor that is open: a full browser, another tab, a hidden one. */

const role = (page: Page) => page.getByRole("textbox", { name: "Role" });

test("a browser without room says that edits are only on the page, and saves them when it can", async ({
  page,
  baseURL,
}) => {
  const faults = recordFaults(page);
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
    };
  });
  const slug = await openOrg(page, baseURL, team);
  await page.route("**/api/trpc/orgs.save**", (route) => route.abort());
  await card(page, "Reviewer").click();
  await role(page).fill("Typed into a full browser");
  await expect(page.getByText("This browser has no room to keep your edits").first()).toBeVisible();
  // Whoever leaves all the same is not told that they are kept.
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Runs" }).click();
  const left = page.getByRole("region", { name: /^Messages/ }).getByText(/are not saved/);
  await expect(left).toContainText("no room to keep them. Leave this tab open");
  const saved = page.waitForResponse((answer) => answer.url().includes("orgs.save") && answer.ok());
  await page.unroute("**/api/trpc/orgs.save**");
  await saved;
  // Choices that are only remembered do no harm either.
  await page.goto("/settings");
  await page.getByRole("switch", { name: /single/i }).click();
  await page.goto(`/orgs/${slug}`);
  await card(page, "Reviewer").click();
  await expect(role(page)).toHaveValue("Typed into a full browser");
  expect(faults).toEqual([]);
});

test("a browser that forbids its storage shows, edits and saves an org like any other", async ({
  page,
  baseURL,
}) => {
  const faults = recordFaults(page);
  await page.addInitScript(() => {
    Object.defineProperty(window, "localStorage", {
      get() {
        throw new DOMException("Access is denied for this document.", "SecurityError");
      },
    });
  });
  const slug = await openOrg(page, baseURL, team);
  await card(page, "Reviewer").click();
  await waitUntilEditedAndSaved(page, () => role(page).fill("Typed where nothing is kept"));
  await page.goto("/settings");
  await page.getByRole("switch", { name: /single/i }).click();
  await page.goto(`/orgs/${slug}`);
  await card(page, "Reviewer").click();
  await expect(role(page)).toHaveValue("Typed where nothing is kept");
  expect(faults).toEqual([]);
});

test("a tab that is hidden saves at once, and the stale one beside it is shown both versions", async ({
  page,
  context,
  baseURL,
}) => {
  // Browsers hold the timers of hidden pages back: from the edit on, none that is long runs here.
  await page.addInitScript(() => {
    const later = window.setTimeout.bind(window);
    Object.assign(window, {
      setTimeout: (run: () => void, ms = 0) => later(run, ms >= 500 && "isHeldBack" in window ? 600_000 : ms),
    });
  });
  const slug = await openOrg(page, baseURL, team);
  const stale = await context.newPage();
  await stale.goto(`/orgs/${slug}`);
  await expect(card(stale, "Reviewer")).toBeVisible();

  await page.bringToFront();
  await card(page, "Analyst").click();
  await page.evaluate(() => Object.assign(window, { isHeldBack: true }));
  await role(page).fill("From the hidden tab");
  await expect(page.getByRole("banner").getByText("Edited", { exact: true })).toBeVisible();
  const saved = page.waitForResponse((answer) => answer.url().includes("orgs.save") && answer.ok());
  await page.evaluate(() => {
    Object.defineProperty(document, "visibilityState", { configurable: true, get: () => "hidden" });
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await saved;

  await stale.bringToFront();
  await card(stale, "Reviewer").click();
  await role(stale).fill("From the stale tab");
  const dialog = stale.getByRole("dialog", { name: /was saved while you were editing/ });
  await expect(dialog.getByText("Analyst", { exact: true })).toBeVisible();
  await expect(dialog.getByText("Reviewer", { exact: true })).toBeVisible();
  await dialog.getByRole("button", { name: /^Merge as version/ }).click();
  await waitUntilSaved(stale);
  await stale.reload();
  await card(stale, "Analyst").click();
  await expect(role(stale)).toHaveValue("From the hidden tab");
  await card(stale, "Reviewer").click();
  await expect(role(stale)).toHaveValue("From the stale tab");
});

test("an agent is put into a group and taken out of it by keys alone", async ({ page, baseURL }) => {
  await openOrg(page, baseURL, team);
  const { keyboard } = page;
  await pressUntilFocused(page, "Tab", card(page, "Lead"));
  await keyboard.press("ArrowDown");
  await expect(card(page, "Analyst")).toBeFocused();
  await keyboard.press("Space");
  await waitUntilEditedAndSaved(page, () => keyboard.press("Control+g"));
  const choose = async (option: string) => {
    await pressUntilFocused(
      page,
      "Tab",
      page.getByRole("tree", { name: "Agents" }).locator("[tabindex='0']"),
    );
    await pressUntilFocused(page, "ArrowUp", card(page, "Lead"));
    await keyboard.press("ArrowDown");
    await pressUntilFocused(page, "ArrowRight", card(page, "Reviewer"));
    await keyboard.press("Enter");
    const group = page.getByRole("combobox", { name: "Group" });
    await pressUntilFocused(page, "Tab", group);
    await keyboard.press("Enter");
    await expect(page.getByRole("listbox")).toBeVisible();
    await keyboard.press("Home");
    await pressUntilFocused(page, "ArrowDown", page.getByRole("option", { name: option, exact: true }));
    await waitUntilEditedAndSaved(page, () => keyboard.press("Enter"));
    await expect(group).toHaveText(option);
  };
  await choose("Group 1");
  await expect(page.getByRole("treeitem", { name: /^Group Group 1, 2 members/ })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("treeitem", { name: /^Group Group 1, 2 members/ })).toBeVisible();
  await choose("None");
  await expect(page.getByRole("treeitem", { name: /^Group Group 1, 1 member\b/ })).toBeVisible();
});

test("while no script can be loaded every part of the editor says so, the page stays, and all come when they can", async ({
  page,
  baseURL,
}) => {
  test.setTimeout(300_000);
  const faults = recordFaults(page);
  await openOrg(page, baseURL, team);
  // What draws messages is there from the first one on.
  await card(page, "Analyst").click();
  await page.keyboard.press("Delete");
  await expect(page.getByRole("region", { name: /^Messages/ }).getByText(/^Analyst deleted/)).toBeVisible();
  await card(page, "Reviewer").click();
  await expect(page.getByRole("textbox", { name: "Persona" })).toBeVisible();

  await page.route("**/*.js*", (route) => route.abort());
  await page.route("**/api/trpc/orgs.save**", (route) => route.abort());
  await role(page).fill("Typed while the server was away");
  const message = page.getByRole("alert").getByText("A part of this page could not be loaded");
  const closeMessage = async () => {
    await expect(message).toBeVisible();
    await page.getByRole("alert").getByRole("button", { name: "Close" }).click();
    await expect(message).toBeHidden();
  };
  const bar = page.getByRole("banner");
  // What is opened can be asked for again; pressed twice, it is told of twice.
  for (const _time of [1, 2]) {
    await bar.getByRole("button", { name: "X-ray" }).click();
    await closeMessage();
  }
  await page.getByRole("treeitem", { name: /^Reviewer/ }).focus();
  for (const key of ["?", "Shift+L", "ControlOrMeta+k"]) {
    await page.keyboard.press(key);
    await closeMessage();
  }
  await bar.getByRole("button", { name: /^Version/ }).click();
  await closeMessage();
  await page.getByRole("tab", { name: "Model" }).click();
  await closeMessage();
  await page.getByRole("tab", { name: "Limits" }).click();
  await expect(message).toBeVisible();
  await bar.getByRole("button", { name: "X-ray" }).click();
  await expect(page.getByText("This page stopped")).toHaveCount(0);

  await page.unroute("**/*.js*");
  await page.unroute("**/api/trpc/orgs.save**");
  // The part may come by itself before: its window then stands before the message.
  const retry = page
    .getByRole("alert", { includeHidden: true })
    .getByRole("button", { name: "Retry", includeHidden: true });
  await retry.dispatchEvent("click");
  const xray = page.getByRole("dialog", { name: /X-ray/ });
  await expect(xray).toBeVisible();
  await page.keyboard.press("Escape");
  // A part that nobody asks for again comes by itself.
  await expect(page.getByLabel("Turns in one session")).toBeVisible();
  await page.getByRole("tab", { name: "Identity" }).click();
  await expect(role(page)).toHaveValue("Typed while the server was away");
  await waitUntilSaved(page);
  await page.reload();
  await card(page, "Reviewer").click();
  await expect(role(page)).toHaveValue("Typed while the server was away");
  expect(faults).toEqual([]);
});
