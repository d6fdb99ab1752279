import { expect, test } from "@playwright/test";

/** What is prepared for the next run stays, whatever happens to the page. */

test("a file that is attached to the task is there after a reload and goes with the run; what is taken off stays off", async ({
  page,
  baseURL,
}) => {
  const made = await page.request.post("/api/trpc/orgs.createFromTemplate", {
    headers: { origin: baseURL ?? "" },
    data: { template: "data-analysis", name: `Kept ${Date.now()}` },
  });
  expect(made.ok(), await made.text()).toBe(true);
  const { result } = (await made.json()) as { result: { data: { slug: string } } };
  await page.goto(`/orgs/${result.data.slug}`);
  const task = page.getByRole("region", { name: "Task" });
  const sample = task.getByRole("button", { name: "Take orders.csv off" });
  const own = task.getByRole("button", { name: "Take own.csv off" });
  const back = task.getByRole("button", { name: "Put orders.csv back" });
  await sample.click();
  await page.getByLabel("Files to attach").setInputFiles({
    name: "own.csv",
    mimeType: "text/csv",
    buffer: Buffer.from("pier,fare\nNorth,3\nSouth,4\n"),
  });
  await expect(own).toBeVisible();

  await page.reload();
  await expect(own).toBeVisible();
  await expect(sample).toBeHidden();
  await back.click();
  await expect(sample).toBeVisible();
  await sample.click();
  await page.reload();
  await expect(back).toBeVisible();

  await page.getByRole("banner").getByRole("button", { name: /^Run/ }).click();
  await page.waitForURL(/\/runs\//);
  await page.getByRole("tab", { name: /Files/ }).click();
  await expect(page.getByText("own.csv").first()).toBeVisible();
  await expect(page.getByText("orders.csv", { exact: true })).toBeHidden();

  await page.goto(`/orgs/${result.data.slug}`);
  await own.click();
  await expect(own).toBeHidden();
  await page.reload();
  await expect(back).toBeVisible();
  await expect(own).toBeHidden();
});

test("where the browser keeps nothing, whoever attaches a file is told", async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, "indexedDB", {
      value: {
        open: () => {
          throw new DOMException("No room", "QuotaExceededError");
        },
      },
    });
  });
  await page.goto("/orgs/research-desk");
  await page.getByLabel("Files to attach").setInputFiles({
    name: "own.csv",
    mimeType: "text/csv",
    buffer: Buffer.from("a,b\n"),
  });
  await expect(page.getByRole("button", { name: "Take own.csv off" })).toBeVisible();
  await expect(page.getByText("This browser keeps no files: attach them again after a reload")).toBeVisible();
});
