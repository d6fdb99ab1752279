import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type AuditEntry, auditFilterInput } from "../contract/audit.ts";
import type { Json } from "../contract/json.ts";
import { saveSecretInput } from "../contract/secrets.ts";
import { globalPolicySchema } from "../contract/tool-policy.ts";
import { expectWholeRun } from "../testing/check-events.ts";
import { openPlayedHive, type PlayedHive } from "../testing/open-played-hive.ts";
import { playByTurn } from "../testing/play-by-turn.ts";
import { drawPlayedOrg } from "../testing/played-org.ts";

let played: PlayedHive;
let hive: PlayedHive["hive"];
let models: PlayedHive["models"];

beforeAll(async () => {
  played = await openPlayedHive({ OPENHIVE_MAX_REPEATED_CALLS: "100" });
  ({ hive, models } = played);
});
afterAll(() => played.close());
afterEach(() => hive.services.saveToolPolicy({ policy: globalPolicySchema.parse({}) }));

interface Call {
  readonly name: string;
  readonly input: Json;
}

const thought: Call = { name: "think", input: { thought: "Hm." } };

/** An agent below the lead makes these calls, one a turn; resolves with what the audit has of the run, oldest first. */
async function auditOf(
  calls: readonly Call[],
  input: object = {},
  between: readonly Call[] = [],
): Promise<readonly AuditEntry[]> {
  models.use(
    playByTurn({
      lead: [
        { calls: [{ name: "delegate_to", input: { assignee: "a", task: "Do it" } }] },
        { text: "Done." },
      ],
      a: [...calls.map((call) => ({ calls: [call, ...between] })), { text: "Tried." }],
    }),
  );
  const document = drawPlayedOrg(["lead > a"]);
  const agents = document.agents.map((agent) => ({
    ...agent,
    toolboxes: ["all"],
    limits: { ...agent.limits, maxTurns: 100 },
  }));
  await using run = await hive.run(await hive.addOrg({ ...document, agents }), "Get it done", input);
  expect(await run.finished()).toMatchObject({ status: "completed" });
  expectWholeRun(run.events);
  const { entries } = await hive.services.listAudit(auditFilterInput.parse({ runId: run.runId }));
  return entries.toReversed();
}

const forget = { name: "db_exec", input: { sql: "drop table t", confirm_destructive: true } };

interface Refused {
  readonly what: string;
  readonly policy?: object;
  readonly input?: object;
  readonly call: Call;
  readonly actor: string;
  readonly reason: RegExp;
}

const refusals: readonly Refused[] = [
  {
    what: "a tool that a rule takes away",
    policy: { deny: ["think"] },
    call: { name: "think", input: { thought: "Hm." } },
    actor: "Rules",
    reason: /think exists, but you do not have it/,
  },
  {
    what: "a command that never runs",
    call: { name: "run_shell", input: { command: "rm -rf /" } },
    actor: "Commands that never run",
    reason: /run_shell was not run/,
  },
  {
    what: "a program where none may run",
    policy: { approvals: { tools: ["think"], security: "deny" } },
    call: { name: "think", input: { thought: "Hm." } },
    actor: "Rules about approvals",
    reason: /think was not run/,
  },
  {
    what: "an approval in a run without people",
    input: { isUnattended: true },
    call: forget,
    actor: "Run without people",
    reason: /started without people/,
  },
  {
    what: "a question in a run without people",
    input: { isUnattended: true },
    call: { name: "ask_user", input: { questions: [{ question: "Which?" }] } },
    actor: "Run without people",
    reason: /nobody can be asked/,
  },
  {
    what: "a secret for a tool that may not have it",
    call: {
      name: "http_request",
      input: { url: "https://example.com/", headers: { authorization: "Bearer {{secret:ELSEWHERE}}" } },
    },
    actor: "Places of secrets",
    reason: /ELSEWHERE was not handed over/,
  },
];

test.each(refusals)(
  "$what is in the audit: who was refused what, why, and for which arguments",
  async (refused) => {
    const value = "a value that stays in its place";
    await hive.services.saveSecret(
      saveSecretInput.parse({ name: "ELSEWHERE", tools: ["web_fetch"], hosts: [], value }),
      "Somebody",
    );
    await hive.services.saveToolPolicy({ policy: globalPolicySchema.parse(refused.policy ?? {}) });
    expect(await auditOf([refused.call], refused.input)).toMatchObject([
      {
        kind: "refusal",
        actor: refused.actor,
        decision: "denied",
        tool: refused.call.name,
        agentName: "a",
        chain: ["lead", "a"],
        detail: { reason: expect.stringMatching(refused.reason), input: refused.call.input },
        count: 1,
        lastAt: null,
      },
    ]);
  },
);

test("calls past a limit are in the audit, and those that ran are not", async () => {
  await hive.services.saveToolPolicy({ policy: globalPolicySchema.parse({ rates: ["think 1/hour"] }) });
  const entries = await auditOf(["One", "Two"].map((thought) => ({ name: "think", input: { thought } })));
  expect(entries).toMatchObject([
    { kind: "refusal", actor: "Limits of calls", detail: { input: { thought: "Two" } } },
  ]);
});

test("an agent that runs in circles has one entry with a count, in the page's list and in every export", async () => {
  const entries = await auditOf(
    Array.from({ length: 9 }, () => forget),
    { isUnattended: true },
  );
  expect(entries).toHaveLength(1);
  const [entry] = entries;
  expect(entry).toMatchObject({ kind: "refusal", count: 9, lastAt: expect.any(String) });
  expect(Date.parse(entry?.lastAt ?? "")).toBeGreaterThanOrEqual(Date.parse(entry?.at ?? ""));
  for (const format of ["csv", "json", "jsonl"] as const) {
    let text = "";
    for await (const part of hive.services.exportAudit(format)) text += part;
    const line = text.split("\n").find((one) => one.includes(entry?.id ?? "-"));
    expect(line).toMatch(format === "csv" ? /,9,2\d{3}-/ : /"count":9/);
  }
  const { entries: refused } = await hive.services.listAudit(auditFilterInput.parse({ kind: "refusal" }));
  expect(refused.map(({ id }) => id)).toContain(entry?.id);
  expect(refused.every(({ kind }) => kind === "refusal")).toBe(true);
});

test("an agent that tries ever something else has a limited number of entries, and no call goes uncounted", async () => {
  const calls = Array.from({ length: 60 }, (_, index) => ({
    name: "db_exec",
    input: { sql: `drop table t${index}`, confirm_destructive: true },
  }));
  // One that succeeds between them, or the agent would be stopped before.
  const entries = await auditOf(calls, { isUnattended: true }, [thought]);
  expect(entries).toHaveLength(51);
  expect(entries.at(-1)).toMatchObject({ subject: "Further calls of this session", count: 10, tool: null });
  expect(entries.reduce((sum, { count }) => sum + count, 0)).toBe(60);
});

test("arguments that are long are kept by their beginning, whatever they hold", async () => {
  await hive.services.saveToolPolicy({ policy: globalPolicySchema.parse({ deny: ["write_file"] }) });
  const content = "a\u0000\ud800".repeat(50_000);
  const [entry] = await auditOf([{ name: "write_file", input: { path: "a.txt", content } }]);
  expect(entry).toMatchObject({ count: 1, detail: { input: expect.stringContaining('"path":"a.txt"') } });
  expect(JSON.stringify(entry).length).toBeLessThan(30_000);
});
