import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import type { Json, JsonSchema } from "../../contract/json.ts";
import type { Message, ToolCall } from "../../contract/message.ts";
import type { SaidEffect } from "../../contract/tool-array.ts";
import { okText, type SettledResult, toolError } from "../../contract/tool-result.ts";
import { callIdsOf } from "../../engine/transcript.ts";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { createModelDirectory } from "../model-directory.ts";

/** Whole conversations with the rehearsal, through the model port that every model has, and a dispatcher of a few lines. */

interface LoopTool {
  readonly name: string;
  readonly description?: string;
  readonly saidEffect?: SaidEffect;
  readonly inputSchema: JsonSchema;
  run(input: { readonly [key: string]: Json }): Promise<SettledResult> | SettledResult;
}

interface LoopAgent {
  readonly name: string;
  readonly role: string;
  readonly persona?: string;
  readonly skills?: string;
  /** Functions that are there once the skill is open. */
  readonly functions?: readonly LoopTool[];
  readonly tools?: readonly LoopTool[];
  readonly children?: readonly LoopAgent[];
  /** The agent fails instead of answering. */
  readonly failure?: string;
}

interface Recorded {
  readonly agent: string;
  readonly name: string;
  readonly input: { readonly [key: string]: Json };
}

interface Loop {
  readonly attachments: readonly string[];
  readonly calls: Recorded[];
  readonly briefs: Map<string, string>;
  readonly parents: Map<string, LoopAgent>;
}

const directory = createModelDirectory({
  settings: { find: async () => undefined, list: async () => [] },
  environment: { anthropic: {}, openai: {}, google: {}, openaiCompatible: {} },
  rehearsalPace: 0,
});

const object = (properties: Record<string, unknown>, required = Object.keys(properties)): JsonSchema => ({
  type: "object",
  properties,
  required,
});

async function play(agent: LoopAgent, task: string, loop: Loop): Promise<string> {
  const parent = loop.parents.get(agent.name);
  if (agent.failure) throw new Error(agent.failure);
  loop.briefs.set(agent.name, task);
  const model = await directory.resolve({ provider: "rehearsal", model: "rehearsal" });
  const messages: Message[] = [{ role: "user", text: task }];
  let isOpen = false;
  for (let turn = 0; turn < 15; turn += 1) {
    const tools = toolsOf(agent, loop, { isOpen, open: () => (isOpen = true) });
    const { message } = await model.respond({
      system: systemOf(agent, loop, { isOpen, parent }),
      messages,
      takenIds: callIdsOf(messages),
      tools: tools.map(({ name, description = "", saidEffect, inputSchema }) => ({
        name,
        description,
        inputSchema,
        ...(saidEffect && { saidEffect }),
        origin: { kind: agent.functions?.some((one) => one.name === name) ? "skill" : "builtin", id: "test" },
      })),
      signal: new AbortController().signal,
      onText() {},
      onRetry() {},
    });
    messages.push(message);
    if (message.calls.length === 0) return message.text;
    for (const call of message.calls)
      messages.push({
        role: "tool",
        callId: call.callId,
        name: call.name,
        result: await dispatch(call, tools, { agent, loop }),
      });
  }
  throw new Error("The rehearsal came to no answer");
}

async function dispatch(
  call: ToolCall,
  tools: readonly LoopTool[],
  { agent, loop }: { readonly agent: LoopAgent; readonly loop: Loop },
): Promise<SettledResult> {
  const input = call.input as { readonly [key: string]: Json };
  loop.calls.push({ agent: agent.name, name: call.name, input });
  const tool = tools.find(({ name }) => name === call.name);
  return tool ? tool.run(input) : toolError("tool_not_found", `There is no tool ${call.name}`);
}

function systemOf(
  agent: LoopAgent,
  { attachments }: Loop,
  { isOpen, parent }: { readonly isOpen: boolean; readonly parent: LoopAgent | undefined },
): string {
  const team = [
    ...(parent ? [`You report to ${parent.name}: ${parent.role}. Your last message goes back to them.`] : []),
    ...(agent.children
      ? ["You may delegate to:", ...agent.children.map(({ name, role }) => `- ${name}: ${role}`)]
      : []),
  ];
  return [
    `You are ${agent.name}, ${agent.role}.\n\n${agent.persona ?? ""}`,
    ...(team.length > 0 ? [`# Team\n\n${team.join("\n")}`] : []),
    ...(attachments.length > 0
      ? [
          `# Files\n\nFiles of this run:\n${attachments.map((name) => `- ${name} (text/csv, 100 bytes)`).join("\n")}`,
        ]
      : []),
    ...(agent.skills ? [`# Skills\n\nOpen one with activate_skill.\n\n${agent.skills}`] : []),
    ...(isOpen ? ["# Skill csv-figures\n\n# Figures from CSV files\n\nCall describe_table first."] : []),
  ].join("\n\n");
}

function toolsOf(
  agent: LoopAgent,
  loop: Loop,
  skill: { readonly isOpen: boolean; open(): void },
): readonly LoopTool[] {
  const { children = [], functions = [], tools = [] } = agent;
  const activate: LoopTool = {
    name: "activate_skill",
    inputSchema: object({ name: { type: "string" } }),
    run() {
      skill.open();
      return okText("The skill is open.");
    },
  };
  const delegate: LoopTool = {
    name: "delegate_to",
    inputSchema: object({
      assignee: { type: "string", enum: children.map(({ name }) => name) },
      task: { type: "string" },
    }),
    async run({ assignee, task }) {
      const child = children.find(({ name }) => name === assignee);
      if (!child) return toolError("invalid_input", "No such child");
      try {
        loop.parents.set(child.name, agent);
        return okText(await play(child, String(task), loop));
      } catch (error) {
        return toolError(
          "tool_failed",
          `${child.name} did not finish: ${error instanceof Error ? error.message : ""}`,
        );
      }
    },
  };
  return [
    ...tools,
    ...(agent.skills ? [activate] : []),
    ...(skill.isOpen ? functions : []),
    ...(children.length > 0 ? [delegate] : []),
  ];
}

let todos: string[] = [];
const todoTools: readonly LoopTool[] = [
  {
    name: "set_todos",
    inputSchema: object({ items: { type: "array", items: { type: "string" } } }),
    run({ items }) {
      todos = items as string[];
      return okText(
        [
          `To-do list, ${todos.length} of ${todos.length} open:`,
          ...todos.map((item, index) => `${index + 1}. [ ] ${item}`),
        ].join("\n"),
      );
    },
  },
  {
    name: "complete_todo",
    inputSchema: object({ id: { type: "integer" } }),
    run: ({ id }) => okText(`Done: ${String(id)}`),
  },
];

const scripts = resolve(import.meta.dirname, "../../../packages/skills/csv-figures/scripts");
const run = promisify(execFile);

/** The bundled skill's own functions, run by Python on real files. */
function csvFunctions(folder: string): readonly LoopTool[] {
  const path = { type: "string", description: "Name of the CSV file" };
  const text = { type: "string" };
  const schemas: Record<string, JsonSchema> = {
    describe_table: object({ path }),
    summarise_table: object({ path, decimal_mark: { enum: ["auto", "."], default: "auto" } }, ["path"]),
    summarise_column: object({ path, column: text }),
    group_totals: object({ path, group_by: text, value: text, limit: { type: "integer", default: 100 } }, [
      "path",
      "group_by",
      "value",
    ]),
    top_rows: object({ path, column: text }),
  };
  return Object.entries(schemas).map(([name, inputSchema]) => ({
    name,
    inputSchema,
    async run(input) {
      const program = `import sys, json; sys.path.insert(0, ${JSON.stringify(scripts)}); import figures; print(json.dumps(figures.${name}(**json.loads(sys.argv[1]))))`;
      try {
        const { stdout } = await run("python3", ["-c", program, JSON.stringify(input)], { cwd: folder });
        return okText(stdout.trim());
      } catch (error) {
        return toolError("tool_failed", String(error).trim().split("\n").at(-1) ?? "");
      }
    },
  }));
}

async function folderWith(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await temporaryFolder();
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  return folder;
}

function analyst(folder: string): LoopAgent {
  return {
    name: "Figures",
    role: "analyst who computes figures",
    skills:
      "- plain-report: Writes a Markdown report file.\n- csv-figures: Computes exact figures from CSV files, such as totals and means.",
    functions: csvFunctions(folder),
  };
}

function loopWith(...attachments: string[]): Loop {
  return { attachments, calls: [], briefs: new Map(), parents: new Map() };
}

const sales =
  "region,product,units,unit_price\nnorth,tea,3,10.10\nsouth,tea,5,10.20\nnorth,coffee,10,0.30\nsouth,coffee,20,7.00\n";

test("a lead plans, delegates to each child, ticks off and answers with the figures that were truly computed", async () => {
  const folder = await folderWith({ "sales.csv": sales });
  const notes: LoopAgent = { name: "Notes", role: "librarian" };
  const lead: LoopAgent = {
    name: "Lead",
    role: "head of research",
    tools: todoTools,
    children: [analyst(folder), notes],
  };
  const loop = loopWith("sales.csv");
  const answer = await play(lead, "What do we sell, by region? Use sales.csv.", loop);
  expect(loop.calls.filter(({ agent }) => agent === "Lead").map(({ name }) => name)).toEqual([
    "set_todos",
    "delegate_to",
    "delegate_to",
    "complete_todo",
    "complete_todo",
  ]);
  expect(loop.calls.filter(({ agent }) => agent === "Figures").map(({ name }) => name)).toEqual([
    "activate_skill",
    "describe_table",
    "summarise_table",
    "group_totals",
  ]);
  expect(loop.calls.find(({ name }) => name === "activate_skill")?.input).toEqual({ name: "csv-figures" });
  expect(loop.calls.find(({ name }) => name === "group_totals")?.input).toEqual({
    path: "sales.csv",
    group_by: "region",
    value: "units",
  });
  // count, sum, mean, min and max of both numeric columns
  expect(answer).toMatch(/\| units \| 4 \| 0 \| 38 \| 9\.5 \| .*3 \| 20 \|/);
  expect(answer).toMatch(/\| unit_price \| 4 \| 0 \| 27\.6 \| 6\.9 \| .*0\.3 \| 10\.2 \|/);
  expect(answer).toContain("Scripted rehearsal: no model was called.");
  expect(answer.match(/Scripted rehearsal/g)).toHaveLength(1);
});

test.each([
  [
    "semicolons and decimal commas",
    "Kosten 2026.csv",
    "Ort;Betrag\nKiel;1.234,50\nBonn;2,25\n",
    ["1236.75", "618.375"],
  ],
  ["no text column", "m.csv", "a,b\n1,-2\n3,0.5\n", ["-1.5", "4", "2"]],
  ["digits that no double holds", "big.csv", "n\n9007199254740993\n1\n", ["9007199254740994"]],
])("the answer holds the figures of any attached file: %s", async (...[, name, content, figures]) => {
  const folder = await folderWith({ [name]: content });
  const answer = await play(
    { name: "Lead", role: "lead", children: [analyst(folder)] },
    "Sum up the attached file.",
    loopWith(name),
  );
  for (const figure of figures) expect(answer).toContain(figure);
});

test("with two files each is described and summarised", async () => {
  const folder = await folderWith({ "a.csv": "x\n1\n2\n", "b.csv": "y\n10\n20\n" });
  const loop = loopWith("a.csv", "b.csv");
  const answer = await play(analyst(folder), "Compare the figures", loop);
  expect(
    loop.calls.filter(({ name }) => name === "summarise_table").map(({ input }) => input["path"]),
  ).toEqual(["a.csv", "b.csv"]);
  expect(answer).toContain("1.5");
  expect(answer).toContain("15");
});

test("where no function takes the whole table, every numeric column is summarised", async () => {
  const folder = await folderWith({ "sales.csv": sales });
  const some = csvFunctions(folder).filter(({ name }) =>
    ["describe_table", "summarise_column"].includes(name),
  );
  const loop = loopWith("sales.csv");
  await play({ ...analyst(folder), functions: some }, "Figures, please", loop);
  expect(
    loop.calls.filter(({ name }) => name === "summarise_column").map(({ input }) => input["column"]),
  ).toEqual(["units", "unit_price"]);
});

test("a call that failed is reported and not repeated", async () => {
  const loop = loopWith("gone.csv");
  const answer = await play(analyst(await folderWith({})), "Figures of gone.csv", loop);
  const signatures = loop.calls.map((call) => JSON.stringify(call));
  expect(new Set(signatures).size).toBe(signatures.length);
  expect(answer).toContain("failed:");
});

test("a child that fails is reported as it is, its item stays open", async () => {
  const folder = await folderWith({ "sales.csv": sales });
  const lead: LoopAgent = {
    name: "Lead",
    role: "lead",
    tools: todoTools,
    children: [analyst(folder), { name: "Broken", role: "scout", failure: "out of memory" }],
  };
  const loop = loopWith("sales.csv");
  const answer = await play(lead, "Sum up sales.csv", loop);
  expect(answer).toMatch(/### Broken\n\nNo result: .*out of memory/);
  expect(loop.calls.filter(({ name }) => name === "complete_todo").map(({ input }) => input["id"])).toEqual([
    1,
  ]);
});

test("an agent in the middle uses its skill first and then delegates; figures reach the top over two levels", async () => {
  const folder = await folderWith({ "sales.csv": sales });
  const middle: LoopAgent = {
    ...analyst(folder),
    name: "Middle",
    children: [{ name: "Below", role: "scout" }],
  };
  const loop = loopWith("sales.csv");
  const answer = await play({ name: "Top", role: "lead", children: [middle] }, "Sum up sales.csv", loop);
  expect(loop.calls.filter(({ agent }) => agent === "Middle").map(({ name }) => name)).toEqual([
    "activate_skill",
    "describe_table",
    "summarise_table",
    "group_totals",
    "delegate_to",
  ]);
  expect(answer).toContain("27.6");
  expect(loop.briefs.get("Below")?.match(/Your part, /g)).toHaveLength(1);
  expect(loop.briefs.get("Below")).toContain("sales.csv");
});

test("those who finish others' work come second and get the results along", async () => {
  const folder = await folderWith({ "sales.csv": sales });
  const rows: LoopTool = {
    name: "write_report",
    inputSchema: object({ title: { type: "string" }, rows: { type: "array", items: { type: "object" } } }),
    run: ({ rows: given }) =>
      okText(
        `{"file": "report.md", "rows": ${(given as Json[]).length}}\n[file report.md, text/markdown, 10 bytes, id a1]`,
      ),
  };
  const writer: LoopAgent = {
    name: "Writer",
    role: "writer of reports",
    skills: "- plain-report: Writes a report file.",
    functions: [rows],
  };
  const loop = loopWith("sales.csv");
  await play(
    { name: "Lead", role: "lead", children: [writer, analyst(folder)] },
    "Report on sales.csv",
    loop,
  );
  expect(loop.calls.filter(({ agent }) => agent === "Lead").map(({ input }) => input["assignee"])).toEqual([
    "Figures",
    "Writer",
  ]);
  expect(loop.briefs.get("Writer")).toContain("27.6");
  const written = loop.calls.find(({ name }) => name === "write_report")?.input["rows"] as Json[];
  expect(written[0]).toMatchObject({ column: "units", sum: 38 });
});

test("the person is asked once when the task says so, and the answer goes down with the task", async () => {
  const asking: LoopTool = {
    name: "ask_user",
    inputSchema: object({ questions: { type: "array" } }),
    run: () => okText("The person replied.\n\nWhich region matters?\nChosen: north"),
  };
  const loop = loopWith();
  const lead: LoopAgent = {
    name: "Lead",
    role: "lead",
    tools: [asking],
    children: [{ name: "Below", role: "scout", tools: [asking] }],
  };
  const answer = await play(lead, "Ask me which region matters, then look at it.", loop);
  const asked = loop.calls.filter(({ name }) => name === "ask_user");
  expect(asked.map(({ agent }) => agent)).toEqual(["Lead"]);
  expect(asked[0]?.input["questions"]).toMatchObject([{ question: "Which region matters?" }]);
  expect(loop.briefs.get("Below")).toContain("The person said: north");
  expect(answer).toContain("You said: north");
});

test("MCP tools are read from one to the next: where, what, and what it says", async () => {
  const path = object({ path: { type: "string" } });
  const files: readonly LoopTool[] = [
    { name: "mcp__files__create_directory", inputSchema: path, run: () => okText("made") },
    {
      name: "mcp__files__list_allowed_directories",
      inputSchema: object({}),
      run: () => okText("Allowed directories:\n/srv/notes"),
    },
    {
      name: "mcp__files__list_directory",
      inputSchema: path,
      run: () => okText("[DIR] old\n[FILE] pricing.md\n[FILE] photo.png"),
    },
    { name: "mcp__files__read_media_file", inputSchema: path, run: () => okText("binary") },
    {
      name: "mcp__files__read_text_file",
      inputSchema: path,
      run: ({ path: asked }) => okText(`# Pricing\nRead from ${String(asked)}`),
    },
    {
      name: "mcp__files__write_file",
      inputSchema: object({ path: { type: "string" }, content: { type: "string" } }),
      run: () => okText("written"),
    },
  ];
  const loop = loopWith("sales.csv");
  const answer = await play(
    { name: "Notes", role: "librarian", tools: files },
    "What do the notes say about pricing?",
    loop,
  );
  expect(loop.calls.map(({ name, input }) => [name.replace("mcp__files__", ""), input])).toEqual([
    ["list_allowed_directories", {}],
    ["list_directory", { path: "/srv/notes" }],
    ["read_text_file", { path: "/srv/notes/pricing.md" }],
  ]);
  expect(answer).toContain("> Read from /srv/notes/pricing.md");
});

test("what a server says of its tools decides which of them are tried", async () => {
  const inputSchema = object({});
  const run = () => okText("done");
  const tools: readonly LoopTool[] = [
    { name: "mcp__shop__refund", description: "Returns the money.", inputSchema, run },
    {
      name: "mcp__shop__opening_hours",
      description: "Returns the hours.",
      saidEffect: "reads",
      inputSchema,
      run,
    },
    {
      name: "mcp__shop__list_and_pay",
      description: "Lists what was paid.",
      saidEffect: "reads",
      inputSchema,
      run,
    },
    { name: "mcp__shop__get_rid_of_it", saidEffect: "changes", inputSchema, run },
  ];
  const loop = loopWith();
  await play({ name: "Shop", role: "clerk", tools }, "When is it open?", loop);
  expect(loop.calls.map(({ name }) => name)).toEqual(["mcp__shop__opening_hours"]);
});

test("with nothing to call the answer is short and says so", async () => {
  const answer = await play({ name: "Solo", role: "helper" }, "Cure all ills.", loopWith());
  expect(answer).toContain("no tool for this task");
  expect(answer.length).toBeLessThan(400);
});
