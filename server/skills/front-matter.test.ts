import { expect, test } from "vitest";
import { parseManual } from "./front-matter.ts";

const parse = (text: string) => parseManual(text, "SKILL.md");
const rules = (text: string) => parse(text).findings.map((finding) => `${finding.level} ${finding.rule}`);

test("a plain manual gives its fields and its body without findings", () => {
  expect(parse("---\nname: a\ndescription: b\n---\n# Body\n")).toEqual({
    fields: { name: "a", description: "b" },
    body: "# Body",
    findings: [],
    lines: new Map([
      ["name", 2],
      ["description", 3],
    ]),
    quoted: new Set(),
    bodyLine: 5,
  });
});

test("a byte order mark, Windows line endings and blanks after the delimiters are accepted with a warning each", () => {
  const text = "\uFEFF---\r\nname: a\r\ndescription: b\r\n--- \r\nbody\r\n";
  expect(parse(text)).toMatchObject({ fields: { description: "b" }, body: "body" });
  expect(rules(text)).toEqual([
    "warning byte-order-mark",
    "warning line-endings",
    "warning delimiter-blanks",
  ]);
});

test("a value that holds a colon is read as if it were quoted", () => {
  const text = "---\nname: a\ndescription: Use when: the user asks\n---\nbody";
  expect(parse(text).fields).toEqual({ name: "a", description: "Use when: the user asks" });
  expect(parse(text).findings).toMatchObject([{ level: "warning", rule: "value-unquoted", line: 3 }]);
});

test("a field that is read by itself may have any name, and none gives the others what they have not", () => {
  const text =
    "---\nname: a\nlicense: a: b: c\n__proto__:\n  description: from elsewhere\n  metadata: {a: b}\nconstructor: d\n---\n";
  const { fields } = parse(text);
  expect(fields?.["description"]).toBeUndefined();
  const described = parse(text.replace("license", "description"));
  expect(Object.keys(described.fields ?? {})).toEqual(["name", "description", "__proto__", "constructor"]);
  expect(described.fields?.["metadata"]).toBeUndefined();
});

test("quoting leaves alone what is quoted, folded or nested already", () => {
  const text =
    '---\ndescription: a: b\nlicense: "x: y"\nmetadata:\n  owner: z\ncompatibility: >\n  one: two\n---\n';
  expect(parse(text).fields).toEqual({
    description: "a: b",
    license: "x: y",
    metadata: { owner: "z" },
    compatibility: "one: two\n",
  });
});

test("of a repeated field the last one counts", () => {
  const text = "---\nname: a\nname: b\ndescription: c\n---\n";
  expect(parse(text).fields).toMatchObject({ name: "b" });
  expect(rules(text)).toEqual(["warning field-repeated"]);
});

test("folded text is one value", () => {
  expect(parse("---\ndescription: >\n  one\n  two\n---\n").fields).toEqual({ description: "one two\n" });
});

test.each([
  ["", "manual-empty"],
  ["# hi", "front-matter-missing"],
  ["---\nname: a\n", "front-matter-unclosed"],
  ["---\n- a\n---\n", "front-matter-unreadable"],
  ["---\nname: [a\n  b: {\n---\n", "front-matter-unreadable"],
])("front matter beyond repair is an error that says where: %j", (text, rule) => {
  const { fields, findings } = parse(text);
  expect(fields).toBeUndefined();
  expect(findings.at(-1)).toMatchObject({ level: "error", rule, file: "SKILL.md" });
});

test("aliases do not grow without bound", () => {
  const lines = [
    "description: d",
    "a: &a [x, x]",
    ...Array.from(
      { length: 30 },
      (_, n) => `k${n}: &k${n} [${n === 0 ? "*a, *a" : `*k${n - 1}, *k${n - 1}`}]`,
    ),
  ];
  expect(parse(`---\n${lines.join("\n")}\n---\n`).fields).toMatchObject({ k29: "&k29 [*k28, *k28]" });
});
