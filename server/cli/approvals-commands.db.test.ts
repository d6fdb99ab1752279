import { afterAll, beforeAll, expect, test } from "vitest";
import { auditFilterInput } from "../contract/audit.ts";
import { openhive } from "../testing/command-line.ts";
import { openPlayedHive, type PlayedHive } from "../testing/open-played-hive.ts";
import { lastResult, playBelowLead } from "../testing/play-by-turn.ts";
import { drawPlayedOrg } from "../testing/played-org.ts";

let played: PlayedHive;
beforeAll(async () => {
  played = await openPlayedHive({ OPENHIVE_APPROVAL_SECONDS: "60" });
});
afterAll(() => played.close());

const command = (...args: readonly string[]) =>
  openhive({ url: played.database.url, dataDir: played.dataDir }, ["approvals", ...args]);

/** The lead hands on, and `a` calls a tool that may destroy something. */
async function start(table: string, note = "") {
  const input = { sql: `create table ${table} (id int)${note}`, confirm_destructive: true };
  const calls = [{ name: "db_exec", input }];
  played.models.use(playBelowLead([{ calls }, (request) => ({ text: lastResult(request) })]));
  const org = await played.hive.addOrg(drawPlayedOrg(["lead > a"]));
  const run = await played.hive.run(org, "Get it done");
  return { run, org, asked: await run.waitFor("question.asked") };
}

test("a call of a child is listed with its chain and its arguments, and runs once it is allowed", async () => {
  const { run, asked } = await start("listed");
  await using _run = run;
  const listed = await command("list");
  expect(listed).toMatchObject({ code: 0, stderr: "" });
  expect(listed.stdout).toContain(asked.waitId);
  expect(listed.stdout).toMatch(/lead > a .*create table listed \(id int\)/);
  expect(await command("answer", asked.waitId, "once")).toMatchObject({ code: 0 });
  expect((await run.finished()).answer).not.toContain("was not run");
  expect(await command("list")).toMatchObject({ stderr: "Nothing waits to be allowed.\n" });
  // The first answer counted, and whoever comes later is told.
  expect(await command("answer", asked.waitId, "deny")).toMatchObject({
    code: 1,
    stderr: "Somebody was faster: Allow once.\n",
  });
  const { entries } = await played.hive.services.listAudit(auditFilterInput.parse({ runId: run.runId }));
  expect(entries).toMatchObject([{ kind: "approval", decision: "allowed once", chain: ["lead", "a"] }]);
  expect(entries[0]?.actor).toMatch(/ at a terminal$/);
});

test("arguments are listed whole, with what nobody would see written out", async () => {
  const harmless = ` -- ${"harmless ".repeat(2_000)}`;
  const { run, asked } = await start("whole", `${harmless}\u202e\u200b\u001b[2K; drop table kept`);
  await using _run = run;
  const { stdout } = await command("list");
  const [line = ""] = stdout
    .split("\n")
    .filter((one) => one.includes("harmless harmless") && one.includes("confirm_"));
  expect(line.startsWith(asked.waitId)).toBe(true);
  expect(line).toContain(harmless);
  expect(line).toContain("‹U+202E›‹U+200B›\\u001b[2K; drop table kept");
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  expect(stdout).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u200b\u202e]/);
  await command("answer", asked.waitId, "deny");
  await run.finished();
});

test("a no at the command line takes its reason to the agent, and the call is not run", async () => {
  const { run, asked } = await start("refused");
  await using _run = run;
  expect(await command("answer", asked.waitId, "deny", "--reason", "Not in this database")).toMatchObject({
    code: 0,
  });
  expect((await run.finished()).answer).toMatch(/db_exec was not run\. Not in this database\./);
  expect(run.events.filter(({ type }) => type === "question.asked")).toHaveLength(1);
});

test("always at the command line needs no question again for the same call of the same agent", async () => {
  const { run, org, asked } = await start("kept");
  await using _run = run;
  expect(await command("answer", asked.waitId, "always")).toMatchObject({ code: 0 });
  await run.finished();
  await using again = await played.hive.run(org, "Once more");
  await again.finished();
  expect(again.events.filter(({ type }) => type === "question.asked")).toEqual([]);
  expect(await played.hive.services.listGrants()).toHaveLength(1);
});
