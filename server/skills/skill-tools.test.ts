import { expect, test } from "vitest";
import { createSkillBench, manual } from "../testing/skill-bench.ts";

const FUNCTION = (name: string, text = "Does it.") =>
  `def ${name}(a: int = 1) -> int:\n    """${text}"""\n    return a\n`;
const FOLDER = {
  "alpha/SKILL.md": manual("alpha", "Manual of alpha.", "First\n  of   two"),
  "alpha/scripts/alpha.py": FUNCTION("go") + FUNCTION("stay"),
  "alpha/reference/more.md": "Details.",
  "alpha/logo.png": new Uint8Array([137, 80, 0, 1]),
  "beta/SKILL.md": manual("beta", "Manual of beta."),
  "beta/beta.py": FUNCTION("go") + FUNCTION("ask_user"),
  "broken/SKILL.md": "no front matter",
};
const isReserved = (name: string) => name === "ask_user";

test("an agent without a usable skill has no tools and no sections for skills", async () => {
  await using bench = await createSkillBench({ folder: FOLDER, granted: ["broken", "missing"] });
  expect(await bench.tools()).toEqual([]);
  expect(await bench.skills.promptSource.sections(bench.scope())).toEqual([]);
});

test("stage 1: the prompt holds one line a granted skill, and the tools are the four built-ins with the granted names", async () => {
  await using bench = await createSkillBench({
    folder: FOLDER,
    granted: ["beta", "alpha", "broken", "beta"],
  });
  const sections = await bench.skills.promptSource.sections(bench.scope());
  expect(sections.map((section) => section.kind)).toEqual(["catalogue"]);
  expect(sections[0]?.text).toMatch(/\n- beta: Does beta things\n- alpha: First of two$/);
  expect(sections[0]?.text).not.toContain("Manual of");
  const tools = await bench.tools();
  expect(tools.map((tool) => tool.name)).toEqual([
    "activate_skill",
    "list_skill_files",
    "read_skill_file",
    "run_skill_script",
  ]);
  expect(tools[0]?.origin).toEqual({ kind: "builtin", id: "skills" });
  expect(tools[0]?.inputSchema).toMatchObject({ properties: { name: { enum: ["beta", "alpha"] } } });
});

test("stage 2: activation adds the manual at the end of the prompt and the functions to the tools, in order of activation", async () => {
  await using bench = await createSkillBench({ folder: FOLDER, granted: ["alpha", "beta"], isReserved });
  const before = await bench.skills.promptSource.sections(bench.scope());
  expect(await bench.text("activate_skill", { name: "beta" })).toContain("go, beta_ask_user");
  await bench.call("activate_skill", { name: "alpha" });
  const sections = await bench.skills.promptSource.sections(bench.scope());
  expect(sections[0]).toEqual(before[0]);
  expect(sections.slice(1)).toEqual([
    { kind: "skill", title: "Skill beta", text: "Manual of beta." },
    { kind: "skill", title: "Skill alpha", text: "Manual of alpha." },
  ]);
  const functions = (await bench.tools()).slice(4);
  expect(functions.map((tool) => [tool.name, tool.origin])).toEqual([
    ["go", { kind: "skill", id: "beta" }],
    ["beta_ask_user", { kind: "skill", id: "beta" }],
    ["alpha_go", { kind: "skill", id: "alpha" }],
    ["stay", { kind: "skill", id: "alpha" }],
  ]);
  expect(await bench.text("alpha_go", { a: 5 })).toBe("5");
});

test("prompt and tool array are the same bytes turn after turn", async () => {
  await using bench = await createSkillBench({ folder: FOLDER, granted: ["alpha", "beta"] });
  await bench.call("activate_skill", { name: "alpha" });
  const snapshot = async () =>
    JSON.stringify([
      await bench.skills.promptSource.sections(bench.scope()),
      (await bench.tools()).map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
    ]);
  const first = await snapshot();
  await bench.call("stay", { a: 1 });
  expect(await snapshot()).toBe(first);
});

test("activation is told once, and again only for another revision", async () => {
  await using bench = await createSkillBench({ folder: FOLDER, granted: ["alpha"] });
  await bench.call("activate_skill", { name: "alpha" });
  expect(await bench.text("activate_skill", { name: "alpha" })).toContain("active already");
  const revision = (await bench.skills.catalogue.find("alpha"))?.revision;
  expect(bench.events).toEqual([{ type: "skill.activated", skill: "alpha", revision }]);
});

test("what was activated but is not granted any more is gone", async () => {
  await using bench = await createSkillBench({ folder: FOLDER, granted: ["alpha"] });
  await bench.call("activate_skill", { name: "alpha" });
  const scope = { ...bench.scope(), agent: { ...bench.scope().agent, skills: ["beta"] } };
  expect(await bench.skills.toolSource.list(scope)).toEqual([]);
  expect((await bench.skills.promptSource.sections(scope)).map((section) => section.kind)).toEqual([
    "catalogue",
  ]);
});

test("a skill that was not granted cannot be activated", async () => {
  await using bench = await createSkillBench({ folder: FOLDER, granted: ["alpha"] });
  expect(await bench.call("activate_skill", { name: "beta" })).toMatchObject({
    status: "error",
    code: "invalid_input",
  });
  expect(bench.events).toEqual([]);
});

test("files of a skill are listed and read", async () => {
  await using bench = await createSkillBench({ folder: FOLDER, granted: ["alpha"] });
  expect(await bench.text("list_skill_files", { name: "alpha" })).toContain("reference/more.md (8 bytes)");
  expect(await bench.text("read_skill_file", { name: "alpha", path: "reference/more.md" })).toBe("Details.");
  expect(await bench.call("read_skill_file", { name: "alpha", path: "logo.png" })).toMatchObject({
    status: "error",
    message: expect.stringContaining("not text"),
  });
  expect(await bench.call("read_skill_file", { name: "alpha", path: "none.md" })).toMatchObject({
    hint: expect.stringContaining("SKILL.md"),
  });
});

test("arguments that do not fit are refused before anything starts, and the message says how to mend them", async () => {
  await using bench = await createSkillBench({
    folder: {
      "alpha/SKILL.md": manual("alpha"),
      "alpha/a.py": `
from typing import Annotated, Literal
def order(count: Annotated[int, "How many"], size: Literal["s", "l"], note: str | None = None, parts: list[dict[str, int]] = []) -> int:
    """Orders."""
    return count
`,
    },
    granted: ["alpha"],
  });
  await bench.call("activate_skill", { name: "alpha" });
  const message = async (input: Parameters<typeof bench.call>[1]) =>
    (await bench.text("order", input)).replace("Error (invalid_input): ", "").split("\n");
  expect(await message({})).toEqual(["count is missing (How many).", "size is missing."]);
  expect(await message({ count: "5", size: "m", note: 3, colour: "red", parts: [{ a: "x" }] })).toEqual([
    'The arguments must not have "colour"; known are: count, size, note, parts.',
    'count must be a whole number, not "5".',
    'size must be one of ["s","l"], not "m".',
    "note must be a text or null, not 3.",
    'parts.0.a must be a whole number, not "x".',
  ]);
  expect(await message([])).toEqual(["The arguments must be an object, not []."]);
  expect(bench.events.filter((event) => event.type === "skill.started")).toEqual([]);
  expect(await bench.text("order", { count: 1, size: "s", note: null })).toBe("1");
});
