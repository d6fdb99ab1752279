import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import type { OpenWait, OrgDetail } from "../contract/api.ts";
import { ALLOW_ONCE, ALWAYS_ALLOW, ALWAYS_LABELS, DENY } from "../contract/approval.ts";
import { auditFilterInput } from "../contract/audit.ts";
import type { QuestionAnswer } from "../contract/questions.ts";
import { saveSecretInput } from "../contract/secrets.ts";
import { globalPolicySchema } from "../contract/tool-policy.ts";
import { TOOL_ALIASES } from "../policy/tool-groups.ts";
import { expectWholeRun } from "../testing/check-events.ts";
import { openHive } from "../testing/open-hive.ts";
import { openPlayedHive, type PlayedHive } from "../testing/open-played-hive.ts";
import { lastResult, playBelowLead, playByTurn } from "../testing/play-by-turn.ts";
import { drawPlayedOrg, modelVariables } from "../testing/played-org.ts";
import { quickestOf } from "../testing/quickest-of.ts";
import { createCaller } from "../trpc/root.ts";

let played: PlayedHive;
let hive: PlayedHive["hive"];
let models: PlayedHive["models"];

beforeAll(async () => {
  played = await openPlayedHive({ OPENHIVE_APPROVAL_SECONDS: "30" });
  ({ hive, models } = played);
});
afterAll(() => played.close());
afterEach(async () => {
  await hive.services.saveToolPolicy({ policy: {} });
});

/** The lead hands on, and `a` calls a tool that may destroy something, with or without a word. */
function playDrop(table: string, text = ""): void {
  const input = { sql: `create table ${table} (id int)`, confirm_destructive: true };
  models.use(
    playBelowLead([
      { ...(text === "" ? {} : { text }), calls: [{ name: "db_exec", input }] },
      (request) => ({ text: lastResult(request) }),
    ]),
  );
}

function choosing(label: string): QuestionAnswer {
  return { answers: [{ selected: [label], text: "", isSkipped: false }] };
}

async function openWait(runId: string): Promise<OpenWait> {
  const wait = (await hive.services.listOpenWaits()).find((one) => one.runId === runId);
  if (!wait) throw new Error("Nothing waits.");
  return wait;
}

const audit = (runId: string) => hive.services.listAudit(auditFilterInput.parse({ runId }));

test("a call of a child that may destroy something reaches the people of the run, with chain and arguments", async () => {
  playDrop("one");
  const org = await hive.addOrg(drawPlayedOrg(["lead > a"]));
  await using run = await hive.run(org, "Get it done");
  const asked = await run.waitFor("question.asked");
  expect(asked.approval).toMatchObject({ tool: "db_exec", chain: ["lead", "a"], canRemember: true });
  const wait = await openWait(run.runId);
  expect(wait).toMatchObject({
    kind: "approval",
    agentName: "a",
    approval: { tool: "db_exec", input: { sql: "create table one (id int)" }, chain: ["lead", "a"] },
  });
  await hive.services.answerWait(wait.id, choosing(ALLOW_ONCE), "Somebody");
  const end = await run.finished();
  expect(end.answer).not.toContain("denied");
  expectWholeRun(run.events);
  expect(
    run.events.filter((event) => event.type === "tool_result" && event.name === "db_exec"),
  ).toMatchObject([{ result: { status: "ok" } }]);
  expect((await audit(run.runId)).entries).toMatchObject([
    {
      kind: "approval",
      actor: "Somebody",
      decision: "allowed once",
      tool: "db_exec",
      agentName: "a",
      chain: ["lead", "a"],
      digest: asked.approval?.digest,
      detail: { input: { sql: "create table one (id int)", confirm_destructive: true } },
    },
  ]);
});

test("what the agent says of its call reaches people with it, without the secrets that it names", async () => {
  const value = "q7-spoken-aloud-4417-zz";
  await hive.services.saveSecret(saveSecretInput.parse({ name: "SPOKEN", value }));
  playDrop("said", `The table is missing.\nThe key is ${value}.`);
  const org = await hive.addOrg(drawPlayedOrg(["lead > a"]));
  await using run = await hive.run(org, "Get it done");
  const asked = await run.waitFor("question.asked");
  expect(asked.approval?.words).toMatch(/^The table is missing\. The key is .+/);
  expect(JSON.stringify(asked)).not.toContain(value);
  const wait = await openWait(run.runId);
  expect(wait.approval).toEqual(asked.approval);
  await hive.services.answerWait(wait.id, choosing(DENY));
  await run.finished();

  playDrop("unsaid");
  await using silent = await hive.run(org, "Get it done");
  expect((await silent.waitFor("question.asked")).approval).not.toHaveProperty("words");
});

test("what was answered is listed newest first, with the answer; what waits and what was stopped is not", async () => {
  playDrop("listed");
  const org = await hive.addOrg(drawPlayedOrg(["lead > a"]));
  const ask = async () => {
    const run = await hive.run(org, "Get it done");
    await run.waitFor("question.asked");
    return { run, wait: await openWait(run.runId) };
  };
  const [allowed, denied, open, stopped] = [await ask(), await ask(), await ask(), await ask()];
  await hive.services.answerWait(allowed.wait.id, choosing(ALLOW_ONCE));
  await hive.services.answerWait(denied.wait.id, choosing(DENY));
  await hive.services.cancelRun(stopped.run.runId);
  const asked = [allowed, denied, open, stopped].map(({ wait }) => wait.id);
  const answered = await createCaller({ services: hive.services }).waits.answered();
  expect(answered.filter(({ id }) => asked.includes(id))).toMatchObject([
    { ...denied.wait, answer: choosing(DENY) },
    { ...allowed.wait, answer: choosing(ALLOW_ONCE) },
  ]);
  const times = answered.map(({ answeredAt }) => Date.parse(answeredAt));
  expect(times).toEqual(times.toSorted((left, right) => right - left));
  await hive.services.cancelRun(open.run.runId);
  for (const { run } of [allowed, denied, open, stopped]) await run[Symbol.asyncDispose]();
});

test.each([
  ["no", choosing(DENY)],
  ["something else in their own words", { answers: [{ selected: [], text: "sure", isSkipped: false }] }],
  ["nothing", { answers: [{ selected: [], text: "", isSkipped: true }] }],
])("when a person says %s, the call is not run and the agent is told", async (_name, answer) => {
  playDrop("two");
  const org = await hive.addOrg(drawPlayedOrg(["lead > a"]));
  await using run = await hive.run(org, "Get it done");
  await run.waitFor("question.asked");
  await hive.services.answerWait((await openWait(run.runId)).id, answer);
  const end = await run.finished();
  expect(end).toMatchObject({ status: "completed", answer: expect.stringContaining("denied") });
  expect((await audit(run.runId)).entries).toMatchObject([{ decision: "denied" }]);
});

test("what is always allowed needs no question again; other arguments, another agent and a permission taken back do", async () => {
  playDrop("three");
  const org = await hive.addOrg(drawPlayedOrg(["lead > a"]));
  await using first = await hive.run(org, "Get it done");
  await first.waitFor("question.asked");
  await hive.services.answerWait((await openWait(first.runId)).id, choosing(ALWAYS_ALLOW));
  await first.finished();

  await using again = await hive.run(org, "Get it done");
  await again.finished();
  expect(again.events.some((event) => event.type === "question.asked")).toBe(false);
  expect((await audit(again.runId)).entries).toMatchObject([{ kind: "grant", decision: "allowed" }]);

  playDrop("four");
  await using changed = await hive.run(org, "Get it done");
  await changed.waitFor("question.asked");
  await hive.services.cancelRun(changed.runId);

  const [grant] = await hive.services.listGrants();
  expect(grant).toMatchObject({ orgId: org.id, agentName: "a", tool: "db_exec" });
  await hive.services.removeGrant(String(grant?.id));
  playDrop("three");
  await using later = await hive.run(org, "Get it done");
  await later.waitFor("question.asked");
  await hive.services.cancelRun(later.runId);
});

/** Whether the same call asks a person in a run of an org whose agent `caller` makes it; the run is over afterwards. */
async function asksAgain(org: OrgDetail, caller: string): Promise<boolean> {
  models.use(playCaller(caller));
  await using run = await hive.run(org, "Get it done");
  await Promise.race([run.waitFor("question.asked"), run.finished()]);
  const isAsked = run.events.some((event) => event.type === "question.asked");
  if (isAsked) await hive.services.cancelRun(run.runId);
  return isAsked;
}

/** The lead hands on to `caller`, which makes the call as often as it is told to. */
function playCaller(caller: string, times = 1) {
  const input = { sql: "create table if not exists reach (id int)", confirm_destructive: true };
  const call = { calls: [{ name: "db_exec", input }] };
  return playByTurn({
    lead: [
      { calls: [{ name: "delegate_to", input: { assignee: caller, task: "Do it" } }] },
      { text: "Done." },
    ],
    [caller]: [...Array.from({ length: times }, () => call), { text: "Done." }],
  });
}

/** The agent `a` makes the call twice in one run, and a person answers the first with this. */
async function allowFirstOfTwo(org: OrgDetail, label: string): Promise<number> {
  models.use(playCaller("a", 2));
  await using run = await hive.run(org, "Get it done");
  await run.waitFor("question.asked");
  await hive.services.answerWait((await openWait(run.runId)).id, choosing(label), "Somebody");
  await run.finished();
  return run.events.filter((event) => event.type === "question.asked").length;
}

test.each([
  ["run", { again: true, other: true, elsewhere: true }, "allowed for this run"],
  ["agent", { again: false, other: true, elsewhere: true }, "always allowed"],
  ["org", { again: false, other: false, elsewhere: true }, "always allowed for every agent"],
] as const)("what is allowed for the %s holds there and no further", async (reach, asks, word) => {
  const org = await hive.addOrg(drawPlayedOrg(["lead > a", "lead > b"]));
  const stranger = await hive.addOrg(drawPlayedOrg(["lead > a", "lead > b"]));
  expect(await allowFirstOfTwo(org, ALWAYS_LABELS[reach])).toBe(1);
  expect(await asksAgain(org, "a")).toBe(asks.again);
  expect(await asksAgain(org, "b")).toBe(asks.other);
  expect(await asksAgain(stranger, "a")).toBe(asks.elsewhere);
  const { entries } = await hive.services.listAudit(auditFilterInput.parse({ kind: "approval" }));
  expect(entries[0]).toMatchObject({ actor: "Somebody", decision: word });
  const kept = (await hive.services.listGrants()).filter(({ orgId }) => orgId === org.id);
  // What ended with its run is no permission any more.
  expect(kept.map(({ agentName, runId }) => ({ agentName, runId }))).toEqual(
    reach === "run" ? [] : [{ agentName: reach === "org" ? null : "a", runId: null }],
  );
});

test("a request that is older than the choice of a reach takes no other than it offered", async () => {
  playDrop("older");
  const org = await hive.addOrg(drawPlayedOrg(["lead > a"]));
  await using run = await hive.run(org, "Get it done");
  await run.waitFor("question.asked");
  const { id } = await openWait(run.runId);
  await played.database.query(
    `update wait set request = jsonb_set(request::jsonb #- '{approval,reaches}', '{questions,0,options}',
  (select jsonb_agg(o) from jsonb_array_elements(request::jsonb #> '{questions,0,options}') o where o->>'label' in ('Allow once', 'Always allow', 'Deny')))::json
where id = $1`,
    [id],
  );
  await expect(hive.services.answerWait(id, choosing(ALWAYS_LABELS.org))).rejects.toThrow(
    "not one of the options",
  );
  await hive.services.answerWait(id, choosing(ALWAYS_LABELS.agent));
  await run.finished();
  expect((await hive.services.listGrants()).filter(({ orgId }) => orgId === org.id)).toMatchObject([
    { agentName: "a", runId: null },
  ]);
});

test("a deny rule that comes while a call waits is obeyed when the call is allowed", async () => {
  playDrop("five");
  const org = await hive.addOrg(drawPlayedOrg(["lead > a"]));
  await using run = await hive.run(org, "Get it done");
  await run.waitFor("question.asked");
  await hive.services.saveToolPolicy({ policy: { deny: ["db_exec"] } });
  await hive.services.answerWait((await openWait(run.runId)).id, choosing(ALLOW_ONCE));
  expect((await run.finished()).answer).toContain("do not have it");
});

test("the rules say which tools are asked about, and that none is", async () => {
  models.use(
    playByTurn({
      lead: [{ calls: [{ name: "set_todos", input: { items: ["x"] } }] }, { text: "Done." }],
    }),
  );
  const org = await hive.addOrg(drawPlayedOrg(["lead"]));
  await hive.services.saveToolPolicy({ policy: { approvals: { tools: ["set_todos"], ask: "always" } } });
  await using asked = await hive.run(org, "Plan");
  await asked.waitFor("question.asked");
  await hive.services.answerWait((await openWait(asked.runId)).id, choosing(ALLOW_ONCE));
  expect(await asked.finished()).toMatchObject({ status: "completed" });
  await hive.services.saveToolPolicy({ policy: { approvals: { tools: ["set_todos"], security: "deny" } } });
  await using denied = await hive.run(org, "Plan");
  await denied.finished();
  expect(denied.events.find((event) => event.type === "tool_result")).toMatchObject({
    result: { status: "error", code: "denied" },
  });
});

test("an approval that was used up by a worker that is gone does not run the call again", async () => {
  playDrop("six");
  const org = await hive.addOrg(drawPlayedOrg(["lead > a"]));
  await using run = await hive.run(org, "Get it done");
  await run.waitFor("session.parked", (event) => event.agent === "a");
  const wait = await openWait(run.runId);
  await played.database.query("update wait set used_at = now() where id = $1", [wait.id]);
  await hive.services.answerWait(wait.id, choosing(ALLOW_ONCE));
  expect((await run.finished()).answer).toContain("outcome_unknown");
});

test("a request allows what it names and nothing else, at every level", async () => {
  playDrop("seven");
  const org = await hive.addOrg(drawPlayedOrg(["lead > a"]));
  await using run = await hive.run(org, "Get it done", { tools: ["group:delegation"] });
  expect((await run.finished()).answer).toContain("db_exec exists, but you do not have it");
});

test("toolboxes over the API: made, changed, deleted; the built-in ones stay as they are", async () => {
  const api = createCaller({ services: hive.services });
  const builtin = (await api.toolboxes.list()).filter((box) => box.isBuiltin);
  expect(builtin.map((box) => box.name)).toEqual([
    "address-book",
    "all",
    "calendar",
    "code",
    "configurator",
    "email",
    "ops",
    "research",
    "scout",
  ]);
  const made = await api.toolboxes.create({
    name: "Press desk",
    tools: [" db_query", "", "db_query", "recall", "mcp__none__such"],
  });
  expect(made).toMatchObject({
    id: "press-desk",
    tools: ["db_query", "recall", "mcp__none__such"],
    toolCount: 1,
    planned: ["recall"],
    missing: ["mcp__none__such"],
    isBuiltin: false,
  });
  const refusal = (code: string, reason: string) => ({ code, cause: { data: { reason } } });
  await expect(api.toolboxes.create({ name: "press DESK" })).rejects.toMatchObject(
    refusal("CONFLICT", "TOOLBOX_NAME_TAKEN"),
  );
  await expect(api.toolboxes.create({ name: " " })).rejects.toMatchObject({
    code: "BAD_REQUEST",
    cause: { issues: [{ params: { reason: "TOOLBOX_NAME_REQUIRED" } }] },
  });
  await expect(api.toolboxes.update({ id: "scout", tools: [] })).rejects.toMatchObject(
    refusal("BAD_REQUEST", "TOOLBOX_BUILTIN_READONLY"),
  );
  await expect(api.toolboxes.remove({ id: "all" })).rejects.toMatchObject(
    refusal("BAD_REQUEST", "TOOLBOX_BUILTIN_READONLY"),
  );
  await expect(api.toolboxes.remove({ id: "nobody" })).rejects.toMatchObject(
    refusal("NOT_FOUND", "TOOLBOX_NOT_FOUND"),
  );
  const starred = (await api.toolboxes.list()).find((box) => box.name === "all")?.toolCount ?? 0;
  const changed = await api.toolboxes.update({
    id: made.id,
    name: "Press",
    tools: ["*", "db_query", "create_toolbox", "mcp__none__such"],
  });
  // Counted once each: what `*` stands for, and what it does not and is listed beside it.
  expect(changed).toMatchObject({ id: "press-desk", name: "Press", toolCount: starred + 1 });
  await api.toolboxes.remove({ id: made.id });
  // Agents that still name the old one must not get what the new one grants.
  expect((await api.toolboxes.create({ name: "Press desk" })).id).toBe("press-desk-2");
  const { entries } = await hive.services.listAudit(auditFilterInput.parse({ kind: "toolbox" }));
  expect(entries.map(({ subject }) => subject)).toEqual([
    "Toolbox Press desk created",
    "Toolbox Press deleted",
    "Toolbox Press changed",
    "Toolbox Press desk created",
  ]);
});

test("explain tells each step, for what is there, planned and unknown", async () => {
  const document = drawPlayedOrg(["lead > a"]);
  const agents = document.agents.map((agent) => ({ ...agent, policy: { deny: ["db_exec"] } }));
  const explain = (tool: string) => hive.services.explainTool({ ...document, agents }, "a", { tool });
  expect(await explain("db_exec")).toMatchObject({
    existence: "offered",
    isAllowed: false,
    decidedBy: { id: "agent-deny", reason: "The list has db_exec" },
  });
  expect(await explain("db_query")).toMatchObject({ isAllowed: true, decidedBy: { id: "toolbox" } });
  expect(await explain("recall")).toMatchObject({ existence: "planned", isAllowed: false });
  expect(await explain("nonsense")).toMatchObject({ existence: "unknown", isAllowed: false });
  // Another name of a tool is that tool, and not one that is still to be built.
  expect(await explain("list_files")).toMatchObject({ tool: "list_directory", isAllowed: true });
  // What rules take for a tool's name, calls and explanations do too.
  for (const [name, other] of Object.entries(TOOL_ALIASES)) {
    const known = await explain(other);
    if (known.existence === "offered") expect(await explain(name)).toMatchObject({ tool: known.tool });
  }
  expect(await explain("edit")).toMatchObject({ tool: "edit_file", isAllowed: true });
  expect(await explain("bash")).toMatchObject({ tool: "exec", isAllowed: false });
  const planned = (await hive.services.listPlannedTools()).map(({ name }) => name);
  expect(planned).not.toContain("list_files");
  expect(planned).not.toContain("search");
  expect(await explain("create_toolbox")).toMatchObject({ isAllowed: false, decidedBy: { id: "toolbox" } });
  const granted = agents.map((agent) => ({ ...agent, policy: undefined, toolboxes: ["configurator"] }));
  const both = { ...document, agents: granted };
  expect(await hive.services.explainTool(both, "lead", { tool: "create_toolbox" })).toMatchObject({
    isAllowed: true,
  });
  expect(await hive.services.explainTool(both, "a", { tool: "create_toolbox" })).toMatchObject({
    isAllowed: false,
    decidedBy: { id: "availability" },
  });
});

test("a rule about a group holds for every native tool of its kind, also for those that toolboxes grant by name", async () => {
  const { agents, ...document } = drawPlayedOrg(["lead > a"]);
  const drawn = agents.map((agent) => ({ ...agent, toolboxes: ["all", "configurator"] }));
  const leftUnder = async (group: string) => {
    await hive.services.saveToolPolicy({ policy: { deny: [group] } });
    return (await hive.services.toolArray({ ...document, agents: drawn }, "lead")).map(({ name }) => name);
  };
  expect((await leftUnder("group:nobody")).length).toBeGreaterThan(30);
  const web = ["web_search", "web_fetch", "browse_url", "extract_links", "http_request"];
  const files = ["read_file", "write_file", "edit_file", "multi_edit", "list_directory", "grep", "glob"];
  for (const [group, tools] of [
    ["group:web", web],
    ["group:fs", files],
    ["group:runtime", ["run_shell", "exec"]],
    ["group:delegation", ["delegate_to", "delegate_parallel"]],
  ] as const)
    expect((await leftUnder(group)).filter((name) => tools.some((tool) => tool === name))).toEqual([]);
  expect(await leftUnder("group:openhive")).toEqual([]);
  expect(await leftUnder("group:goclaw")).toEqual([]);
});

test("what is planned is offered to nobody, whoever lists it; building one begins with the faults that others had", async () => {
  const planned = (await hive.services.listPlannedTools()).map(({ name }) => name);
  expect(planned).toEqual(
    expect.arrayContaining([
      ...["scout", "create_agent", "update_agent", "spawn", "sessions_send", "memory_search", "cron"],
      ...["delegate_search", "evaluate_loop", "handoff", "team_tasks", "team_message", "message"],
    ]),
  );
  const { id } = await hive.services.createToolbox({
    name: "Everything planned",
    description: "",
    tools: ["*", ...planned],
  });
  const { agents, ...document } = drawPlayedOrg(["lead > a"]);
  const drawn = { ...document, agents: agents.map((agent) => ({ ...agent, toolboxes: [id] })) };
  for (const agent of ["lead", "a"]) {
    const offered = (await hive.services.toolArray(drawn, agent)).map(({ name }) => name);
    expect(offered).toContain("web_search");
    expect(offered.filter((name) => planned.includes(name))).toEqual([]);
    expect(offered.filter((name) => name.startsWith("custom_"))).toEqual([]);
  }
  await hive.services.removeToolbox(id);
});

test("an agent whose toolboxes are an empty list has the floor alone, and so has one whose boxes are gone", async () => {
  const { agents, ...document } = drawPlayedOrg(["lead"]);
  const arrayOf = (toolboxes: string[]) =>
    hive.services.toolArray({ ...document, agents: agents.map((one) => ({ ...one, toolboxes })) }, "lead");
  const floor = (await arrayOf([])).map(({ name }) => name);
  expect(floor).toEqual(expect.arrayContaining(["read_file", "run_shell", "prompt_human"]));
  expect(floor).not.toContain("web_search");
  expect((await arrayOf(["nobody"])).map(({ name }) => name)).toEqual(floor);
  expect((await arrayOf(["all"])).map(({ name }) => name)).toContain("web_search");
});

test("a stored policy that cannot be read allows nothing", async () => {
  await hive.services.saveToolPolicy({ policy: globalPolicySchema.parse({}) });
  await played.database.query("update setting set value = '{\"profile\": 7}' where key = 'tool-policy'");
  await using other = await openHive({
    url: played.database.url,
    dataDir: played.dataDir,
    role: "web",
    variables: modelVariables(models),
  });
  expect(await other.services.toolArray(drawPlayedOrg(["lead"]), "lead")).toEqual([]);
});

test("rules that another process changes hold here at once", async () => {
  await using other = await openHive({
    url: played.database.url,
    dataDir: played.dataDir,
    role: "web",
    variables: modelVariables(models),
  });
  await hive.services.saveToolPolicy({ policy: {} });
  const document = drawPlayedOrg(["lead"]);
  expect(await hive.services.toolArray(document, "lead")).not.toEqual([]);
  // Less than a process waits before it looks for itself.
  const limit = 3_000;
  const quickest = await quickestOf(limit, async (round) => {
    const isDenied = round % 2 === 0;
    await other.services.saveToolPolicy({ policy: isDenied ? { deny: ["*"] } : {} });
    const isFree = async () => (await hive.services.toolArray(document, "lead")).length > 0;
    await expect.poll(isFree).toBe(!isDenied);
  });
  expect(quickest).toBeLessThan(limit);
});

test("people have their time by the clock that ends it, whatever the worker's says", async () => {
  playDrop("late");
  const org = await hive.addOrg(drawPlayedOrg(["lead > a"]));
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - 3_600_000 });
  await using run = await hive.run(org, "Get it done");
  const { approval, at } = await run.waitFor("question.asked").finally(() => vi.useRealTimers());
  const given = Date.parse(approval?.expiresAt ?? "") - Date.parse(at);
  expect(Math.abs(given - 30_000)).toBeLessThan(5_000);
  const wait = await openWait(run.runId);
  const [row] = await played.database.query<{ is: boolean }>(
    "select expires_at > clock_timestamp() as is from wait where id = $1",
    [wait.id],
  );
  expect(row?.is).toBe(true);
  await hive.services.answerWait(wait.id, choosing(DENY));
  await run.finished();
});
