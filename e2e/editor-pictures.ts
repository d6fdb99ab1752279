import { expect, type Page } from "@playwright/test";
import { type Api, mutate, query } from "./api.ts";
import { changeOrg } from "./drawn/picture-orgs.ts";
import { card, drag, middleOf } from "./org-page.ts";
import type { Picture } from "./picture.ts";

/** It comes when the rest stands. */
const worstCaseIsThere = (page: Page) =>
  expect(page.getByRole("region", { name: "Task" }).getByText(/^At worst/)).toBeVisible();

const select = (name: string) => async (page: Page) => {
  await worstCaseIsThere(page);
  await card(page, name).click();
};

const selectResearcher = async (page: Page) => {
  await select("Researcher")(page);
  await expect(page.getByRole("textbox", { name: "Persona" })).toContainText("Cite every number");
};

/** Where it lies over the canvas it comes when it is asked for. */
const openInspector = async (page: Page) => {
  await select("Analyst")(page);
  await page.getByRole("button", { name: "Inspector", exact: true }).click();
  await expect(page.getByRole("textbox", { name: "Persona" })).toContainText("Cite every number");
};

/** So does the palette. */
const openPalette = async (page: Page) => {
  await worstCaseIsThere(page);
  await page.getByRole("button", { name: "Add to the canvas" }).click();
  await expect(page.getByRole("complementary", { name: "Palette" }).getByRole("searchbox")).toBeVisible();
  await expect(page.getByRole("complementary", { name: "Palette" }).getByText("6 tools")).toBeVisible();
};

const loseServer = async (page: Page) => {
  await page.route("**/api/**", (route) => route.abort());
  await card(page, "Analyst").click();
  await page.getByRole("textbox", { name: "Role" }).fill("Compares all numbers");
  await expect(page.getByText("Offline since")).toBeVisible();
  const told = page.getByRole("banner").getByText(/offline/i);
  await expect(told.first()).toBeVisible();
};

const openShortcuts = async (page: Page) => {
  await select("Lead")(page);
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard" })).toBeVisible();
  // Away from the button that has the focus: its name comes after a while.
  await page.getByRole("dialog").getByRole("heading", { name: "Keyboard" }).click();
  await expect(page.getByRole("tooltip")).toHaveCount(0);
};

const findOrDo = async (page: Page) => {
  await worstCaseIsThere(page);
  await page.getByRole("banner").getByRole("button", { name: "Find or do" }).click();
  await page.getByRole("combobox").fill("picture");
  await expect(page.getByRole("option")).toHaveCount(5);
};

const dragSkill = async (page: Page) => {
  await worstCaseIsThere(page);
  const skill = page.locator('[data-palette-item="skill:source-notes"]');
  await drag(page, await middleOf(skill), await middleOf(card(page, "Writer")));
  await expect(page.getByText(/\+\d+ tokens a turn/)).toBeVisible();
};

const openProblems = async (page: Page) => {
  await worstCaseIsThere(page);
  await page.getByRole("button", { name: /warning/ }).click();
  await expect(page.getByRole("dialog", { name: "What is wrong" }).getByRole("listitem")).toHaveCount(3);
};

const openTools = async (page: Page) => {
  await select("Researcher")(page);
  await page.getByRole("tab", { name: "Tools" }).click();
  await expect(page.getByRole("tabpanel").getByText("mcp__library__search").first()).toBeVisible();
};

const chooseLine = async (page: Page) => {
  await worstCaseIsThere(page);
  const [lead, researcher] = [await middleOf(card(page, "Lead")), await middleOf(card(page, "Researcher"))];
  await page.mouse.click(researcher.x, (lead.y + researcher.y) / 2 + 10);
  await expect(page.getByText("Researcher reports to Lead")).toBeVisible();
  await expect(page.getByText("Tools Researcher may call")).toBeVisible();
};

const openOutline = async (page: Page) => {
  await expect(card(page, "Lead")).toBeVisible();
  await page.getByRole("banner").getByRole("button", { name: "Outline" }).click();
  await expect(page.getByRole("treegrid", { name: "Outline of the org" })).toBeVisible();
};

/** On a phone it opens over the task. */
const openOutlineBesideTask = async (page: Page) => {
  await worstCaseIsThere(page);
  await openOutline(page);
};

/** Somebody else saves an org while one is at it. */
const meetConflict = async (page: Page) => {
  await worstCaseIsThere(page);
  const api: Api = { request: page.request, baseURL: new URL(page.url()).origin };
  const { id, version, document } = await query(api, "orgs.get", { idOrSlug: "picture-shared" });
  // Once is enough: whoever tries again finds it saved.
  if (version === 1)
    await mutate(api, "orgs.save", { orgId: id, baseVersion: 1, document: changeOrg(document) });
  await card(page, "Analyst").click();
  await page.getByRole("textbox", { name: "Role" }).fill("Compares the costs");
  await expect(page.getByRole("dialog", { name: /was saved while you were editing/ })).toBeVisible();
};

const openVersion = async (page: Page) => {
  await worstCaseIsThere(page);
  await page.getByRole("banner").getByRole("button", { name: "Version 2" }).click();
  await page
    .getByRole("dialog", { name: "Versions" })
    .getByRole("button", { name: /^Version 1/ })
    .click();
  await expect(page.getByRole("dialog", { name: "Version 1" }).getByText("Changed since then")).toBeVisible();
};

const path = "/orgs/picture-desk";

/** The main states of the editor. */
export const editorPictures: readonly Picture[] = [
  { name: "editor-light", path, prepare: selectResearcher },
  { name: "editor-dark", path, theme: "dark", prepare: selectResearcher },
  { name: "editor-1100", path, width: 1100, prepare: selectResearcher },
  { name: "editor-900", path, width: 900, prepare: worstCaseIsThere },
  { name: "editor-900-inspector-dark", path, width: 900, theme: "dark", prepare: openInspector },
  { name: "editor-900-palette", path, width: 900, prepare: openPalette },
  { name: "editor-phone", path, width: 390 },
  { name: "editor-phone-dark", path, width: 390, theme: "dark" },
  {
    name: "editor-empty",
    path: "/orgs/picture-empty",
    // It comes when the rest stands.
    prepare: (page) => expect(page.getByText("Own for each run")).toBeVisible(),
  },
  { name: "editor-offline", isMoving: true, path, prepare: loseServer },
  { name: "shortcuts", path, prepare: openShortcuts },
  { name: "editor-find-or-do", path, isAlsoDark: true, prepare: findOrDo },
  { name: "editor-grant-held", path, isAlsoDark: true, isHeld: true, prepare: dragSkill },
  { name: "editor-problems", path: "/orgs/picture-problems", isAlsoDark: true, prepare: openProblems },
  { name: "editor-tools", path, isAlsoDark: true, prepare: openTools },
  { name: "editor-line", path, isAlsoDark: true, prepare: chooseLine },
  { name: "editor-outline", path, prepare: openOutlineBesideTask },
  { name: "editor-outline-phone-dark", path, width: 390, theme: "dark", prepare: openOutline },
  { name: "editor-conflict", path: "/orgs/picture-shared", isAlsoDark: true, prepare: meetConflict },
  { name: "editor-version", path: "/orgs/picture-grown", isAlsoDark: true, prepare: openVersion },
];
