import { expect, test } from "vitest";
import { createSkillBench, manual } from "../testing/skill-bench.ts";
import { parseManual } from "./front-matter.ts";

const frontMatter = (text: string) => `---\n${text}\n---\n\nDo it.\n`;

/** Forms that skills of public collections have, in words of our own. */
const SEEN: readonly (readonly [string, string, string])[] = [
  [
    "a list in brackets over lines",
    'description: Sets up\nallowed-tools:\n  ["Read", "Write",\n   "mcp__x__y"]',
    "Sets up",
  ],
  ["a hint that begins with a bracket", "description: Mends\nargument-hint: [--slug task-slug]", "Mends"],
  ["a description that begins with a bracket", "description: [Beta] Makes a PDF", "[Beta] Makes a PDF"],
  ["a description with a mention", "description: @team aware: reads `code`", "@team aware: reads `code`"],
  ["a description with stars", "description: **Always** use it & more", "**Always** use it & more"],
  [
    "a description with a percent sign",
    'description: %90 of "it" | more > less',
    '%90 of "it" | more > less',
  ],
  [
    "a description over lines with colons",
    "description: Goes on\n  below: with a colon\n  and more",
    "Goes on below: with a colon and more",
  ],
  [
    "a folded description",
    "description: >-\n  Phase 3 -- each (task):\n  one, two",
    "Phase 3 -- each (task): one, two",
  ],
  ["a literal description", "description: |\n  One.\n  Two: three.", "One. Two: three."],
  [
    "other letters and wide colons",
    "description: 总结进展：传 `<N>` 或日期；`all` 重建。",
    "总结进展：传 `<N>` 或日期；`all` 重建。",
  ],
  ["metadata as JSON", 'description: Node\nmetadata: {"x":{"requires":{"bins":["ipfs"]}}}', "Node"],
  [
    "comments between fields",
    "description: Applies\n# models are chosen elsewhere\ntarget: editor",
    "Applies",
  ],
  ["quotes inside quotes", `description: "Finds 'a', 'b' and \\"c\\": all"`, `Finds 'a', 'b' and "c": all`],
  [
    "single quotes with a colon",
    "description: 'Knowledge: hooks (None/0), it''s all'",
    "Knowledge: hooks (None/0), it's all",
  ],
  [
    "hooks below each other",
    "description: Guards\nhooks:\n  PreToolUse:\n    - matcher: Bash\n      hooks:\n        - type: command",
    "Guards",
  ],
  [
    "a name with a colon",
    "name: cap:prototype\ndescription: Tries: fast, then decides",
    "Tries: fast, then decides",
  ],
  [
    "tools with brackets and commas",
    "description: Audits\nallowed-tools: Read, Bash(npm:*), Bash(ddev exec npm:*)",
    "Audits",
  ],
  ["empty fields", "description: Plain\nlicense:\ncompatibility:\nmetadata:\nallowed-tools:", "Plain"],
  [
    "dates and numbers",
    "description: Dated\nversion: 1.10\ndate: 2025-01-02\nmetadata:\n  stable: true",
    "Dated",
  ],
];

test.each(SEEN)("a skill with %s loads with its description", async (_case, text, description) => {
  await using bench = await createSkillBench({ folder: { "seen/SKILL.md": frontMatter(text) } });
  const skill = await bench.skills.catalogue.find("seen");
  expect(skill).toMatchObject({ isUsable: true, description, body: "Do it." });
  expect(skill?.findings.every(({ level }) => level !== "error")).toBe(true);
});

test("an empty field is said to be empty, once", async () => {
  await using bench = await createSkillBench({
    folder: {
      "seen/SKILL.md": frontMatter("name: seen\ndescription: Plain\nlicense:\nmetadata:\nallowed-tools:"),
    },
  });
  const skill = await bench.skills.catalogue.find("seen");
  expect(skill?.findings.map(({ rule, message, line }) => [rule, message, line])).toEqual([
    ["license-form", "license is empty: fill it in or take it out.", 4],
    ["metadata-form", "metadata is empty: fill it in or take it out.", 5],
    ["allowed-tools-form", "allowed-tools is empty: fill it in or take it out.", 6],
  ]);
});

test("a second block of fields is told; a rule between paragraphs is none", () => {
  const twice = "---\nname: a\ndescription: One\n---\n\n---\nname: a\ndescription: Two\n---\nDo it.\n";
  expect(parseManual(twice, "SKILL.md").findings).toMatchObject([
    { rule: "front-matter-twice", level: "warning", line: 6 },
  ]);
  const ruled = "---\nname: a\ndescription: One\n---\n---\nWords.\n---\nMore words.\n";
  expect(parseManual(ruled, "SKILL.md").findings).toEqual([]);
});

test("what stands in code is no link, and a link to nowhere is told with its line, once", async () => {
  const text = [
    "See [steps](references/steps.md) and [there](notes.md), `[not](quoted.md)`.",
    "",
    "```markdown",
    "[not](fenced.md)",
    "~~~",
    "[nor](inner.md)",
    "```",
    "~~~~",
    "[nor](tildes.md)",
    "~~~~",
    "Again [steps](./references/steps.md#two), then [last](last.md).",
  ].join("\n");
  await using bench = await createSkillBench({
    folder: {
      "seen/SKILL.md": frontMatter("name: seen\ndescription: Plain").replace("Do it.\n", text),
      "seen/notes.md": "x",
    },
  });
  const skill = await bench.skills.catalogue.find("seen");
  expect(skill?.findings.map(({ rule, line, message }) => [rule, line, message.split(" ")[4]])).toEqual([
    ["link-broken", 6, "references/steps.md,"],
    ["link-broken", 16, "last.md,"],
  ]);
});

test.each([
  ["scripts/needs.py", "import pandas_like\n", /pandas_like is not installed.*requirements\.txt/],
  ["scripts/needs.mjs", 'import "left-pad-like";\n', /left-pad-like is not there.*Node are not installed/],
])(
  "a script whose packages are not declared, %s, is told with what has to be done",
  async (script, text, hint) => {
    await using bench = await createSkillBench({
      folder: { "seen/SKILL.md": manual("seen"), [`seen/${script}`]: text },
      granted: ["seen"],
    });
    const result = await bench.call("run_skill_script", { skill: "seen", script });
    expect(result).toMatchObject({ status: "error", code: "tool_failed", hint: expect.stringMatching(hint) });
  },
);

test("a collection with a manual of its own loads with its skills; templates inside a skill are none", async () => {
  await using bench = await createSkillBench({
    folder: {
      "SKILL.md": manual("stray"),
      "pack/SKILL.md": manual("pack"),
      "pack/one/SKILL.md": manual("one"),
      "pack/one/assets/template/SKILL.md": manual("template"),
      "pack/one/templates/SKILL.md": manual("templates"),
      "pack/one/notes/more/SKILL.md": manual("more"),
      "plugins/p/skills/two/SKILL.md": manual("two"),
    },
  });
  const skills = await bench.skills.catalogue.list();
  expect(skills.map(({ name, isUsable }) => [name, isUsable])).toEqual([
    ["one", true],
    ["pack", true],
    ["two", true],
  ]);
  const roots = await bench.skills.catalogue.roots();
  expect(roots.flatMap(({ findings }) => findings.map(({ rule }) => rule))).toEqual(["manual-outside"]);
});
