const tool = (name: string, origin: { kind: string; id: string }, description: string) => ({
  name,
  description,
  inputSchema: {
    type: "object",
    properties: { query: { type: "string", description: "What to look for" } },
    required: ["query"],
  },
  origin,
});
const BUILTIN = { kind: "builtin", id: "core" };
const SQL = { kind: "skill", id: "sql-report" };
const EXECUTABLE = { kind: "executable", id: "tb" };
const STATS = { kind: "mcp", id: "energy-stats" };

const before = [
  tool("activate_skill", BUILTIN, "Loads a skill and makes its functions available from the next turn."),
  tool("ask_user", BUILTIN, "Asks the person a question and waits for the answer."),
  tool("db_query", BUILTIN, "Runs one statement that reads."),
];
const skill = [
  tool("report_table", SQL, "Renders rows as a table with units and a source line."),
  tool("outlier_test", SQL, "Tests one year of a series against the others."),
  tool("unit_convert", SQL, "Converts between units of energy."),
];
/** Between the turns the office named its units, and took one tool away. */
const withSearch = [
  tool("mcp__energy-stats__series", STATS, "Reads series by their ids, with years."),
  tool("mcp__energy-stats__search", STATS, "Finds series by words."),
];
const withUnits = [
  tool("mcp__energy-stats__series", STATS, "Reads series by their ids, with years and units."),
];
const middle = [
  tool("tb__fx_rate", EXECUTABLE, "Looks up an exchange rate."),
  tool("mcp__energy-stats__list", STATS, "Lists the series of the office."),
];
const delegation = tool(
  "delegate_to",
  { kind: "delegation", id: "delegation" },
  "Hands a task to one of the agents below.",
);

const sections = [
  {
    kind: "persona",
    title: "Persona",
    text: 'You are Analyst. You turn sources into numbers that can be compared.\nState units and years. Never fill a gap with a guess: write "not found" and say where you looked.',
  },
  {
    kind: "team",
    title: "Team",
    text: "You report to Lead. You may delegate to: Chart maker (figures from tables).",
  },
];
const catalogue = (report: string) => ({
  kind: "catalogue",
  title: "Skills",
  text: `sql-report: ${report}\nplain-language: rewrite for readers outside the field`,
});
const activated = {
  kind: "skill",
  title: "sql-report",
  text: "# SQL report\nUse when a question needs numbers from the org database.\n1. Call db_describe once. Do not guess column names.\n2. Write one query per question and name the unit in the alias.\n3. Run outlier_test on any series with a jump over 30 %.\n4. Cite the table and the row count below each figure.",
};

const firstPrompt = [...sections, catalogue("query the org database and report with units")];
const secondPrompt = [
  ...sections,
  catalogue("query the org database and report with units and sources"),
  activated,
];
const firstTools = [...before, ...middle, ...withSearch, delegation];

/** What the Analyst of the drawn run was sent, by the names that its turns have for it. */
export const turnTexts: Readonly<Record<string, unknown>> = {
  "drawn-prompt": firstPrompt,
  "drawn-prompt-1": firstPrompt,
  "drawn-prompt-2": secondPrompt,
  "drawn-tools": firstTools,
  "drawn-tools-1": firstTools,
  "drawn-tools-2": [...before, ...skill, ...middle, ...withUnits, delegation],
};
