import { afterAll, beforeAll, expect, test } from "vitest";
import { ALWAYS_ALLOW } from "../contract/approval.ts";
import { openPlayedHive, type PlayedHive } from "../testing/open-played-hive.ts";
import { lastResult, playBelowLead } from "../testing/play-by-turn.ts";
import { drawPlayedOrg } from "../testing/played-org.ts";
import { createCaller } from "../trpc/root.ts";

let played: PlayedHive;
let hive: PlayedHive["hive"];

beforeAll(async () => {
  played = await openPlayedHive({ OPENHIVE_APPROVAL_SECONDS: "30" });
  ({ hive } = played);
});
afterAll(() => played.close());

/** The lead hands on, and `a` asks to call a tool that may destroy something. */
async function askBelowLead(tools?: readonly string[]) {
  const input = { sql: "create table rights (id int)", confirm_destructive: true };
  played.models.use(
    playBelowLead([{ calls: [{ name: "db_exec", input }] }, (request) => ({ text: lastResult(request) })]),
  );
  const drawn = drawPlayedOrg(["lead > a", "lead > b"]);
  const lines = drawn.lines.map((line) =>
    line.childId === "a" && tools ? { ...line, tools: [...tools] } : line,
  );
  const org = await hive.addOrg({ ...drawn, lines });
  const run = await hive.run(org, "Get it done", tools ? { tools: ["db_exec", "delegate_to"] } : {});
  const asked = await run.waitFor("question.asked");
  const rights = () =>
    createCaller({ services: hive.services }).waits.rights({
      runId: run.runId,
      sessionId: asked.sessionId ?? "",
    });
  return { run, asked, rights };
}

test("who decides about a call sees what the agent may do, and what decides about that very tool", async () => {
  const { run, rights } = await askBelowLead(["db_exec", "set_todos"]);
  await using _run = run;
  const { agentName, tools, lines, request, grants } = await rights();
  expect(agentName).toBe("a");
  expect(lines).toEqual([{ parentName: "lead", childName: "a", tools: ["db_exec", "set_todos"] }]);
  expect(request).toEqual(["db_exec", "delegate_to"]);
  expect(grants).toEqual([]);
  const named = new Map(tools.map((tool) => [tool.name, tool]));
  expect(named.get("db_exec")).toMatchObject({
    isEnabled: true,
    isRefused: false,
    flags: { destructive: true },
  });
  expect(named.get("db_exec")?.steps.length).toBeGreaterThan(1);
  // On the line's list, but the run's request does not name it.
  expect(named.get("set_todos")).toMatchObject({ isRefused: true });
  expect(named.get("write_file")).toMatchObject({ isRefused: true });
});

test("what was allowed for good stands there, of this agent and no other", async () => {
  const { run, asked, rights } = await askBelowLead();
  await using _run = run;
  expect((await rights()).request).toBeNull();
  const answer = { answers: [{ selected: [ALWAYS_ALLOW], text: "", isSkipped: false }] };
  await hive.services.answerWait(asked.waitId, answer, "anna at a terminal");
  await run.finished();
  expect((await rights()).grants).toMatchObject([{ tool: "db_exec", grantedBy: "anna at a terminal" }]);
  const lead = run.events.find((event) => event.type === "session.started" && event.depth === 0);
  const ofLead = await hive.services.readRights(run.runId, lead?.sessionId ?? "");
  expect(ofLead).toMatchObject({ agentName: "lead", lines: [], grants: [] });
});

test("of a session that is not there it says so", async () => {
  await expect(hive.services.readRights("nothing", "nothing")).rejects.toMatchObject({ code: "not_found" });
});
