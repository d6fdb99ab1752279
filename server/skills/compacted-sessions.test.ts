import { expect, test } from "vitest";
import { okText } from "../contract/tool-result.ts";
import { drawOrg } from "../testing/draw-org.ts";
import { createHarness } from "../testing/engine-harness.ts";
import { createMemoryWorld } from "../testing/memory-world.ts";
import { endOf, ofType } from "../testing/read-run.ts";
import { calling, ScriptedModels, says } from "../testing/scripted-model.ts";
import { scriptedTool } from "../testing/scripted-tool.ts";
import { createSkillBench, manual } from "../testing/skill-bench.ts";

const FOLDER = {
  "boats/SKILL.md": manual("boats", "Count every boat twice."),
  "boats/scripts/boats.py": 'def count_boats() -> int:\n    """Counts them."""\n    return 12\n',
  "nets/SKILL.md": manual("nets", "Mend the nets."),
};
const long = scriptedTool("long", async () => okText("x".repeat(6_000)), { readOnly: true });
const todos = scriptedTool("set_todos", async () => ({ ...okText("1. [ ] count again"), pinnedAs: "todos" }));

test("what a session activated outlives a compaction of the turn that activated it: manual, functions, and open to-dos", async () => {
  await using bench = await createSkillBench({ folder: FOLDER, granted: ["boats", "nets"] });
  const models = new ScriptedModels({
    lead: [
      calling(["activate_skill", { name: "boats" }]),
      calling(["set_todos", {}]),
      calling(["long", {}]),
      calling(["long", {}]),
      says("It looked twice."),
      calling(["count_boats", {}]),
      says("Twelve."),
    ],
  });
  models.contextTokens = 5_000;
  const { run } = createHarness({
    world: createMemoryWorld(),
    models,
    tools: [long, todos],
    toolSources: [{ kind: "skills", list: bench.skills.builtins }, bench.skills.toolSource],
    promptSources: [bench.skills.promptSource],
  });
  const drawing = drawOrg(["lead"]);
  const agents = drawing.agents.map((agent) => ({ ...agent, skills: ["boats", "nets"] }));
  const done = await run({ ...drawing, agents });
  expect(await endOf(done)).toMatchObject({ status: "completed", answer: "Twelve." });
  const events = await done.events();
  const [compacted] = ofType(events, "context.compacted");
  expect(compacted?.summary).toBe("It looked twice.");

  const before = models.requests[3]?.request;
  // The turn that was compacted, and the one behind it, which is put together from the compacted session.
  const later = models.requests.slice(5).map(({ request }) => request);
  expect(later).toHaveLength(2);
  expect(JSON.stringify(before?.messages)).toContain("activate_skill");
  for (const { system, tools, messages } of later) {
    // The call that activated it is covered: neither it nor its answer is sent any more.
    expect(JSON.stringify(messages)).not.toContain("activate_skill");
    expect(JSON.stringify(messages)).toContain("count again");
    expect(system).toBe(before?.system);
    expect(system).toContain("Count every boat twice.");
    expect(system).not.toContain("Mend the nets.");
    expect(tools.map(({ name }) => name)).toEqual(before?.tools.map(({ name }) => name));
    // The answers that are sent are those of the calls that are sent.
    const asked = messages.flatMap((message) =>
      message.role === "assistant" ? message.calls.map(({ callId }) => callId) : [],
    );
    expect(messages.flatMap((message) => (message.role === "tool" ? [message.callId] : []))).toEqual(asked);
  }
  expect(ofType(events, "tool_result").at(-1)).toMatchObject({
    name: "count_boats",
    result: { status: "ok" },
  });
});
