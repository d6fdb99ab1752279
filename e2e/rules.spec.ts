import { expect, type Page, test } from "@playwright/test";
import { mutate, query, startExampleRun, waitForRun } from "./api.ts";
import { seriousFaults } from "./serious-faults.ts";

/** Who may call what: toolboxes, the reasons in the inspector, approvals, and the audit of it all. */

test("a toolbox is made, changed and deleted, and the built-in ones cannot be", async ({ page }) => {
  await page.goto("/tools/toolboxes");
  await page.getByRole("button", { name: "New toolbox" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Figures only");
  await page.getByLabel("db_query", { exact: true }).check();
  await page.getByLabel("Other names, one a line").fill("no/such");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("no/such is no name of a tool")).toBeVisible();
  await page.getByLabel("Other names, one a line").fill("recall\nmcp__nobody__nothing");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("link", { name: /Figures only/ }).click();
  await expect(page.getByText("recall, planned")).toBeVisible();
  await expect(page.getByText("mcp__nobody__nothing, not there")).toBeVisible();
  await page.getByRole("button", { name: "Edit" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Figures alone");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { name: "Figures alone" })).toBeVisible();
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Delete Figures alone" }).click();
  await expect(page.getByRole("link", { name: /Figures alone/ })).toHaveCount(0);
  await page.getByRole("link", { name: /^scout/ }).click();
  await expect(page.getByText("Comes with OpenHive, cannot be changed.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Edit" })).toHaveCount(0);
});

test("the inspector says which rule keeps a tool from an agent", async ({ page, baseURL }) => {
  const api = { request: page.request, baseURL };
  await mutate(api, "tools.savePolicy", { policy: { deny: ["db_exec"] } });
  const org = await query(api, "orgs.get", { idOrSlug: "research-desk" });
  await page.goto(`/orgs/${org.id}`);
  await page.getByRole("treeitem", { name: /^Lead/ }).first().click();
  await page.getByRole("tab", { name: /^Tools/ }).click();
  await page.getByRole("button", { name: /^Why db_exec/ }).click();
  await expect(page.getByRole("list", { name: "Rules" })).toContainText(
    "Denied everywhere: The list has db_exec",
  );
  await mutate(api, "tools.savePolicy", { policy: {} });
});

test("rules for one provider's models are written on the rules page and hold for every agent", async ({
  page,
  baseURL,
}) => {
  const api = { request: page.request, baseURL };
  await mutate(api, "tools.savePolicy", { policy: {} });
  await page.goto("/tools/rules");
  const choose = async (label: string, option: RegExp) => {
    await page.getByRole("combobox", { name: label, exact: true }).click();
    await page.getByRole("option", { name: option }).first().click();
  };
  await choose("Provider", /^OpenAI/);
  await choose("Profile with OpenAI", /^Messaging/);
  await page.getByLabel("Allowed with OpenAI").fill("recall");
  const rules = async () => (await query(api, "tools.policy", null)).byProvider;
  await page.getByRole("button", { name: "Save rules" }).click();
  await expect.poll(rules).toEqual({ openai: { profile: "messaging", allow: ["recall"] } });
  await page.reload();
  await expect(page.getByRole("combobox", { name: "Provider", exact: true })).toHaveText(/OpenAI/);
  await choose("Profile with OpenAI", /^The profile above/);
  await page.getByLabel("Allowed with OpenAI").fill("");
  await page.getByRole("button", { name: "Save rules" }).click();
  await expect.poll(rules).toBeUndefined();
});

test("rules that two pages change both stand, and a choice that both made is named; what nobody touched follows", async ({
  page,
  context,
  baseURL,
}) => {
  const api = { request: page.request, baseURL };
  await mutate(api, "tools.savePolicy", { policy: {} });
  const stale = await context.newPage();
  const ask = async (on: Page, option: string) => {
    await on.getByRole("combobox", { name: "Ask a person" }).click();
    await on.getByRole("option", { name: option }).click();
  };
  const save = (on: Page) => on.getByRole("button", { name: "Save rules" }).click();
  const rules = () => query(api, "tools.policy", null);
  await page.goto("/tools/rules");
  await stale.goto("/tools/rules");
  await stale.getByLabel("Limits").fill("session 900/hour");
  await ask(stale, "Each time");

  await page.getByLabel("Denied", { exact: true }).fill("db_exec");
  await ask(page, "What is not listed");
  await save(page);
  await expect.poll(async () => (await rules()).deny).toEqual(["db_exec"]);

  await save(stale);
  const note = stale.getByRole("alert").filter({ hasText: "The rules were changed elsewhere meanwhile" });
  await expect(note).toContainText("Ask a person: yours is kept, elsewhere it is now “What is not listed”.");
  await expect(stale.getByLabel("Denied", { exact: true })).toHaveValue("db_exec");
  await expect(stale.getByLabel("Limits")).toHaveValue("session 900/hour");
  expect((await rules()).rates).toBeUndefined();
  expect(await seriousFaults(stale)).toEqual([]);
  await save(stale);
  await expect(note).toBeHidden();
  await expect
    .poll(rules)
    .toMatchObject({ deny: ["db_exec"], rates: ["session 900/hour"], approvals: { ask: "always" } });

  // Nothing is being changed here any more: what was changed there is shown when this is looked at again.
  await expect(async () => {
    await page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
    await expect(page.getByLabel("Limits")).toHaveValue("session 900/hour", { timeout: 500 });
  }).toPass();
  await mutate(api, "tools.savePolicy", { policy: {} });
});

test("rules of an agent and of its org are written in the inspector and hold at once", async ({
  page,
  baseURL,
}) => {
  const api = { request: page.request, baseURL };
  const template = await query(api, "orgs.get", { idOrSlug: "research-desk" });
  const org = await mutate(api, "orgs.duplicate", { orgId: template.id });
  await page.goto(`/orgs/${org.id}`);
  await page.getByRole("treeitem", { name: /^Lead/ }).first().click();
  await page.getByRole("tab", { name: /^Tools/ }).click();
  await page.getByText(/^Rules for this agent/).click();
  await page.getByLabel("Denied", { exact: true }).fill("db_exec");
  await page.getByRole("button", { name: /^Why db_exec/ }).click();
  await expect(page.getByRole("list", { name: "Rules" })).toContainText("The list has db_exec");
  await page.getByRole("combobox", { name: "While its model comes from" }).click();
  await page
    .getByRole("option", { name: /^OpenAI/ })
    .first()
    .click();
  await page.getByLabel("Allowed with OpenAI").fill("recall");
  await page.getByLabel("Denied", { exact: true }).fill("no/such name");
  await expect(page.getByText("Names of tools, group:NAME or *", { exact: true })).toBeVisible();

  await page.locator(".react-flow__pane").click({ position: { x: 12, y: 400 } });
  await page.getByText(/^Rules for all agents of this org/).click();
  await page.getByLabel("Denied", { exact: true }).fill("db_query, group:mcp");
  const rules = async () => (await query(api, "orgs.get", { idOrSlug: org.id })).document;
  await expect.poll(async () => (await rules()).policy).toEqual({ deny: ["db_query", "group:mcp"] });
  const lead = (await rules()).agents.find((agent: { name: string }) => agent.name === "Lead");
  expect(lead.policy).toEqual({ deny: ["db_exec"], byProvider: { openai: { allow: ["recall"] } } });
});

test("a call waits to be allowed, on the run's page and in the inbox, and the audit tells who did", async ({
  page,
  baseURL,
}) => {
  const api = { request: page.request, baseURL };
  const gated = { approvals: { tools: ["set_todos"], ask: "always" } };
  await mutate(api, "tools.savePolicy", { policy: gated });
  const first = await startExampleRun(api, "Add up the passengers of all lines.");
  await page.goto(`/runs/${first}`);
  await page.getByRole("button", { name: "Review" }).first().click();
  const approval = page.getByRole("region", { name: "Approval" }).first();
  await expect(approval).toContainText("set_todos");
  // What the agent says of it stands there as no more than that.
  const words = "First the plan: one item for each colleague.";
  const own = approval.getByRole("term").filter({ hasText: "Its own words, unchecked" });
  await expect(own).toBeVisible();
  await expect(approval.getByRole("definition")).toHaveText(words);
  // Its keys act at once, and none of them becomes a letter of the reason.
  await expect(approval).toBeFocused();
  // What waits stays as it was asked; the agents below are not asked as well.
  await mutate(api, "tools.savePolicy", { policy: {} });
  await approval.getByRole("button", { name: "Allow once" }).click();
  await waitForRun(api, first);

  await mutate(api, "tools.savePolicy", { policy: gated });
  const second = await startExampleRun(api, "Add up the passengers of all lines.");
  await page.goto("/inbox");
  const card = page.getByRole("region", { name: "Approval" });
  await expect(card).toContainText("Denied by itself in");
  await expect(card.getByRole("definition")).toHaveText(words);
  expect(await seriousFaults(page)).toEqual([]);
  await mutate(api, "tools.savePolicy", { policy: {} });
  await card.getByRole("button", { name: "Deny" }).click();
  await waitForRun(api, second);

  await page.goto("/tools/audit");
  await expect(page.getByText("allowed once").first()).toBeVisible();
  await expect(page.getByText("denied").first()).toBeVisible();
  const allowed = page.getByRole("listitem").filter({ hasText: "allowed once" }).first();
  await allowed.locator("summary").click();
  await expect(allowed).toContainText('"input"');
  await expect(allowed.getByText(/^SHA-256 [0-9a-f]{64}$/)).toBeVisible();
  const csv = await page.request.get("/api/audit?format=csv");
  expect(await csv.text()).toContain("A person at a page");
});

test("a secret is stored, changed and removed in the settings, and its value is never shown again", async ({
  page,
}) => {
  const answers: string[] = [];
  page.on("response", async (response) => {
    if (response.url().includes("/api/")) answers.push(await response.text().catch(() => ""));
  });
  await page.goto("/settings#secrets");
  await page.getByRole("button", { name: "Add a secret" }).click();
  await page.getByLabel("Name", { exact: true }).fill("TRACKER_TOKEN");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("A new secret needs its value")).toBeVisible();
  await page.getByLabel("Value", { exact: true }).fill("a-value-of-some-length");
  await page.getByLabel("Hosts", { exact: true }).fill("https://not a host");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText(/A host such as/)).toBeVisible();
  await page.getByLabel("Hosts", { exact: true }).fill("api.tracker.example");
  await page.getByRole("textbox", { name: "Tools" }).fill("http_request");
  await page.getByRole("button", { name: "Save" }).click();
  const secrets = page.getByRole("region", { name: "Secrets" });
  await expect(secrets).toContainText("To api.tracker.example. Not used yet.");
  await page.getByRole("button", { name: "Edit TRACKER_TOKEN" }).click();
  await expect(page.getByLabel("Value", { exact: true })).toHaveValue("");
  await page.getByLabel("What it is for").fill("Reads issues");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(secrets).toContainText("Reads issues");
  await page.getByRole("button", { name: "Edit TRACKER_TOKEN" }).click();
  await page.getByRole("button", { name: "Remove" }).click();
  const question = page.getByRole("alertdialog", { name: "Remove TRACKER_TOKEN?" });
  await question.getByRole("button", { name: "Keep" }).click();
  await expect(question).toBeHidden();
  await page.getByRole("button", { name: "Remove" }).click();
  await question.getByRole("button", { name: "Remove" }).click();
  await expect(secrets).toContainText("No secret is stored");
  await page.goto("/tools/audit");
  await expect(page.getByRole("listitem").filter({ hasText: "TRACKER_TOKEN" })).toHaveCount(3);
  await expect(page.getByText("Secret: A person at a page").first()).toBeVisible();
  expect(answers.join("\n")).toContain("TRACKER_TOKEN");
  expect(answers.join("\n")).not.toContain("a-value-of-some-length");
});

test("a server takes a secret by its name, and its page shows the name alone", async ({ page, baseURL }) => {
  const api = { request: page.request, baseURL };
  const value = "a-server-key-of-some-length";
  const answers: string[] = [];
  page.on("response", async (response) => {
    if (response.url().includes("/api/")) answers.push(await response.text().catch(() => ""));
  });
  const script = new URL("../server/testing/mcp-scripted-server.mjs", import.meta.url).pathname;
  await page.goto("/mcp");
  await page.getByRole("button", { name: "Add a server" }).first().click();
  await page.getByRole("textbox", { name: "Name" }).fill("tracker");
  await page.getByRole("textbox", { name: "Command" }).fill(`node '${script}' good`);
  await page.getByRole("textbox", { name: "Variables" }).fill("KEY={{secret:SERVER_KEY}}");
  await page.getByRole("button", { name: "Save and test" }).click();
  await expect(page.getByText(/There is no secret named SERVER_KEY/).first()).toBeVisible({
    timeout: 30_000,
  });
  await mutate(api, "secrets.save", { name: "SERVER_KEY", value, tools: ["group:mcp:tracker"], hosts: [] });
  await page.getByRole("button", { name: "Test", exact: true }).click();
  await expect(page.getByText("KEY={{secret:SERVER_KEY}}")).toBeVisible();
  await expect(page.getByText(/There is no secret named/)).toHaveCount(0, { timeout: 30_000 });
  await page.getByRole("button", { name: "Edit" }).first().click();
  await expect(page.getByRole("textbox", { name: "Variables" })).toHaveValue("KEY={{secret:SERVER_KEY}}");
  await page.keyboard.press("Escape");
  await page.goto("/tools/audit");
  await expect(page.getByText("Secret: Connection test").first()).toBeVisible();
  expect(answers.join("\n")).not.toContain(value);
  await mutate(api, "mcp.remove", { name: "tracker" });
  await mutate(api, "secrets.remove", { name: "SERVER_KEY" });
});

test("what a limit refuses stands in the audit among the refusals, though nobody was asked", async ({
  page,
  baseURL,
}) => {
  const api = { request: page.request, baseURL };
  await mutate(api, "tools.savePolicy", { policy: { rates: ["activate_skill 1/day"] } });
  await waitForRun(api, await startExampleRun(api, "Add up the passengers of all lines."));
  await mutate(api, "tools.savePolicy", { policy: {} });
  await page.goto("/tools/audit");
  await page.getByRole("combobox", { name: "Show" }).click();
  await page.getByRole("option", { name: "Refusals" }).click();
  const entry = page.getByRole("listitem").filter({ hasText: "activate_skill was refused" }).first();
  await expect(entry).toContainText("Refusal: Limits of calls");
  await entry.locator("summary").click();
  await expect(entry).toContainText("1 call a day");
});
