import { readFile } from "node:fs/promises";
import { expect, test } from "@playwright/test";
import { type ModelServer, startModelServer } from "../server/testing/model-server.ts";
import { mutate, waitForRun } from "./api.ts";

/** The folder that agents work in, seen from the run's page while they are at work. */

const PROVIDER = "files-model";
let models: ModelServer;
let goOn: () => void = () => undefined;

const write = (path: string, content: string) => ({
  calls: [{ name: "write_file", input: { path, content } }],
});

test.beforeAll(async () => {
  const isWaitedFor = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  models = await startModelServer({
    handler: async ({ messages }) => {
      const turn = messages.filter((message) => message.role === "assistant").length;
      if (turn === 0) return write("notes/first.md", "# Heat\n\nOne source so far.");
      if (turn > 1) return { text: "The notes stand." };
      await isWaitedFor;
      return write("notes/first.md", "# Heat\n\nThree sources, which all agree on the price.");
    },
  });
});

test.afterAll(async () => {
  await models.close();
});

test("files of the workspace are opened and kept while agents write them, and show what they became", async ({
  page,
  request,
  baseURL,
}) => {
  const api = { request, baseURL };
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
  await page.goto(`/runs/${runId}`);
  await page.getByRole("tab", { name: /^Files/ }).click();
  const folder = page.getByRole("region", { name: "Workspace" });
  const file = folder.getByRole("button", { name: /^notes\/first\.md/ });
  await expect(file).toContainText("26 B");

  await file.press("Enter");
  const look = page.getByRole("dialog", { name: "first.md" });
  await expect(look.getByText("One source so far.")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(file).toBeFocused();

  goOn();
  await expect(file).toContainText("52 B");
  await file.click();
  await expect(look.getByText("Three sources, which all agree on the price.")).toBeVisible();
  await page.keyboard.press("Escape");
  const downloading = page.waitForEvent("download");
  await folder.getByRole("link", { name: "Download notes/first.md" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe("first.md");
  expect(await readFile(await download.path(), "utf8")).toContain("Three sources");
  await waitForRun(api, runId);
});
