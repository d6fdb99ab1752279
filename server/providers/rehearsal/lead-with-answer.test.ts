import { expect, test } from "vitest";
import { leadWithAnswer } from "./lead-with-answer.ts";

const described = `**Describe table** (\`f.csv\`)

rows: 36; delimiter: comma`;
const summed = `**Summarise table** (\`f.csv\`)

rows: 36; other columns: month, line

| column | count | sum | mean | min |
| --- | --- | --- | --- | --- |
| passengers | 36 | 1052052 | 29223.666667 | 10924 |
| revenue_eur | 36 | 4524347.08 | 125676.307778 | 52915.2 |`;
const grouped = `**Group totals** (\`f.csv\`, \`line\`, \`revenue_eur\`)

group count: 3; total: 4524347.08; rows counted: 36

| group | sum | count | mean |
| --- | --- | --- | --- |
| North Ferry | 2030790.04 | 12 | 169232.503333 |
| Bay Link | 1070529.7 | 12 | 89210.808333 |`;

test("groups answer, with what all come to first and every digit as it came", () => {
  expect(leadWithAnswer([described, `${summed}\n\n${grouped}`, grouped])).toBe(
    "- **revenue eur** by line: 4524347.08 in all over 36 rows. North Ferry 2030790.04 (mean 169232.503333), Bay Link 1070529.7 (mean 89210.808333).",
  );
});

test("without groups the columns answer", () => {
  expect(leadWithAnswer([summed])).toBe(
    "- **passengers**: sum 1052052, mean 29223.666667, count 36.\n- **revenue eur**: sum 4524347.08, mean 125676.307778, count 36.",
  );
});

test("many groups and many findings are cut, and say so", () => {
  const rows = Array.from({ length: 40 }, (_, index) => `| Line ${index} | ${index} |`).join("\n");
  const table = (name: string) =>
    `**Count** (\`f.csv\`, \`line\`, \`${name}\`)\n\nrows: 9\n\n| group | sum |\n| --- | --- |\n${rows}`;
  const lead = leadWithAnswer(["a", "b", "c", "d", "e"].map(table));
  expect(lead.split("\n")).toHaveLength(4);
  expect(lead.split("\n")[0]).toBe(
    "- **a** by line: Line 0 0, Line 1 1, Line 2 2, Line 3 3, Line 4 4, 35 more.",
  );
});

test.each([
  "",
  "Just words.",
  described,
  "**A** (`b`)\n\n| x |\n| --- |",
  "**A** (`b`)\n\n| --- |",
  "| a | b |\n| --- | --- |\n| c | 1 |",
  "**A** (`b`, `c`)\n\n| n | m |\n| --- | --- |\n| 1 | 2 |",
])("nothing is said where there are no such figures: %j", (text) => {
  expect(leadWithAnswer([text])).toBe("");
});
