import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { callCommand } from "../testing/call-command.ts";
import { hiveVariables, PROJECT_FOLDER } from "../testing/open-hive.ts";
import { runHive } from "../testing/open-hive-process.ts";
import { createPackageIndex } from "../testing/package-index.ts";

let home: string;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "openhive-skills-cli-"));
});
afterAll(() => rm(home, { recursive: true, force: true }));

const skills = (...args: readonly string[]) => skillsWith({}, ...args);

/** No database answers where the address points: commands for skills must not ask for one. */
const variablesWith = (more: Readonly<Record<string, string>>) =>
  hiveVariables(home, { DATABASE_URL: "postgresql://nobody@127.0.0.1:1/x", ...more });
const skillsWith = (more: Readonly<Record<string, string>>, ...args: readonly string[]) =>
  callCommand(["skills", ...args], variablesWith(more));
const skillsProcess = (...args: readonly string[]) =>
  runHive(["skills", ...args], { variables: variablesWith({}) });

async function skill(name: string, text: string): Promise<string> {
  await mkdir(join(home, name), { recursive: true });
  await writeFile(join(home, name, "SKILL.md"), text);
  return join(home, name);
}

test("a new skill is clean, passes its tests, and comes through an archive", async () => {
  const made = await skillsProcess("new", "tidy", "--json");
  expect(JSON.parse(made.stdout)).toMatchObject({ name: "tidy", folder: join(home, "skills", "tidy") });
  const verdict = await skillsProcess("validate", "tidy", "--json");
  expect(verdict).toMatchObject({ code: 0, stderr: "" });
  expect(JSON.parse(verdict.stdout)).toEqual({
    name: "tidy",
    loads: true,
    findings: [],
    functions: [expect.objectContaining({ name: "count_text", line: expect.any(Number) })],
    tokens: { catalogue: expect.any(Number), body: expect.any(Number), functions: expect.any(Number) },
  });
  const tested = await skillsProcess("test", "tidy", "--json");
  expect(tested.code).toBe(0);
  expect(JSON.parse(tested.stdout)).toMatchObject({ passed: 2, tests: [{ passed: true }, { passed: true }] });
  const file = join(home, "tidy.tar.gz");
  expect(await skills("pack", "tidy", "--out", file)).toMatchObject({ code: 0, stdout: `${file}\n` });
  expect((await skills("install", file)).code).toBe(1);
  const installed = await skills("install", file, "--in", join(home, "elsewhere"), "--json");
  expect(JSON.parse(installed.stdout)).toMatchObject({ skills: [{ name: "tidy", loads: true }] });
  expect((await skills("new", "tidy")).stderr).toContain("is there already");
});

test("the next steps of a new skill can be copied", async () => {
  const made = await skills("new", "copied");
  expect(made.stderr).toBe(
    "Try it: npx openhive skills validate copied && npx openhive skills test copied\n",
  );
  const started = await runHive(["skills", "new", "by-node"], { variables: variablesWith({}) });
  expect(started.stderr).toMatch(/^Try it: node \S*bin\/openhive\.mjs skills validate by-node && node /);
});

test("examples and tests of a function that was replaced are told as left over", async () => {
  await skills("new", "replaced");
  const folder = join(home, "skills", "replaced");
  const module = join(folder, "scripts", "replaced_functions.py");
  await writeFile(module, (await readFile(module, "utf8")).replaceAll("count_text", "count_words"));
  const tested = await skills("test", "replaced");
  expect(tested.code).toBe(1);
  expect(tested.stdout).toContain(
    "replaced has no function count_text. Its functions: count_words. If it was replaced, change this example or remove it.",
  );
  expect(tested.stdout).toContain("If what it imports was replaced, change the tests or remove them.");
  await writeFile(
    join(folder, "examples", "two-lines.json"),
    JSON.stringify({ script: "scripts/gone.py", expected: "" }),
  );
  expect((await skills("test", "replaced")).stdout).toContain("has no script scripts/gone.py. If it was");
});

test("validate ends with 0, 1 or 2, and fix mends what it says it mends", async () => {
  const clean = await skill("clean", "---\nname: clean\ndescription: Fine.\n---\nDo it.\n");
  const odd = await skill("odd", "---\nname: other\ndescription: Use when: needed\n---\nDo it.\n");
  const broken = await skill("broken", "nothing here\n");
  expect((await skills("validate", clean)).code).toBe(0);
  const found = await skills("validate", "--json", odd);
  expect(found.code).toBe(1);
  expect(JSON.parse(found.stdout).findings).toEqual([
    {
      level: "warning",
      rule: "value-unquoted",
      file: "SKILL.md",
      line: 3,
      message: expect.any(String),
      fix: "Puts the value in quotes.",
    },
    {
      level: "warning",
      rule: "name-differs",
      file: "SKILL.md",
      line: 2,
      message: expect.any(String),
      fix: expect.any(String),
    },
  ]);
  const lost = await skills("validate", "--json", broken);
  expect(lost.code).toBe(2);
  expect(JSON.parse(lost.stdout)).toMatchObject({ name: "broken", loads: false, functions: [] });
  expect((await skills("validate", clean, odd, broken)).code).toBe(2);
  expect((await skills("fix", odd, "--dry-run")).code).toBe(1);
  expect((await skills("fix", odd)).code).toBe(0);
  expect(await readFile(join(odd, "SKILL.md"), "utf8")).toBe(
    '---\nname: odd\ndescription: "Use when: needed"\n---\nDo it.\n',
  );
});

test("a skill that is nowhere is told as one that does not load, beside those that are there", async () => {
  const clean = await skill("there", "---\nname: there\ndescription: Fine.\n---\nDo it.\n");
  const notes = join(home, "notes.txt");
  await writeFile(notes, "no skill");
  const verdicts = await skills("validate", "--json", join(home, "nowhere"), "no-name", notes, clean);
  expect(verdicts).toMatchObject({ code: 2, stderr: "" });
  const lines = verdicts.stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(lines.map(({ name, loads, findings }) => [name, loads, findings[0]?.rule])).toEqual([
    ["nowhere", false, "skill-missing"],
    ["no-name", false, "skill-missing"],
    ["notes.txt", false, "skill-missing"],
    ["there", true, undefined],
  ]);
  expect(lines[1]).toEqual({
    name: "no-name",
    loads: false,
    findings: [
      {
        level: "error",
        rule: "skill-missing",
        file: "no-name",
        line: null,
        message: "There is no skill no-name, neither as a path nor as a name.",
        fix: null,
      },
    ],
    functions: [],
    tokens: { catalogue: expect.any(Number), body: 0, functions: 0 },
  });
  expect((await skills("validate", "no-name")).stdout).toMatch(
    /^no-name: does not load;.*\n {2}error: no-name: There is no/,
  );
});

test.each<[string, number, readonly string[], object]>([
  ["show", 2, ["show", "lost"], { name: "lost", loads: false }],
  ["fix", 2, ["fix", "lost"], { name: "lost", loads: false, mends: [] }],
  ["test", 2, ["test", "lost"], { name: "lost", loads: false, passed: 0, tests: [] }],
  ["run", 2, ["run", "lost", "f"], { result: { status: "error", code: "unavailable" } }],
  ["prepare", 2, ["prepare", "lost"], { name: "lost", loads: false }],
  ["pack", 2, ["pack", "lost"], { file: null, name: "lost", loads: false }],
  [
    "a file that is not there",
    1,
    ["run", "csv-figures", "f", "--attach", "lost.txt"],
    { error: { code: "not_found" } },
  ],
  [
    "arguments that are not there",
    1,
    ["run", "csv-figures", "f", "@lost.json"],
    { error: { code: "not_found" } },
  ],
  ["install", 1, ["install", "lost.zip"], { error: { code: "not_found", message: expect.any(String) } }],
  ["new", 1, ["new", "Not A Name"], { error: { code: "invalid", message: expect.any(String) } }],
  ["wrong usage", 2, ["test", "lost", "--timeout", "soon"], { error: { code: "usage" } }],
  ["a missing argument", 2, ["validate"], { error: { code: "usage" } }],
])("%s says as JSON why it cannot be done", async (...[, code, args, answer]) => {
  const end = await skills(...args, "--json");
  expect(end.code).toBe(code);
  expect(JSON.parse(end.stdout)).toMatchObject(answer);
  expect(end.stdout.trimEnd().split("\n")).toHaveLength(1);
});

test("nothing that a skill's author wrote reaches the terminal as a command", async () => {
  const hostile = "\u001b[2J\u001b]0;owned\u0007\u009b31m\u202egnp";
  const folder = await skill(
    "loud",
    `---\nname: "x\u001b[31m"\ndescription: "Says ${hostile}"\n"k\\ey": 1\n---\n[a](b${hostile}.md) ${hostile}\n`,
  );
  await writeFile(join(folder, `new\nline${hostile}.py`), `def f(a):\n    "${hostile}"\n`);
  for (const args of [
    ["validate", folder],
    ["show", folder],
    ["fix", folder, "--dry-run"],
    ["test", folder],
  ]) {
    const end = await skills(...args);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
    expect(end.stdout + end.stderr).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e]/);
    const json = await skills(...args, "--json");
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
    expect(json.stdout).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e]/);
  }
  const shown = JSON.parse((await skills("show", folder, "--json")).stdout);
  expect(shown.description).toBe(`Says ${hostile}`);
  expect((await skills("validate", folder)).stdout).toContain("Control characters");
});

test("files that the server was started with are open in no call", async () => {
  const path = await skill("open", "---\nname: open\ndescription: Looks.\n---\nLook.\n");
  const code = `
import os
def descriptors() -> list[str]:
    """What any process of the call has open that its parent gave it."""
    return [os.readlink(f"/proc/{pid}/fd/{number}") for pid in (os.getpid(), os.getppid())
            for number in os.listdir(f"/proc/{pid}/fd") if os.path.islink(f"/proc/{pid}/fd/{number}")]
`;
  await writeFile(join(path, "look.py"), code);
  // As shells and service managers pass on what they have open.
  const parent = `import os, subprocess, sys
os.dup2(os.open(sys.argv[1], os.O_RDONLY), 200)
sys.exit(subprocess.run(sys.argv[2:], pass_fds=[200]).returncode)`;
  const command = [
    process.execPath,
    join(PROJECT_FOLDER, "bin", "openhive.mjs"),
    "skills",
    "run",
    path,
    "descriptors",
  ];
  const { stdout } = await promisify(execFile)("python3", ["-c", parent, home, ...command], {
    env: { NODE_ENV: "production", ...hiveVariables(home) },
    cwd: PROJECT_FOLDER,
  });
  expect(JSON.parse(stdout)).toContainEqual(expect.stringMatching(/^pipe:/));
  expect(JSON.parse(stdout)).not.toContain(home);
});

test("what a skill answers reaches a program as it is, and what it complains of nobody's terminal", async () => {
  const path = await skill("painter", "---\nname: painter\ndescription: Paints.\n---\nPaint.\n");
  await writeFile(
    join(path, "paint.py"),
    '__all__ = ["paint", "spill"]\ndef paint() -> str:\n    """Paints."""\n    return "\\x1b[31mred"\ndef spill() -> str:\n    """Spills."""\n    raise ValueError("\\x1b[31mred")\n',
  );
  expect(await skillsProcess("run", path, "paint")).toMatchObject({ code: 0, stdout: "\u001b[31mred\n" });
  const spilt = await skillsProcess("run", path, "spill");
  expect(spilt).toMatchObject({ code: 1, stdout: "" });
  expect(spilt.stderr).toContain("red");
  expect(spilt.stderr).not.toContain("\u001b");
});

test("run calls functions and scripts, and test says what differs", async () => {
  const path = await skill("adder", "---\nname: adder\ndescription: Adds.\n---\nAdd.\n");
  await writeFile(
    join(path, "add.py"),
    '__all__ = ["add"]\ndef add(a: int, b: int = 1) -> int:\n    """Adds."""\n    print("adding")\n    open("sum.txt", "w").write(str(a + b))\n    return a + b\n',
  );
  await writeFile(join(path, "say.sh"), 'printf "%s|" "$@"\n');
  const out = join(home, "out");
  expect(await skills("run", path, "add", '{"a": 2}', "--out", out)).toMatchObject({
    code: 0,
    stdout: "3\n",
  });
  expect(await readFile(join(out, "sum.txt"), "utf8")).toBe("3");
  const wrong = await skills("run", path, "add", '{"a": "x"}', "--json");
  expect(wrong.code).toBe(1);
  expect(JSON.parse(wrong.stdout)).toMatchObject({ result: { status: "error", code: "invalid_input" } });
  expect(await skillsProcess("run", path, "say.sh", "--", "a b", "$(id)")).toMatchObject({
    code: 0,
    stdout: "a b|$(id)|\n",
  });
  await mkdir(join(path, "examples"));
  await writeFile(
    join(path, "examples", "good.json"),
    '{"arguments": {"a": 1}, "expected": 2, "expectedFiles": ["sum.txt"]}',
  );
  await writeFile(
    join(path, "examples", "refused.json"),
    '{"arguments": {}, "expectedError": "a is missing"}',
  );
  expect((await skills("test", path)).code).toBe(0);
  await writeFile(join(path, "examples", "wrong.json"), '{"arguments": {"a": 1}, "expected": 3}');
  const failed = await skills("test", path);
  expect(failed).toMatchObject({ code: 1, stdout: expect.stringContaining("expected 3, got 2") });
});

test("prepare installs what a skill needs and tells each step, and says what to do when it cannot", async () => {
  await using index = await createPackageIndex();
  await index.addWheel("greetings", "1.0", 'HELLO = "hello"\n');
  const folder = await skill("packed", "---\nname: packed\ndescription: Greets\n---\nGreet.\n");
  await writeFile(join(folder, "requirements.txt"), "greetings==1.0\n");
  const code = 'import greetings\ndef greet() -> str:\n    """Greets."""\n    return greetings.HELLO\n';
  await writeFile(join(folder, "greet.py"), code);
  expect((await skills("run", folder, "greet")).stderr).toContain("openhive skills prepare packed");
  const offline = await skillsWith(
    { OPENHIVE_PACKAGE_INDEX: "http://127.0.0.1:9/simple" },
    "prepare",
    folder,
    "--json",
  );
  expect(offline.code).toBe(1);
  expect(JSON.parse(offline.stdout)).toMatchObject({ name: "packed", loads: true, state: "failed" });
  const ready = await skillsWith({ OPENHIVE_PACKAGE_INDEX: index.url }, "prepare", folder);
  expect(ready).toMatchObject({ code: 0, stdout: "packed: ready (greetings==1.0)\n" });
  // Steps that follow each other closely are told as one: the last of them.
  expect(ready.stderr).toMatch(/^ {2}Making the environment$[\s\S]*^ {2}.*greetings/m);
  expect((await skills("run", folder, "greet")).stdout).toBe("hello\n");
  expect((await skills("validate", folder)).code).toBe(0);
});
