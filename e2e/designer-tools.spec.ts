import { expect } from "@playwright/test";
import { card, openOrg, team } from "./org-page.ts";
import { test } from "./story.ts";

/** What an agent can call, as its inspector lists it. */

test("the tools of an agent are searched, which says when there is none, and Esc shows all of them again", async ({
  page,
  baseURL,
}) => {
  await openOrg(page, baseURL, team);
  await card(page, "Analyst").click();
  await page.getByRole("tab", { name: "Tools" }).click();
  const tools = page.getByRole("tabpanel");
  const found = tools.getByRole("button", { name: /^Why / });
  const asking = tools.getByRole("button", { name: /^Why ask_user: / });
  await expect(asking).toBeVisible();
  const all = await found.count();
  const field = tools.getByRole("searchbox", { name: `Filter ${all} tools` });
  const sum = tools.getByText(/tokens a turn for/);
  const told = (await sum.textContent()) ?? "";

  await field.fill(" ASK_user");
  await expect(found).toHaveCount(1);
  await expect(asking).toBeVisible();
  // What they cost together is not a question of what is looked for.
  await expect(sum).toHaveText(told);
  await field.fill("no such tool");
  await expect(found).toHaveCount(0);
  await expect(tools.getByText("No tool is called “no such tool”.")).toBeVisible();
  await field.press("Escape");
  await expect(field).toHaveValue("");
  await expect(found).toHaveCount(all);
  await expect(tools.getByText(/^No tool is called/)).toHaveCount(0);
  // Esc meant the search, and not the agent.
  await expect(card(page, "Analyst")).toHaveAttribute("aria-selected", "true");
});
