import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Json } from "../contract/json.ts";
import { createSkillBench, PROJECT } from "../testing/skill-bench.ts";

const roots = [{ label: "packages/skills", path: join(PROJECT, "packages", "skills") }];

/** A session in which tables can be read, with these files and no others. */
async function openCsvBench(files: Readonly<Record<string, string>>) {
  const bench = await createSkillBench({ roots, granted: ["csv-figures", "plain-report"] });
  const attach = (more: Readonly<Record<string, string>>): void => {
    for (const [name, content] of Object.entries(more)) bench.files.attach(name, content);
  };
  attach(files);
  await bench.call("activate_skill", { name: "csv-figures" });
  const data = async (name: string, input: Json): Promise<unknown> => {
    const result = await bench.call(name, input);
    return result.status === "ok" ? result.data : result;
  };
  return { data, attach, bench, [Symbol.asyncDispose]: () => bench[Symbol.asyncDispose]() };
}

/** One session for all tests of figures: each brings files of names that no other has. */
let csv: Awaited<ReturnType<typeof openCsvBench>>;
beforeAll(async () => {
  csv = await openCsvBench({});
});
afterAll(() => csv[Symbol.asyncDispose]());

test("the bundled skills have no findings and keep to the standard's sizes", async () => {
  await using bench = await createSkillBench({ roots });
  const summaries = await bench.skills.pages.list();
  expect(summaries.map((one) => [one.name, one.isUsable, one.findings])).toEqual(
    [
      "calendar-math",
      "chart-drawing",
      "csv-figures",
      "json-query",
      "office-reading",
      "pdf-text",
      "plain-report",
      "skill-writing",
      "text-tools",
      "unit-conversion",
      "web-page",
    ].map((name) => [name, true, []]),
  );
});

test("no two bundled skills offer a function of the same name", async () => {
  await using bench = await createSkillBench({ roots });
  const summaries = await bench.skills.pages.list();
  const skills = await Promise.all(summaries.map(({ name }) => bench.skills.pages.detail(name)));
  const names = skills.flatMap((skill) => (skill?.functions ?? []).map((one) => one.name));
  expect(names.length).toBeGreaterThan(40);
  expect(names.toSorted()).toEqual([...new Set(names)].toSorted());
});

test("csv-figures offers its functions with parameters that can be read from their names", async () => {
  const functions = (await csv.bench.tools()).filter((tool) => tool.origin.kind === "skill");
  expect(functions.map((tool) => [tool.name, tool.inputSchema["required"]])).toEqual([
    ["describe_table", ["path"]],
    ["summarise_table", ["path"]],
    ["summarise_column", ["path", "column"]],
    ["group_totals", ["path", "group_by", "value"]],
    ["count_values", ["path", "column"]],
    ["top_rows", ["path", "column"]],
  ]);
});

test("sums are exact where binary fractions are not, and means are rounded half up to six places", async () => {
  csv.attach({ "sales.csv": "region,amount\nNorth,0.1\nSouth,0.2\nNorth,0.7\n" });
  expect(await csv.data("summarise_column", { path: "sales.csv", column: "amount" })).toMatchObject({
    rows: 3,
    count: 3,
    missing: 0,
    sum: 1,
    mean: 0.333333,
    median: 0.2,
    min: 0.1,
    max: 0.7,
    stdev: 0.321455,
  });
  expect(
    await csv.data("group_totals", { path: "sales.csv", group_by: "region", value: "amount" }),
  ).toMatchObject({
    total: 1,
    groups: [
      { group: "North", sum: 0.8, count: 2, mean: 0.4, share_percent: 80 },
      { group: "South", sum: 0.2, count: 1, share_percent: 20 },
    ],
  });
});

test("a German export with semicolons, decimal commas, a byte order mark and quotes is read as its author meant it", async () => {
  const text =
    '\uFEFFRegion;Umsatz;PLZ\r\n"Nord; Küste";1.234,50;01234\r\nSüd;2.000,00;80331\r\nNord;-7,25;n/a\r\n';
  csv.attach({ "umsatz.csv": text });
  expect(await csv.data("describe_table", { path: "umsatz.csv" })).toMatchObject({
    rows: 3,
    delimiter: "semicolon",
    columns: [
      { name: "Region", type: "text" },
      { name: "Umsatz", type: "number" },
      { name: "PLZ", type: "code", empty: 1 },
    ],
    numeric_columns: ["Umsatz"],
    notes: [],
  });
  expect(await csv.data("summarise_column", { path: "umsatz.csv", column: "umsatz" })).toMatchObject({
    sum: 3227.25,
    mean: 1075.75,
  });
});

test.each([
  ["1,234.50", "2,000.00", 3234.5],
  ["$1,234.50", "($34.50)", 1200],
  ["1'234.50", "0.50", 1235],
  ["1\u00a0234.5", "1.5", 1236],
  ["12 %", "3 %", 15],
  ["1e3", "2.5", 1002.5],
  ["0.125", "0.250", 0.375],
  ["9007199254740993", "0", "9007199254740993"],
  ["+5", "\u22122", 3],
])("the numbers %s and %s add up to %s", async (left, right, sum) => {
  const path = `sum-${sum}.tsv`;
  csv.attach({ [path]: `name\tvalue\nx\t${left}\ny\t${right}\n` });
  expect(await csv.data("summarise_column", { path, column: "value" })).toMatchObject({ sum });
});

test("a number that can be read two ways follows the other columns, is pointed out, and can be overruled", async () => {
  csv.attach({
    "two-ways.csv": "p;price;rate\nA;1.234;0,5\nB;2.500;1,5\n",
    "alone.csv": "p,price\nA,1.234\nB,2.500\n",
  });
  expect(await csv.data("summarise_table", { path: "two-ways.csv" })).toMatchObject({
    columns: [{ sum: 3734 }, { sum: 2 }],
    notes: [expect.stringContaining("decimal comma")],
  });
  expect(await csv.data("summarise_table", { path: "alone.csv" })).toMatchObject({
    columns: [{ sum: 3.734 }],
  });
  expect(await csv.data("summarise_table", { path: "alone.csv", decimal_mark: "," })).toMatchObject({
    columns: [{ sum: 3734 }],
  });
});

test("empty cells count in no figure, and cells that are no numbers are listed", async () => {
  csv.attach({ "empty-cells.csv": "v\n10\n\n-\n20\n30\n40\n50\n60\noops\n" });
  expect(await csv.data("summarise_column", { path: "empty-cells.csv", column: "v" })).toMatchObject({
    count: 6,
    missing: 2,
    sum: 210,
    mean: 35,
    median: 35,
    column_notes: [expect.stringContaining("'oops'")],
  });
});

test("ragged rows, lines above the header, repeated names and a missing header are accepted with a note", async () => {
  csv.attach({
    "ragged.csv": "a,b\n1,2\n3\n4,5,6\n",
    "titled.csv": "Sales report\n\nregion,total\nA,5\nB,6\n",
    "twice.csv": "x,x\n1,2\n",
    "bare.csv": "1,2\n3,4\n",
  });
  expect(await csv.data("summarise_table", { path: "ragged.csv" })).toMatchObject({
    columns: [
      { column: "a", sum: 8 },
      { column: "b", sum: 7, missing: 1 },
      { column: "column_3", sum: 6 },
    ],
    notes: [expect.stringContaining("2 row(s)")],
  });
  expect(await csv.data("summarise_table", { path: "titled.csv" })).toMatchObject({
    rows: 2,
    columns: [{ column: "total", sum: 11 }],
  });
  expect(await csv.data("describe_table", { path: "twice.csv" })).toMatchObject({
    numeric_columns: ["x", "x (2)"],
  });
  expect(await csv.data("summarise_table", { path: "bare.csv" })).toMatchObject({
    columns: [{ column: "column_1", sum: 4 }, { sum: 6 }],
  });
});

test("a file with a header only has no figures and no errors", async () => {
  csv.attach({ "empty.csv": "name,amount\n" });
  expect(await csv.data("summarise_table", { path: "empty.csv" })).toMatchObject({
    rows: 0,
    columns: [],
    other_columns: ["name", "amount"],
  });
  expect(await csv.data("describe_table", { path: "empty.csv" })).toMatchObject({
    rows: 0,
    numeric_columns: [],
  });
});

test("what is not there is answered with what is", async () => {
  await using own = await openCsvBench({
    "a.csv": "name,amount\nx,1\n",
    "b.xlsx": "PK\u0003\u0004...",
    "none.csv": "",
  });
  const message = async (name: string, input: Json) => own.bench.text(name, input);
  expect(await message("describe_table", { path: "c.csv" })).toContain("Files here: a.csv, b.xlsx, none.csv");
  expect(await message("summarise_column", { path: "a.csv", column: "price" })).toContain(
    "Its columns are: 'name', 'amount'",
  );
  expect(await message("summarise_column", { path: "a.csv", column: "name" })).toContain(
    "Numeric columns: 'amount'",
  );
  expect(await message("describe_table", { path: "b.xlsx" })).toContain("Export the sheet as CSV");
  expect(await message("describe_table", { path: "none.csv" })).toContain("is empty");
});

test("values are counted and rows ranked", async () => {
  csv.attach({ "cities.csv": 'city,pop\n"Bonn, am Rhein",3\nKöln,9\nKöln,5\n,1\n' });
  expect(await csv.data("count_values", { path: "cities.csv", column: "city" })).toMatchObject({
    distinct: 3,
    values: [
      { value: "Köln", count: 2, share_percent: 50 },
      { value: "Bonn, am Rhein" },
      { value: "(empty)" },
    ],
  });
  expect(
    await csv.data("top_rows", { path: "cities.csv", column: "pop", count: 2, order: "lowest" }),
  ).toMatchObject({
    rows: [
      { city: "", pop: "1" },
      { city: "Bonn, am Rhein", pop: "3" },
    ],
  });
});

test("plain-report writes a Markdown table as an artifact and never takes a name that is there", async () => {
  await using own = await openCsvBench({});
  await own.bench.call("activate_skill", { name: "plain-report" });
  const input = {
    title: "Sales",
    text: "By region.",
    rows: [{ Region: "North | East", Sum: 1200.5 }, { Region: "South" }],
  };
  expect(await own.data("write_report", input)).toMatchObject({
    file: "report.md",
    rows: 2,
    columns: ["Region", "Sum"],
  });
  expect(own.bench.files.textOf("report.md")).toBe(
    "# Sales\n\nBy region.\n\n| Region | Sum |\n| --- | ---: |\n| North \\| East | 1200.5 |\n| South |  |\n",
  );
  expect(await own.data("write_report", input)).toMatchObject({ file: "report-2.md" });
  expect(own.bench.files.names()).toEqual(["report.md", "report-2.md"]);
});
