import { expect, type Locator, type Page } from "@playwright/test";

/** What stories about the editor do again and again: open an org, find a card, drag, wait for a save. */

export interface DrawnAgent {
  readonly id: string;
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly parent?: string;
}

export const team: readonly DrawnAgent[] = [
  { id: "lead", name: "Lead", x: 252, y: 0 },
  { id: "analyst", name: "Analyst", x: 0, y: 168, parent: "lead" },
  { id: "reviewer", name: "Reviewer", x: 504, y: 168, parent: "lead" },
];

function toDocument(name: string, agents: readonly DrawnAgent[]) {
  return {
    name,
    task: "",
    agents: agents.map((agent) => ({
      id: agent.id,
      name: agent.name,
      persona: "You work.",
      position: { x: agent.x, y: agent.y },
    })),
    lines: agents
      .filter((agent) => agent.parent !== undefined)
      .map((agent) => ({ id: `line-${agent.id}`, parentId: agent.parent, childId: agent.id })),
  };
}

/** Creates an org through the API and opens its editor. */
export async function openOrg(
  page: Page,
  baseURL: string | undefined,
  agents: readonly DrawnAgent[],
): Promise<string> {
  const slug = `designer-${Math.random().toString(36).slice(2, 10)}`;
  const response = await page.request.post("/api/trpc/orgs.create", {
    headers: { origin: baseURL ?? "" },
    data: { slug, document: toDocument("Designer's org", agents) },
  });
  expect(response.ok(), await response.text()).toBe(true);
  await page.goto(`/orgs/${slug}`);
  await expect(page.getByRole("tree", { name: "Agents" })).toBeVisible();
  if (agents[0]) await expect(card(page, agents[0].name)).toBeVisible();
  return slug;
}

export function card(page: Page, name: string): Locator {
  return page.getByRole("treeitem", { name: new RegExp(`^${name}(,|$)`) });
}

export async function middleOf(
  locator: Locator,
): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await locator.boundingBox();
  if (!box) throw new Error("Nothing is drawn there");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2, width: box.width, height: box.height };
}

/** Waits until something stays where it is: ten frames in a row, so that an animation which is about to begin counts too. */
export async function waitUntilAtRest(locator: Locator): Promise<void> {
  await locator.evaluate(
    (element) =>
      new Promise<void>((resolve) => {
        let last = "";
        let frames = 0;
        const look = () => {
          const { x, y } = element.getBoundingClientRect();
          const place = `${x} ${y}`;
          frames = place === last ? frames + 1 : 0;
          last = place;
          if (frames === 10) resolve();
          else requestAnimationFrame(look);
        };
        look();
      }),
  );
}

export async function drag(
  page: Page,
  from: { x: number; y: number },
  to: { x: number; y: number },
): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 12 });
}

/** "Saved" is shown only after the server said so. */
export async function waitUntilSaved(page: Page): Promise<void> {
  await expect(page.getByRole("banner").getByText("Saved", { exact: true })).toBeVisible();
}

/** An edit is under way to the server: the next "Saved" is about it. */
export async function waitUntilEditedAndSaved(page: Page, edit: () => Promise<void>): Promise<void> {
  const saved = page.waitForResponse((response) => response.url().includes("orgs.save") && response.ok());
  await edit();
  await saved;
  await waitUntilSaved(page);
}
