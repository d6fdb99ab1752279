import { afterAll, beforeAll, expect, test } from "vitest";
import type { OrgDocument } from "../contract/org-document.ts";
import { resultText } from "../contract/tool-result.ts";
import { openPlayedHive, type PlayedHive } from "../testing/open-played-hive.ts";
import { type PlayedTurn, playBelowLead, playByTurn } from "../testing/play-by-turn.ts";
import { drawPlayedOrg } from "../testing/played-org.ts";
import { drawUnderRules, RULE_CASES, type RuleCase } from "../testing/rule-cases.ts";

let played: PlayedHive;
beforeAll(async () => {
  played = await openPlayedHive();
});
afterAll(() => played.close());

/** Steps about an agent's place: only one that works for another meets them. The others are the lead's, whom nobody has to reach. */
const BELOW = new Set(["availability", "sub-agent", "leaf", "line", "request"]);

function draw({ step, rules }: RuleCase): { readonly document: OrgDocument; readonly agent: string } {
  const isBelow = BELOW.has(step);
  const agent = isBelow ? "a" : "lead";
  return { document: drawUnderRules(drawPlayedOrg(isBelow ? ["lead > a"] : ["lead"]), agent, rules), agent };
}

test.each(RULE_CASES.map((one, index) => ({ ...one, index })))(
  "a call is dispatched as the step says that decides, and the agent is told why: $step ($index)",
  async ({ index: _index, ...one }) => {
    const { outcome, tool = "run_shell", rules } = one;
    const { hive, models } = played;
    const { document, agent } = draw(one);
    const calls = [{ name: tool, input: { command: "echo it ran" } }];
    const turns: PlayedTurn[] = [{ calls }, { text: "done" }];
    models.use(agent === "a" ? playBelowLead(turns) : playByTurn({ lead: turns }));
    await hive.services.saveToolPolicy({ policy: rules.everybody ?? {} });
    const org = await hive.addOrg(document);
    const request = rules.request && [...rules.request, "delegate_to"];
    await using run = await hive.run(org, "Try it", request ? { tools: request } : {});
    await run.finished();
    const [settled] = run.events.filter((event) => event.type === "tool_result" && event.name === tool);
    if (settled?.type !== "tool_result") throw new Error("The call has no result.");
    const text = resultText(settled.result);
    if (outcome !== undefined) {
      expect(text).toContain("it ran");
      return;
    }
    expect(settled.result.status).toBe("error");
    expect(text).not.toContain("it ran");
    const asked = { tool, ...(request ? { request } : {}) };
    const { decidedBy, existence } = await hive.services.explainTool(document, agent, asked);
    expect(decidedBy.id).toBe(one.step);
    if (existence === "offered") expect(text.toLowerCase()).toContain(decidedBy.reason.toLowerCase());
    // What is not allowed is not offered to the model either.
    const offered = models.requests.at(-1)?.tools.map(({ name }) => name);
    if (agent === "lead") expect(offered).not.toContain(tool);
  },
);
