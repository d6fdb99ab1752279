import { expect, test } from "@playwright/test";

/** What a page is when its own script has a fault. */

test("a page that stopped says so inside the frame, another page is one step away, and it comes when tried again", async ({
  page,
}) => {
  // An org without its drawing: nothing that the editor could stand on.
  await page.route("**/api/trpc/orgs.get*", (route) =>
    route.fulfill({ json: [{ result: { data: { id: "none" } } }] }),
  );
  await page.goto("/orgs/research-desk");
  const stopped = page.getByRole("heading", { name: "This page stopped", exact: true });
  await expect(stopped).toBeVisible();
  await expect(page.getByRole("banner").getByRole("button", { name: /^Find or do/ })).toBeVisible();
  await page.getByRole("link", { name: "Skills" }).first().click();
  await expect(page.getByRole("heading", { name: "Skills", level: 1 })).toBeVisible();
  await expect(stopped).toHaveCount(0);

  await page.goto("/orgs/research-desk");
  await expect(stopped).toBeVisible();
  await page.unroute("**/api/trpc/orgs.get*");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("treeitem", { name: /^Lead/ })).toBeVisible();
  await expect(stopped).toHaveCount(0);
});

test("a fault in the frame around the pages is told as plainly, and everything comes when tried again", async ({
  page,
}) => {
  await page.route("**/api/trpc/waits.open*", (route) =>
    route.fulfill({ json: [{ result: { data: { none: true } } }] }),
  );
  await page.goto("/skills");
  await expect(
    page.getByRole("heading", { name: "OpenHive stopped because of a fault in this page" }),
  ).toBeVisible();
  await page.unroute("**/api/trpc/waits.open*");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { name: "Skills", level: 1 })).toBeVisible();
});
