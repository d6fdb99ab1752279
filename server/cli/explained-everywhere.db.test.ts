import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type OrgDocument, orgDocumentSchema } from "../contract/org-document.ts";
import { openhive } from "../testing/command-line.ts";
import { drawOrg } from "../testing/draw-org.ts";
import { type Hive, makeDataFolder, openHive } from "../testing/open-hive.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { createCaller } from "../trpc/root.ts";

vi.setConfig({ testTimeout: 60_000 });

let database: TestDatabase;
let folder: Awaited<ReturnType<typeof makeDataFolder>>;
let pages: Hive;
beforeAll(async () => {
  database = await createTestDatabase();
  folder = await makeDataFolder();
  pages = await openHive({ url: database.url, dataDir: folder.path, role: "web" });
}, 60_000);
afterAll(async () => {
  await pages.close();
  await folder[Symbol.asyncDispose]();
  await database.close();
});

interface Rules {
  readonly everybody?: object;
  readonly agent?: object;
  readonly org?: object;
  /** What the line above the agent passes on. */
  readonly line?: readonly string[];
  readonly request?: readonly string[];
  readonly limits?: object;
}

interface Case {
  readonly step: string;
  readonly outcome?: "passed" | "returned";
  readonly tool?: string;
  readonly rules: Rules;
}

const provider = (rule: object) => ({ byProvider: { scripted: rule } });

const CASES: readonly Case[] = [
  { step: "toolbox", outcome: "passed", rules: {} },
  { step: "toolbox", tool: "web_fetch", rules: {} },
  { step: "availability", tool: "attach_file", rules: {} },
  { step: "global-profile", rules: { everybody: { profile: "messaging" } } },
  { step: "provider-profile", rules: { everybody: provider({ profile: "messaging" }) } },
  { step: "global-allow", rules: { everybody: { allow: ["group:fs"] } } },
  { step: "provider-allow", rules: { everybody: provider({ allow: ["group:fs"] }) } },
  { step: "agent-allow", rules: { agent: { allow: ["read_file"] } } },
  { step: "agent-provider-allow", rules: { agent: provider({ allow: ["read_file"] }) } },
  { step: "group-allow", rules: { org: { allow: ["group:web"] } } },
  { step: "global-deny", rules: { everybody: { deny: ["group:runtime"] } } },
  { step: "group-deny", rules: { org: { deny: ["run_shell"] } } },
  { step: "agent-deny", rules: { agent: { deny: ["*"] } } },
  {
    step: "global-also-allow",
    outcome: "returned",
    rules: { everybody: { profile: "minimal", alsoAllow: ["run_shell"] } },
  },
  {
    step: "agent-also-allow",
    outcome: "returned",
    rules: { everybody: { deny: ["run_shell"] }, agent: { alsoAllow: ["group:runtime"] } },
  },
  { step: "sub-agent", rules: { everybody: { subAgentDeny: ["run_shell"], alsoAllow: ["run_shell"] } } },
  { step: "leaf", rules: { everybody: { leafDeny: ["run_shell"] }, limits: { maxDepth: 1 } } },
  { step: "line", rules: { line: ["read_file"], agent: { alsoAllow: ["run_shell"] } } },
  { step: "request", rules: { request: ["read_file"], agent: { alsoAllow: ["run_shell"] } } },
  { step: "exists", tool: "recall", rules: {} },
  { step: "exists", tool: "no_such_tool", rules: {} },
];

/** An org of a lead and `a` below it, under these rules. */
function draw({ agent, org, line, limits }: Rules): OrgDocument {
  const drawn = drawOrg(["lead > a"]);
  const agents = drawn.agents.map((one) =>
    one.id === "a"
      ? { ...one, ...(agent ? { policy: agent } : {}), limits: { ...one.limits, ...limits } }
      : one,
  );
  const lines = drawn.lines.map((one) => ({ ...one, ...(line ? { tools: line } : {}) }));
  return orgDocumentSchema.parse({ ...drawn, agents, lines, ...(org ? { policy: org } : {}) });
}

/** What the inspector shows of the tool: nothing of one that nobody granted. */
async function expectShown(
  document: OrgDocument,
  { step, outcome, tool = "run_shell" }: Case,
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

test.each(CASES.map((one, index) => ({ ...one, index })))(
  "API, command line and inspector name the same step: $step ($index)",
  async ({ index, ...one }) => {
    const { step, outcome = "removed", tool = "run_shell", rules } = one;
    await pages.services.saveToolPolicy(rules.everybody ?? {});
    const document = draw(rules);
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
