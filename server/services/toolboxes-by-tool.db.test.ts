import { afterAll, beforeAll, expect, test } from "vitest";
import { ALLOW_ONCE } from "../contract/approval.ts";
import { auditFilterInput } from "../contract/audit.ts";
import { expectWholeRun } from "../testing/check-events.ts";
import { openPlayedHive, type PlayedHive } from "../testing/open-played-hive.ts";
import { type PlayedTurn, playByTurn } from "../testing/play-by-turn.ts";
import { drawPlayedOrg } from "../testing/played-org.ts";

let played: PlayedHive;
beforeAll(async () => {
  played = await openPlayedHive();
});
afterAll(() => played.close());

const calling = (name: string, input: object): PlayedTurn => ({ calls: [{ name, input: input as never }] });

/** A lead with these toolboxes makes the calls, one a turn. */
async function start(toolboxes: readonly string[], calls: readonly PlayedTurn[]) {
  const drawn = drawPlayedOrg(["lead"]);
  const agents = drawn.agents.map((agent) => ({ ...agent, toolboxes: [...toolboxes] }));
  const org = await played.hive.addOrg({ ...drawn, agents });
  played.models.use(playByTurn({ lead: [...calls, { text: "done" }] }));
  return played.hive.run(org, "Set it up");
}

test("an agent with the configurator makes, changes and deletes a toolbox, and people are asked before it is gone", async () => {
  const { hive } = played;
  await using run = await start(
    ["configurator"],
    [
      calling("list_tools", { query: "fetch" }),
      calling("create_toolbox", { name: "Readers", description: "Looks", tools: ["web_fetch", "grep"] }),
      calling("update_toolbox", { toolbox: "readers", add: ["mcp__none__such"], remove: ["grep"] }),
      calling("list_toolboxes", {}),
      calling("delete_toolbox", { toolbox: "Readers", confirm: true }),
    ],
  );
  const asked = await run.waitFor("question.asked");
  expect(asked.approval).toMatchObject({ tool: "delete_toolbox", chain: ["lead"] });
  const made = (await hive.services.listToolboxes()).find(({ name }) => name === "Readers");
  expect(made).toMatchObject({
    tools: ["web_fetch", "mcp__none__such"],
    missing: ["mcp__none__such"],
    isBuiltin: false,
  });
  const answer = { answers: [{ selected: [ALLOW_ONCE], text: "", isSkipped: false }] };
  await hive.services.answerWait(asked.waitId, answer);
  expect(await run.finished()).toMatchObject({ status: "completed" });
  expectWholeRun(run.events);
  const results = run.events.filter((event) => event.type === "tool_result");
  expect(results.map(({ name, result }) => [name, result.status])).toEqual([
    ["list_tools", "ok"],
    ["create_toolbox", "ok"],
    ["update_toolbox", "ok"],
    ["list_toolboxes", "ok"],
    ["delete_toolbox", "ok"],
  ]);
  expect((await hive.services.listToolboxes()).map(({ name }) => name)).not.toContain("Readers");
  const { entries } = await hive.services.listAudit(auditFilterInput.parse({ kind: "toolbox" }));
  expect(entries.map(({ actor, subject }) => [actor, subject])).toEqual([
    ["Agent lead", "Toolbox Readers deleted"],
    ["Agent lead", "Toolbox Readers changed"],
    ["Agent lead", "Toolbox Readers created"],
  ]);
});

test("an agent with every native tool has none that grants tools, and its call of one changes nothing", async () => {
  await using run = await start(["all"], [calling("create_toolbox", { name: "More", tools: ["*"] })]);
  expect(await run.finished()).toMatchObject({ status: "completed" });
  const result = run.events.find((event) => event.type === "tool_result");
  expect(result).toMatchObject({ name: "create_toolbox", result: { status: "error" } });
  expect((await played.hive.services.listToolboxes()).map(({ name }) => name)).not.toContain("More");
});
