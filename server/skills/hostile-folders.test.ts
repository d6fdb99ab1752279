import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startProcessorClock } from "../testing/processor-clock.ts";
import { createSkillBench, HELPERS, manual } from "../testing/skill-bench.ts";
import { createInterpreter } from "./interpreter.ts";
import { openSkill } from "./open-skill.ts";
import { createPythonAnalyser } from "./python-analyser.ts";

const front = (fields: string) => `---\nname: bomb\ndescription: Trial.\n${fields}\n---\nDo it.\n`;
const lines = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => line(index)).join("\n");

test.each([
  ["very many fields", lines(40_000, (index) => `k${index}: 1`)],
  ["very many fields that YAML refuses", lines(30_000, (index) => `k${index}: a: b`)],
  [
    "very many fields on one line",
    `metadata: {${lines(30_000, (index) => `k${index},`).replaceAll("\n", " ")}}`,
  ],
  ["deep brackets", `metadata: ${"[".repeat(9_000)}${"]".repeat(9_000)}`],
  ["deep entries on one line", `metadata:\n  ${"- ".repeat(9_000)}x`],
  ["deep keys on one line", `metadata:\n  ${"? ".repeat(9_000)}x`],
])("front matter with %s is refused at once", async (_case, fields) => {
  await using bench = await createSkillBench({ folder: { "bomb/SKILL.md": front(fields) } });
  const worked = startProcessorClock();
  const skill = await bench.skills.catalogue.find("bomb");
  expect(worked()).toBeLessThan(1_000);
  expect(skill).toMatchObject({
    isUsable: false,
    findings: [{ level: "error", rule: "front-matter-large" }],
  });
});

test("aliases that would unfold without end cost nothing, and a long description with dashes is none of this", async () => {
  const laughs = lines(
    9,
    (index) =>
      `${"abcdefghi"[index]}: &${"abcdefghi"[index]} [${
        index === 0
          ? "x"
          : Array(9)
              .fill(`*${"abcdefghi"[index - 1]}`)
              .join(", ")
      }]`,
  );
  const many = `---\nname: dashes\ndescription: ${"Use it - or not - ".repeat(50)}end\n---\nDo it.\n`;
  await using bench = await createSkillBench({
    folder: { "bomb/SKILL.md": front(laughs), "dashes/SKILL.md": many },
  });
  const worked = startProcessorClock();
  expect(await bench.skills.catalogue.find("bomb")).toMatchObject({ isUsable: true, description: "Trial." });
  expect(worked()).toBeLessThan(2_000);
  expect(await bench.skills.catalogue.find("dashes")).toMatchObject({ isUsable: true, findings: [] });
});

test("a name that people do not see as it is makes a folder unusable and a file left out", async () => {
  await using bench = await createSkillBench({
    folder: {
      "two\nlines/SKILL.md": manual("two"),
      "\u202Etfel/SKILL.md": manual("left"),
      "odd <b>/SKILL.md": manual("odd"),
      "files/SKILL.md": manual("files"),
      "files/new\nline.md": "x",
      "files/up\\up.md": "x",
      "files/\u202Egnp.md": "x",
      "files/fine 文\u200D.md": "x",
    },
  });
  const skills = await bench.skills.catalogue.list();
  const shown = skills.map(({ name, isUsable, findings }) => [
    name,
    isUsable,
    findings.map(({ rule }) => rule),
  ]);
  expect(shown).toEqual([
    ["files", true, ["file-name", "file-name", "file-name"]],
    ["odd <b>", true, ["name-form", "name-differs"]],
    ["two\nlines", false, ["name-hidden", "name-differs"]],
    ["\u202Etfel", false, ["name-hidden", "name-differs"]],
  ]);
  expect(skills[0]?.files.map(({ path }) => path)).toEqual(["SKILL.md", "fine 文\u200D.md"]);
  const messages = skills.flatMap(({ findings }) => findings.map(({ message }) => message)).join("");
  expect(messages).toContain("new‹U+000A›line.md");
  expect(messages).not.toMatch(/[\n\u202E]/);
});

test("thousands of entries that are none of a skill are told in a few findings", async () => {
  const folder = await mkdtemp(join(tmpdir(), "hostile-"));
  const many = join(folder, "many");
  await mkdir(many);
  for (let index = 0; index < 2_500; index += 1) await symlink("/etc/passwd", join(many, `a${index}`));
  await writeFile(join(many, "SKILL.md"), manual("many"));
  const searchPath = "/usr/local/bin:/usr/bin:/bin";
  const interpreter = createInterpreter("python3", searchPath);
  try {
    const analyser = createPythonAnalyser({ interpreter, helpersPath: HELPERS, searchPath });
    const { record } = await openSkill(many, analyser);
    expect(record).toMatchObject({ isUsable: true, files: [{ path: "SKILL.md" }] });
    expect(record.findings).toHaveLength(51);
    expect(record.findings.at(-1)?.message).toMatch(/^2450 further files and folders/);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test("no skill offers more functions or larger schemas than a model can be given", async () => {
  const many = `def f%d(a: int) -> int:\n    """Works."""\n    return a\n`;
  const large = `def large(a: str = "${"x".repeat(30_000)}") -> str:\n    """Works."""\n    return a\n`;
  await using bench = await createSkillBench({
    folder: {
      "flood/SKILL.md": manual("flood"),
      "flood/many.py": lines(300, (index) => many.replace("%d", String(index))),
      "flood/large.py": large,
    },
  });
  const skill = await bench.skills.catalogue.find("flood");
  expect(skill?.functions).toHaveLength(100);
  expect(skill?.findings.map(({ rule, file }) => [rule, file])).toEqual([
    ["function-refused", "large.py"],
    ["functions-many", "many.py"],
  ]);
});

const REACH = `
import os
def shared() -> str:
    """Writes memory that is no process's."""
    with open("/dev/shm/large", "wb") as file:
        for _ in range(100):
            file.write(bytes(2**20))
    return "written"
def device() -> str:
    """Writes beside the devices."""
    open("/dev/new", "w").close()
    return "written"
def locks() -> str:
    """Uses what lies there as it is meant."""
    import multiprocessing
    lock = multiprocessing.Lock()
    with lock:
        return "locked"
def disk() -> str:
    """Fills the disk with files that are small enough each."""
    for index in range(20):
        with open(f"part{index}", "wb") as file:
            for _ in range(5):
                file.write(os.urandom(2**20))
    import time
    time.sleep(20)
    return "filled"
def many() -> str:
    """Makes more files than are kept."""
    for index in range(400):
        open(f"file{index}", "w").close()
    return "made"
`;

test("a call has a bound for its disk, for memory that is no process's, and for what it tells of its files", async () => {
  await using bench = await createSkillBench({
    folder: { "reach/SKILL.md": manual("reach"), "reach/reach.py": REACH },
    granted: ["reach"],
    diskBytes: 64 * 2 ** 20,
  });
  await bench.call("activate_skill", { name: "reach" });
  const filled = await bench.call("disk", {});
  expect(filled).toMatchObject({
    code: "limit_reached",
    message: expect.stringContaining("more than 64 MB"),
  });
  const made = await bench.call("many", {});
  expect(made.status === "ok" && made.content.length).toBe(1 + 50 + 21);
  expect(JSON.stringify(made)).toMatch(/330 further files were not kept/);
  if (!(await bench.skills.sandbox.state()).isOn) return;
  expect(await bench.call("shared", {})).toMatchObject({ message: expect.stringMatching(/No space left/) });
  expect(await bench.call("device", {})).toMatchObject({ message: expect.stringMatching(/Read-only/) });
  expect(await bench.text("locks", {})).toBe("locked");
});
