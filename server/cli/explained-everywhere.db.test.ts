import { afterAll, beforeAll, expect, test } from "vitest";
import type { OrgDocument } from "../contract/org-document.ts";
import { openhive } from "../testing/command-line.ts";
import { drawOrg } from "../testing/draw-org.ts";
import { type Hive, makeDataFolder, openHive } from "../testing/open-hive.ts";
import { drawUnderRules, RULE_CASES, type RuleCase } from "../testing/rule-cases.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { createCaller } from "../trpc/root.ts";

let database: TestDatabase;
let folder: Awaited<ReturnType<typeof makeDataFolder>>;
let pages: Hive;
beforeAll(async () => {
  database = await createTestDatabase();
  folder = await makeDataFolder();
  pages = await openHive({ url: database.url, dataDir: folder.path, role: "web" });
});
afterAll(async () => {
  await pages.close();
  await folder[Symbol.asyncDispose]();
  await database.close();
});

/** What the inspector shows of the tool: nothing of one that nobody granted. */
async function expectShown(
  document: OrgDocument,
  { step, outcome, tool = "run_shell" }: RuleCase,
): Promise<void> {
  const shown = (await pages.services.effectiveTools(document, "a")).find(({ name }) => name === tool);
  const isRemoved = outcome === undefined;
  if (isRemoved && (step === "exists" || step === "toolbox")) {
    expect(shown).toBeUndefined();
    return;
  }
  expect(shown).toMatchObject({ isEnabled: !isRemoved, isRefused: isRemoved });
  const last = shown?.steps.findLast((one) => one.outcome !== "passed");
  expect(last?.id).toBe(outcome === "passed" ? undefined : step);
}

test.each(RULE_CASES.map((one, index) => ({ ...one, index })))(
  "API, command line and inspector name the same step: $step ($index)",
  async ({ index, ...one }) => {
    const { step, outcome = "removed", tool = "run_shell", rules } = one;
    await pages.services.saveToolPolicy({ policy: rules.everybody ?? {} });
    const document = drawUnderRules(drawOrg(["lead > a"]), "a", rules);
    const slug = `case-${index}`;
    await pages.services.createOrg({ document, slug });
    const isAllowed = outcome !== "removed";
    const request = rules.request && [...rules.request];

    const api = createCaller({ services: pages.services });
    const explained = await api.tools.explain({ document, agentId: "a", tool, request });
    expect(explained).toMatchObject({ isAllowed, decidedBy: { id: step, outcome } });

    const asked = ["tools", "explain", "a", tool, "--org", slug, ...(request ? ["--tools", ...request] : [])];
    const place = { url: database.url, dataDir: folder.path };
    const json = await openhive(place, [...asked, "--json"]);
    expect(JSON.parse(json.stdout)).toEqual(explained);
    const { title, reason } = explained.decidedBy;
    const { stdout } = await openhive(place, asked);
    expect(stdout).toContain(`a ${isAllowed ? "has" : "does not have"} ${tool}. ${title}: ${reason}.`);

    // A request belongs to a run: the drawing alone has none.
    if (request) return;
    const isThere = (await pages.services.toolArray(document, "a")).some(({ name }) => name === tool);
    expect(isThere).toBe(isAllowed);
    await expectShown(document, one);
  },
);
