import { describe, expect, test } from "vitest";
import type { Json } from "../../contract/json.ts";
import { startProcessorClock } from "../../testing/processor-clock.ts";
import { planRehearsalTurn } from "./plan-rehearsal-turn.ts";
import type { RehearsalMessage, RehearsalPrompt, RehearsalTool } from "./rehearsal-prompt.ts";

function tool(
  name: string,
  properties: Record<string, unknown> = {},
  required = Object.keys(properties),
): RehearsalTool {
  return { name, description: "", inputSchema: { type: "object", properties, required }, origin: "builtin" };
}

function skillFunction(...entry: Parameters<typeof tool>): RehearsalTool {
  return { ...tool(...entry), origin: "skill" };
}

/** A prompt in which each call was answered in a turn of its own. */
function prompt(
  system: string,
  task: string,
  past: readonly (readonly [name: string, input: Json, result: string, isError?: boolean])[] = [],
): RehearsalPrompt {
  const turns = past.flatMap(([name, input, text, isError = false], index): RehearsalMessage[] => [
    { role: "assistant", text: "", calls: [{ callId: `c${index}`, name, input }] },
    { role: "tool", callId: `c${index}`, text, isError },
  ]);
  return { system, messages: [{ role: "user", text: task }, ...turns] };
}

const text = { type: "string" };
const askUser = tool("ask_user", { questions: { type: "array" } });
const activate = tool("activate_skill", { name: text });
const delegate = tool("delegate_to", { assignee: { type: "string", enum: ["Ann", "Bo"] }, task: text });
const lead = "You are Lead, head.\n\n# Team\n\nYou may delegate to:\n- Ann: analyst\n- Bo: writer";
const files =
  "# Files\n\nFiles of this run:\n- sales data.csv (text/csv, 10 bytes)\n- notes.md (text/markdown, 5 bytes)";
const open = `You are X.\n\n${files}\n\n# Skills\n\n- kit: A kit\n\n# Skill kit\n\nThe manual.`;

describe("telling", () => {
  const notify = tool("notify", { title: text, body: text });
  const task = "Compare them and notify me when it is done.";

  test("the lead tells the person once that its work is done, when the task says so", () => {
    const { calls } = planRehearsalTurn(prompt("You are X.", task), [notify]);
    expect(calls).toMatchObject([
      { name: "notify", input: { title: expect.stringContaining("Compare them") } },
    ]);
    const after = prompt("You are X.", task, [["notify", calls[0]?.input ?? {}, "It is in their inbox."]]);
    expect(planRehearsalTurn(after, [notify]).calls).toEqual([]);
  });

  test("nobody is told without being asked to, by an agent below, or without the tool", () => {
    expect(planRehearsalTurn(prompt("You are X.", "Compare them."), [notify]).calls).toEqual([]);
    const below = "You are X.\n\n# Team\n\nYou report to Lead.";
    expect(planRehearsalTurn(prompt(below, task), [notify]).calls).toEqual([]);
    expect(planRehearsalTurn(prompt("You are X.", task), []).calls).toEqual([]);
  });
});

describe("asking", () => {
  test.each([
    ["Ask me which region matters, then compare them.", "Which region matters?"],
    ["Before you start, ask the user what the budget is.", "What the budget is?"],
    ["Compare them. Please ask me first!", "What matters most to you in this task?"],
    [
      "Ask the person whether to use the mean or the median.",
      "Please decide: whether to use the mean or the median?",
    ],
  ])("%j is asked as %j", (task, question) => {
    const { calls } = planRehearsalTurn(prompt("You are X.", task), [askUser]);
    expect(calls).toMatchObject([{ name: "ask_user", input: { questions: [{ question }] } }]);
  });

  test("a choice in the task becomes options", () => {
    const { calls } = planRehearsalTurn(
      prompt("You are X.", "Ask the person whether to use the mean or the median."),
      [askUser],
    );
    expect(calls[0]?.input["questions"]).toMatchObject([
      {
        options: [{ label: "Use the mean" }, { label: "The median" }].map(({ label }) => ({
          label: expect.stringContaining(label.split(" ").at(-1) ?? ""),
        })),
      },
    ]);
  });

  test("the persona may tell to ask too", () => {
    expect(
      planRehearsalTurn(prompt("You are X.\n\nAlways ask the person which tone they want.", "Write"), [
        askUser,
      ]).calls,
    ).toHaveLength(1);
  });

  test.each([
    "Do not ask me anything.",
    "If something is unclear, ask the person.",
    "Ask the user only when information is missing.",
    "The task asks me a lot.",
  ])("%j asks nothing", (task) => {
    expect(planRehearsalTurn(prompt("You are X.", task), [askUser]).calls).toEqual([]);
  });

  test("nothing is asked twice, not even after an error", () => {
    const asked = prompt("You are X.", "Ask me which one.", [
      ["ask_user", {}, "Error (limit_reached): no more questions", true],
    ]);
    expect(planRehearsalTurn(asked, [askUser]).calls).toEqual([]);
  });
});

describe("delegating", () => {
  test("the plan comes first, with one item for each assignee", () => {
    const todos = tool("set_todos", { items: { type: "array", items: text } });
    expect(planRehearsalTurn(prompt(lead, "Look"), [todos, delegate]).calls).toEqual([
      { name: "set_todos", input: { items: ["Ann: analyst", "Bo: writer"] } },
    ]);
  });

  test("the brief carries the task, the files and what the child is for", () => {
    const { calls } = planRehearsalTurn(prompt(`${lead}\n\n${files}`, "Compare the regions."), [delegate]);
    const brief = String(calls[0]?.input["task"]);
    expect(brief).toContain("Compare the regions.");
    expect(brief).toContain("sales data.csv, notes.md");
    expect(brief).toContain("Ann: analyst");
  });

  test("without delegate_to, two tasks go to each child by delegate_parallel", () => {
    const parallel = tool("delegate_parallel", {
      assignee: { type: "string", enum: ["Ann"] },
      tasks: { type: "array", items: text, minItems: 2 },
    });
    const { calls } = planRehearsalTurn(prompt(lead, "Look"), [parallel]);
    expect(calls).toMatchObject([
      {
        name: "delegate_parallel",
        input: { assignee: "Ann", tasks: [expect.any(String), expect.any(String)] },
      },
    ]);
  });

  test("a refused delegation is reported and not repeated", () => {
    const past = prompt(lead, "Look", [
      ["delegate_to", { assignee: "Ann", task: "Look" }, "Error (limit_reached): too deep", true],
      ["delegate_to", { assignee: "Bo", task: "Look" }, "All fine."],
    ]);
    const turn = planRehearsalTurn(past, [delegate]);
    expect(turn.calls).toEqual([]);
    expect(turn.text).toContain("### Ann\n\nNo result: Error (limit_reached): too deep");
    expect(turn.text).toContain("### Bo\n\nAll fine.");
  });
});

describe("skills", () => {
  const catalogue =
    "You are X.\n\n# Skills\n\n- letters: Writes formal letters\n- csv-figures: Computes totals and means from CSV files";

  test("the skill whose line fits the task best is opened", () => {
    expect(planRehearsalTurn(prompt(catalogue, "What are the totals?"), [activate]).calls).toEqual([
      { name: "activate_skill", input: { name: "csv-figures" } },
    ]);
    expect(planRehearsalTurn(prompt(catalogue, "Write a letter to them"), [activate]).calls).toEqual([
      { name: "activate_skill", input: { name: "letters" } },
    ]);
  });

  test("a skill that could not be opened is reported", () => {
    const failed = prompt(catalogue, "Totals", [
      ["activate_skill", { name: "csv-figures" }, "Error (tool_failed): syntax error", true],
    ]);
    expect(planRehearsalTurn(failed, [activate]).text).toContain("failed: Error (tool_failed): syntax error");
  });

  test.each<readonly [string, RehearsalTool, Record<string, Json> | undefined]>([
    ["a file by its extension", skillFunction("read_csv", { path: text }), { path: "sales data.csv" }],
    [
      "a Markdown file by its description",
      skillFunction("load", { document: { type: "string", description: "A markdown file" } }),
      { document: "notes.md" },
    ],
    [
      "files as a list",
      skillFunction("merge_csv", { files: { type: "array", items: text } }),
      { files: ["sales data.csv"] },
    ],
    [
      "the first of an enum, or the one that the task names",
      skillFunction("round", { path: text, mode: { enum: ["up", "down"] } }),
      { path: "sales data.csv", mode: "down" },
    ],
    [
      "a number from its bounds",
      skillFunction("head", { path: text, share: { type: "number", minimum: 0.5, maximum: 0.9 } }),
      { path: "sales data.csv", share: 0.5 },
    ],
    [
      "nothing for what is optional",
      skillFunction("head", { path: text, limit: { type: "integer" } }, ["path"]),
      { path: "sales data.csv" },
    ],
    [
      "the form that is not null",
      skillFunction("head", { path: { anyOf: [{ type: "null" }, text] } }),
      { path: "sales data.csv" },
    ],
    ["no invented argument", skillFunction("head", { path: text, secret_code: text }), undefined],
    ["no column that nobody named", skillFunction("sum_csv", { path: text, column: text }), undefined],
    ["nothing that destroys", skillFunction("delete_rows", { path: text }), undefined],
  ])("arguments: %s", (_what, called, input) => {
    const { calls } = planRehearsalTurn(prompt(open, "Round down"), [activate, called]);
    expect(calls[0]).toEqual(input && { name: called.name, input });
  });

  test("columns come from earlier results, those that the task speaks of first", () => {
    const described =
      '{"columns": [{"name": "id", "type": "integer"}, {"name": "city", "type": "text", "distinct": 3}, {"name": "unit price", "type": "number"}]}';
    const group = skillFunction("group", { path: text, group_by: text, value: text });
    const past = prompt(open, "Prices by city: what is the unit price?", [
      ["describe", { path: "sales data.csv" }, described],
    ]);
    expect(
      planRehearsalTurn(past, [activate, skillFunction("describe", { path: text }), group]).calls,
    ).toEqual([{ name: "group", input: { path: "sales data.csv", group_by: "city", value: "unit price" } }]);
  });

  test("of all tools only the functions of skills are called by the way, wherever they stand", () => {
    const others = ["builtin", "mcp", "delegation", "toolbox", "custom", ""].map(
      (origin): RehearsalTool => ({ ...tool(`look_at_${origin}`), origin }),
    );
    const tools = [activate, ...others, skillFunction("do_it"), tool("notify")];
    expect(planRehearsalTurn(prompt(open, "Do it"), tools).calls).toEqual([{ name: "do_it", input: {} }]);
    expect(planRehearsalTurn(prompt(open, "Do it"), [activate, ...others]).calls).toEqual([]);
  });

  test("a skill without functions leads on to the answer", () => {
    expect(
      planRehearsalTurn(prompt(open, "Do it", [["activate_skill", { name: "kit" }, "Open."]]), [activate])
        .calls,
    ).toEqual([]);
  });
});

describe("MCP tools", () => {
  test.each([
    ["mcp__s__echo", { message: text }, { message: "Say hello." }],
    ["mcp__s__get-sum", { a: { type: "number" }, b: { type: "number" } }, undefined],
    ["mcp__s__get-env", {}, undefined],
    ["mcp__s__delete_all", {}, undefined],
    ["mcp__s__list_issues", {}, {}],
    ["mcp__s__lookup_fare", { query: text }, { query: "Say hello." }],
    ["mcp__s__lookup_fare", { line: text }, undefined],
    ["mcp__s__fare_of", { query: text }, undefined],
  ])("%s is called only where it reads and can be filled", (name, properties, input) => {
    const { calls } = planRehearsalTurn(prompt("You are X.", "Say hello."), [tool(name, properties)]);
    expect(calls).toEqual(input ? [{ name, input }] : []);
  });

  test("numbers of the task fill numbers", () => {
    const sum = tool("mcp__s__get-sum", { a: { type: "number" }, b: { type: "number" } });
    expect(planRehearsalTurn(prompt("You are X.", "Add 2 and 40.5"), [sum]).calls[0]?.input).toEqual({
      a: 2,
      b: 40.5,
    });
  });

  const fare = tool("mcp__s__lookup_fare", { line: text });

  test.each([
    ["What does Bay Link cost?", ["Bay Link"]],
    ['Look up the fare of "island shuttle".', ["island shuttle"]],
    ["Compare North Ferry and Bay Link.", ["North Ferry", "Bay Link"]],
    ["What became of ticket AB-12?", ["AB-12"]],
    ["How are you?", []],
    ["Norway?", []],
  ])("what the task names is looked up, and nothing else: %s", (task, names) => {
    expect(planRehearsalTurn(prompt("You are X.", task), [fare]).calls).toEqual(
      names.map((line) => ({ name: fare.name, input: { line } })),
    );
  });

  test.each([
    ["api_token", text],
    ["day", { type: "string", format: "date" }],
    ["code", { type: "string", pattern: "^[a-z]{2}$" }],
    ["code", { type: "string", pattern: "(" }],
  ])("a name is no %s", (name, schema) => {
    const called = tool("mcp__s__lookup_fare", { [name]: schema });
    expect(planRehearsalTurn(prompt("You are X.", "What does Bay Link cost?"), [called]).calls).toEqual([]);
  });

  test("a tool that is said to only look is called under any name, where its server says so too", () => {
    const of = { ...tool("mcp__s__fare_of", { line: text }), description: "Returns the fare of a line." };
    const callsOf = (tools: readonly RehearsalTool[]) =>
      planRehearsalTurn(prompt("You are X.", "What does Bay Link cost?"), tools).calls;
    expect(callsOf([{ ...of, saidEffect: "reads" }])).toEqual([
      { name: of.name, input: { line: "Bay Link" } },
    ]);
    expect(callsOf([of])).toEqual([]);
    expect(callsOf([{ ...of, description: "The fare of a line.", saidEffect: "reads" }])).toEqual([]);
  });

  test.each([
    ["checkout", "Checks the basket out."],
    ["check_in", "Checks a guest in."],
    ["refund", "Returns the money to the customer."],
    ["listen", "Listens to a line."],
    ["getaway", "Gets a car."],
    ["viewer-count", "Counts as a viewer."],
    ["find_and_replace", "Finds a word and replaces it."],
    ["getOrCreate", "Gets a line or makes one."],
    ["findOneAndUpdate", "Finds a line."],
    ["listClear", "Clears a list."],
  ])(
    "%s is left alone: its first word does not say that it only looks, or another says more",
    (name, description) => {
      const said = { ...tool(`mcp__shop__${name}`), description };
      expect(planRehearsalTurn(prompt("You are X.", "Say hello."), [said]).calls).toEqual([]);
    },
  );

  test.each([
    ["mcp__s__listIssues", {}],
    ["mcp__s__getURLs", {}],
    ["mcp__github__github_list_issues", {}],
    ["mcp__brave-search__brave_search_list", {}],
    ["mcp__s__look_up", {}],
    ["mcp__s__fetch", {}],
    ["mcp__search__search", {}],
  ])("%s is tried", (name, input) => {
    expect(planRehearsalTurn(prompt("You are X.", "Say hello."), [tool(name)]).calls).toEqual([
      { name, input },
    ]);
  });

  test("a server's own name before that of its tool makes it no more harmless", () => {
    const said = tool("mcp__delete__delete_list");
    expect(planRehearsalTurn(prompt("You are X.", "Say hello."), [said]).calls).toEqual([]);
  });

  test("what a server says may change something is left alone, whatever it is called", () => {
    const list: RehearsalTool = { ...tool("mcp__s__list_lines"), saidEffect: "changes" };
    const { calls, text: answer } = planRehearsalTurn(prompt("You are X.", "Say hello."), [list]);
    expect(calls).toEqual([]);
    expect(answer).toContain("- `mcp__s__list_lines` may change something");
  });

  test("each granted tool that only looks is called, though another came first and nothing follows from it", () => {
    const tools = [tool("mcp__s__list_lines"), fare, tool("mcp__t__list_piers")];
    const task = "What does Bay Link cost?";
    const past: [string, Json, string][] = [];
    for (let turn = 0; turn < 9; turn += 1) {
      const { calls } = planRehearsalTurn(prompt("You are X.", task, past), tools);
      past.push(...calls.map(({ name, input }): [string, Json, string] => [name, input, "Nothing."]));
    }
    expect(past.map(([name]) => name).toSorted()).toEqual(tools.map(({ name }) => name).toSorted());
  });

  test("where none is called, the answer says why of each", () => {
    const tools = [fare, tool("mcp__s__delete_line", { line: text }), tool("mcp__s__sail")];
    const { text: answer } = planRehearsalTurn(prompt("You are X.", "How are you?"), tools);
    expect(answer).toContain("X called none of its MCP tools in this rehearsal:");
    expect(answer).toContain("- `mcp__s__lookup_fare` needs `line`, and the task names nothing for it.");
    expect(answer).toContain("- `mcp__s__delete_line` may change something");
    expect(answer).toContain("- `mcp__s__sail` does not say that it only looks");
    const after = prompt("You are X.", "What does Bay Link cost?", [[fare.name, { line: "Bay Link" }, "3"]]);
    expect(planRehearsalTurn(after, tools).text).not.toContain("none of its MCP tools");
  });

  test("a pattern that tries everything is not waited for", () => {
    const greet = tool("mcp__s__get_greeting", { who: { type: "string", pattern: "^(\\w+ ?)+#$" } });
    const worked = startProcessorClock();
    const { calls } = planRehearsalTurn(prompt("You are X.", `Greet "${"n".repeat(26)}".`), [greet]);
    expect(calls).toEqual([]);
    expect(worked()).toBeLessThan(1_000);
  });

  test("attached files are not offered to a server that cannot see them", () => {
    expect(
      planRehearsalTurn(prompt(`You are X.\n\n${files}`, "Read it"), [
        tool("mcp__s__read_file", { path: text }),
      ]).calls,
    ).toEqual([]);
  });
});

test("the same prompt gives the same turn", () => {
  const once = planRehearsalTurn(prompt(lead, "Look"), [delegate]);
  expect(planRehearsalTurn(prompt(lead, "Look"), [delegate])).toEqual(once);
});

test("only those at the top say that it was a rehearsal", () => {
  expect(planRehearsalTurn(prompt("You are X.", "Hello"), []).text).toContain("Scripted rehearsal");
  expect(
    planRehearsalTurn(prompt("You are X.\n\n# Team\n\nYou report to Lead: head.", "Hello"), []).text,
  ).not.toContain("Scripted rehearsal");
});

test("headings inside a persona and a manual are no sections of the prompt", () => {
  const system = `You are X.\n\n# How I work\n\n- Bo: not a colleague\n\n${files}\n\n# Skill kit\n\n# The manual\n\n- other: not a skill`;
  expect(
    planRehearsalTurn(prompt(system, "Do it"), [activate, skillFunction("read_csv", { path: text })]).calls,
  ).toEqual([{ name: "read_csv", input: { path: "sales data.csv" } }]);
});

test.each([
  "",
  "{",
  "[1,",
  "\u0000",
  "x".repeat(200_000),
  '{"columns": {"a": {"b": {"c": {"d": {"e": {"f": {"g": 1}}}}}}}}',
  "[[[[[]]]]]",
  "null",
])("any result is survived: %.20j", (result) => {
  const past = prompt(open, "Do it", [["do_it", {}, result]]);
  expect(planRehearsalTurn(past, [activate, skillFunction("do_it")]).text.length).toBeGreaterThan(0);
});
