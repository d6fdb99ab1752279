import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { hiveVariables } from "../testing/open-hive.ts";
import { runHive } from "../testing/open-hive-process.ts";
import { createPackageIndex } from "../testing/package-index.ts";

// Every test starts a command or two.
vi.setConfig({ testTimeout: 60_000 });

let home: string;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "openhive-skills-cli-"));
});
afterAll(() => rm(home, { recursive: true, force: true }));

const skills = (...args: readonly string[]) => skillsWith({}, ...args);

/** No database answers where the address points: commands for skills must not ask for one. */
const skillsWith = (variables: Readonly<Record<string, string>>, ...args: readonly string[]) =>
  runHive(["skills", ...args], {
    variables: hiveVariables(home, { DATABASE_URL: "postgresql://nobody@127.0.0.1:1/x", ...variables }),
  });

async function skill(name: string, text: string): Promise<string> {
  await mkdir(join(home, name), { recursive: true });
  await writeFile(join(home, name, "SKILL.md"), text);
  return join(home, name);
}

test("a new skill is clean, passes its tests, and comes through an archive", async () => {
  const made = await skills("new", "tidy", "--json");
  expect(JSON.parse(made.stdout)).toMatchObject({ name: "tidy", folder: join(home, "skills", "tidy") });
  const verdict = await skills("validate", "tidy", "--json");
  expect(verdict).toMatchObject({ code: 0, stderr: "" });
  expect(JSON.parse(verdict.stdout)).toEqual({
    name: "tidy",
    loads: true,
    findings: [],
    functions: [expect.objectContaining({ name: "count_text", line: expect.any(Number) })],
    tokens: { catalogue: expect.any(Number), body: expect.any(Number), functions: expect.any(Number) },
  });
  const tested = await skills("test", "tidy", "--json");
  expect(tested.code).toBe(0);
  expect(JSON.parse(tested.stdout)).toMatchObject({ passed: 2, tests: [{ passed: true }, { passed: true }] });
  const file = join(home, "tidy.tar.gz");
  expect(await skills("pack", "tidy", "--out", file)).toMatchObject({ code: 0, stdout: `${file}\n` });
  expect((await skills("install", file)).code).toBe(1);
  const installed = await skills("install", file, "--in", join(home, "elsewhere"), "--json");
  expect(JSON.parse(installed.stdout)).toMatchObject({ skills: [{ name: "tidy", loads: true }] });
  expect((await skills("new", "tidy")).stderr).toContain("is there already");
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
      line: 3,
      message: expect.any(String),
      fix: "Puts the value in quotes.",
    },
    { level: "warning", rule: "name-differs", line: 2, message: expect.any(String), fix: expect.any(String) },
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
  expect(await skills("validate", join(home, "nowhere"))).toMatchObject({ code: 1, stdout: "" });
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
  expect(await skills("run", path, "say.sh", "--", "a b", "$(id)")).toMatchObject({
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
