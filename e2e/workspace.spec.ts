import { readFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import { type ModelServer, startModelServer } from "../server/testing/model-server.ts";
import { type Api, mutate, query, waitForRun } from "./api.ts";
import { test } from "./story.ts";

/** The folder that agents work in, seen from the run's page while they are at work. */

const PROVIDER = "files-model";
let models: ModelServer;
/** When the writer may write the second time. */
let goOn = Promise.withResolvers<void>();

const write = (path: string, content: string) => ({
  calls: [{ name: "write_file", input: { path, content } }],
});

test.beforeAll(async () => {
  models = await startModelServer({
    handler: async ({ messages }) => {
      const turn = messages.filter((message) => message.role === "assistant").length;
      if (turn === 0) return write("notes/first.md", "# Heat\n\nOne source so far.");
      if (turn > 1) return { text: "The notes stand." };
      await goOn.promise;
      return write("notes/first.md", "# Heat\n\nThree sources, which all agree on the price.");
    },
  });
});

test.beforeEach(() => {
  goOn = Promise.withResolvers();
});

test.afterAll(async () => {
  await models.close();
});

/** A run whose agent has written its file once, and waits to write it again. */
async function startWriter(api: Api): Promise<string> {
  await mutate(api, "providers.save", {
    id: PROVIDER,
    kind: "openai-compatible",
    name: "Files model",
    baseUrl: `${models.url}/v1`,
    apiKey: "loopback",
    models: ["writer"],
  });
  const org = await mutate(api, "orgs.create", {
    slug: `notes-${Date.now()}`,
    document: {
      name: "Notes",
      task: "",
      agents: [
        {
          id: "writer",
          name: "Writer",
          persona: "You write notes.",
          position: { x: 0, y: 0 },
          model: { provider: PROVIDER, model: "writer" },
        },
      ],
      lines: [],
    },
  });
  const { runId } = await mutate(api, "runs.start", { orgId: org.id, task: "Write notes." });
  await expect.poll(async () => (await query(api, "runs.workspace", { runId })).files).toHaveLength(1);
  return runId;
}

const folderIn = (page: Page) => page.getByRole("region", { name: "Workspace" });
const fileIn = (page: Page) => folderIn(page).getByRole("button", { name: /^notes\/first\.md/ });

test("files of the workspace are opened and kept while agents write them, and show what they became", async ({
  page,
  api,
}) => {
  const runId = await startWriter(api);
  await page.goto(`/runs/${runId}`);
  await page.getByRole("tab", { name: /^Files/ }).click();
  const file = fileIn(page);
  await expect(file).toContainText("26 B");

  await file.press("Enter");
  const look = page.getByRole("dialog", { name: "first.md" });
  await expect(look.getByText("One source so far.")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(file).toBeFocused();

  goOn.resolve();
  await expect(file).toContainText("52 B");
  await file.click();
  await expect(look.getByText("Three sources, which all agree on the price.")).toBeVisible();
  await page.keyboard.press("Escape");
  const downloading = page.waitForEvent("download");
  await folderIn(page).getByRole("link", { name: "Download notes/first.md" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe("first.md");
  expect(await readFile(await download.path(), "utf8")).toContain("Three sources");
  await waitForRun(api, runId);
});

test("a look at the workspace that began before the last write is followed by another", async ({
  page,
  api,
}) => {
  const runId = await startWriter(api);
  await page.goto(`/runs/${runId}`);
  await page.route(
    /runs\.workspace/,
    async (route) => {
      const response = await route.fetch();
      goOn.resolve();
      await expect(page.getByRole("tab", { name: "Answer" })).toBeVisible();
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  await page.getByRole("tab", { name: /^Files/ }).click();
  await expect(fileIn(page)).toContainText("52 B");
});
