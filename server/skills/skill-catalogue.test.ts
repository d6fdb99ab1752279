import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createSkillBench, HELPERS, manual } from "../testing/skill-bench.ts";
import { createInterpreter } from "./interpreter.ts";
import { createPythonAnalyser, type PythonAnalyser } from "./python-analyser.ts";
import { createSkillCatalogue } from "./skill-catalogue.ts";

const DOCUMENTED = 'def f(a: int) -> int:\n    """Does f."""\n    return a\n';

test("every folder gives a summary, and what is wrong with it is said", async () => {
  await using bench = await createSkillBench({
    folder: {
      "good/SKILL.md": manual("good"),
      "good/scripts/f.py": DOCUMENTED,
      "other-name/SKILL.md": manual("different"),
      "Café/SKILL.md": manual("Café"),
      "lower/skill.md": manual("lower"),
      "empty/SKILL.md": "",
      "nothing/readme.txt": "x",
      "nested/inner/SKILL.md": manual("inner"),
      "silent/SKILL.md": "---\nname: silent\n---\nbody",
      "extra/SKILL.md": "---\nname: extra\ndescription: x\nversion: 1\nallowed-tools: [a, b]\n---\nbody",
      [`${"n".repeat(70)}/SKILL.md`]: manual("n".repeat(70)),
      "stray.txt": "no folder",
      ".hidden/SKILL.md": manual("hidden"),
    },
  });
  const summaries = await bench.skills.pages.list();
  const shown = summaries.map((one) => [
    one.name.slice(0, 20),
    one.isUsable,
    one.findings.map((finding) => finding.rule),
  ]);
  expect(shown).toEqual([
    ["Café", true, ["name-form"]],
    ["empty", false, ["manual-empty"]],
    ["extra", true, ["field-unknown", "allowed-tools-form"]],
    ["good", true, []],
    ["inner", true, []],
    ["lower", true, ["manual-spelling"]],
    ["n".repeat(20), true, ["name-long", "name-form"]],
    ["nothing", false, ["manual-missing"]],
    ["other-name", true, ["name-differs"]],
    ["silent", false, ["description-missing"]],
  ]);
  expect(summaries.find((one) => one.name === "good")).toMatchObject({
    functionCount: 1,
    root: "data folder",
    usedBy: 0,
  });
});

test("a description over the limit still loads, with a warning", async () => {
  await using bench = await createSkillBench({
    folder: { "long/SKILL.md": manual("long", "b", "x".repeat(1_068)) },
  });
  expect(await bench.skills.catalogue.find("long")).toMatchObject({
    isUsable: true,
    findings: [{ rule: "description-long" }],
  });
});

test("text that people do not see is pointed out", async () => {
  await using bench = await createSkillBench({
    folder: {
      "zero/SKILL.md": manual("zero", "fine\u200b text"),
      "far/SKILL.md": manual("far", `fine${"\n".repeat(3_000)}do something else`),
    },
  });
  for (const name of ["zero", "far"]) {
    expect((await bench.skills.catalogue.find(name))?.findings.map((finding) => finding.rule)).toContain(
      "hidden-text",
    );
  }
});

test("links that leave the skill's folder are refused, wherever they stand", async () => {
  await using bench = await createSkillBench({
    folder: { "skill/SKILL.md": manual("skill"), "skill/real.md": "inside" },
    granted: ["skill", "linked"],
  });
  const outside = await mkdtemp(join(tmpdir(), "openhive-outside-"));
  try {
    await writeFile(join(outside, "SKILL.md"), manual("linked"));
    await symlink("/etc/passwd", join(bench.root, "skill", "passwd.txt"));
    await symlink(outside, join(bench.root, "skill", "folder"));
    await symlink("real.md", join(bench.root, "skill", "second-name.md"));
    await symlink(outside, join(bench.root, "linked"));

    const record = await bench.skills.catalogue.find("skill");
    expect(record?.files.map((file) => file.path)).toEqual(["SKILL.md", "real.md", "second-name.md"]);
    expect(record?.findings.map((finding) => [finding.rule, finding.file])).toEqual([
      ["link-escapes", "folder"],
      ["link-escapes", "passwd.txt"],
    ]);
    expect(await bench.text("read_skill_file", { name: "skill", path: "second-name.md" })).toBe("inside");
    for (const path of ["passwd.txt", "folder/SKILL.md", "../skill/SKILL.md", "/etc/passwd"]) {
      expect(await bench.call("read_skill_file", { name: "skill", path })).toMatchObject({ status: "error" });
    }
    expect(await bench.skills.catalogue.find("linked")).toMatchObject({ isUsable: false });
    expect(await bench.skills.catalogue.find("../skill")).toBeUndefined();
  } finally {
    await rm(outside, { recursive: true });
  }
});

test("a folder dropped in is seen, an edit changes the revision, and a removed folder is gone", async () => {
  await using bench = await createSkillBench();
  expect(await bench.skills.catalogue.list()).toEqual([]);
  await bench.write("new/SKILL.md", manual("new"));
  await expect.poll(async () => (await bench.skills.catalogue.find("new"))?.isUsable).toBe(true);
  const before = await bench.skills.catalogue.find("new");
  expect(await bench.skills.catalogue.find("new")).toBe(before);
  await bench.write("new/f.py", DOCUMENTED);
  await expect.poll(async () => (await bench.skills.catalogue.find("new"))?.functions.length).toBe(1);
  expect((await bench.skills.catalogue.find("new"))?.revision).not.toBe(before?.revision);
  await rm(join(bench.root, "new"), { recursive: true });
  await expect.poll(() => bench.skills.catalogue.list()).toEqual([]);
});

test("who subscribes is told about changes until they stop", async () => {
  await using bench = await createSkillBench();
  let told = 0;
  const stop = bench.skills.catalogue.subscribe(() => {
    told += 1;
  });
  // The watcher needs a moment before it sees anything, so a new file is written until it does.
  await expect
    .poll(async () => {
      await bench.write(`skill/${Math.random()}.md`, "x");
      return told;
    })
    .toBeGreaterThan(0);
  stop();
});

test("the later root wins, and that it stands in for another is said", async () => {
  const other = await mkdtemp(join(tmpdir(), "openhive-root-"));
  try {
    await mkdir(join(other, "same"));
    await writeFile(join(other, "same", "SKILL.md"), manual("same", "b", "From the bundle"));
    await using bench = await createSkillBench({ folder: { "same/SKILL.md": manual("same", "b", "Own") } });
    const interpreter = createInterpreter("python3", "/usr/local/bin:/usr/bin:/bin");
    const analyser = createPythonAnalyser({ interpreter, helpersPath: HELPERS, searchPath: "/usr/bin" });
    const roots = [
      { label: "packages/skills", path: other },
      { label: "data folder", path: bench.root },
      { label: "none", path: join(other, "missing") },
    ];
    const catalogue = createSkillCatalogue({ roots, analyser });
    const [record, ...rest] = await catalogue.list();
    expect(rest).toEqual([]);
    expect(record).toMatchObject({
      description: "Own",
      root: "data folder",
      findings: [{ rule: "shadows" }],
    });
    expect(record?.findings[0]?.message).toContain("packages/skills");
    expect(await catalogue.find("same")).toBe(record);
  } finally {
    await rm(other, { recursive: true });
  }
});

test("unchanged skills are analysed once, and many new ones together", async () => {
  let asked = 0;
  const counting: PythonAnalyser = {
    analyse: async () => {
      asked += 1;
      return { functions: [], findings: [], requirements: [], isComplete: true };
    },
  };
  await using bench = await createSkillBench({
    folder: { "a/SKILL.md": manual("a"), "b/SKILL.md": manual("b") },
  });
  const catalogue = createSkillCatalogue({
    roots: [{ label: "data folder", path: bench.root }],
    analyser: counting,
    freshForMs: 0,
  });
  for (let round = 0; round < 5; round += 1) await Promise.all([catalogue.list(), catalogue.find("a")]);
  expect(asked).toBe(2);
});

test("without Python a skill still loads, and a finding says what to do", async () => {
  await using bench = await createSkillBench({
    pythonCommand: "no-such-python",
    folder: { "a/SKILL.md": manual("a"), "a/f.py": DOCUMENTED },
  });
  const record = await bench.skills.catalogue.find("a");
  expect(record).toMatchObject({ isUsable: true, functions: [], findings: [{ rule: "analysis-failed" }] });
  expect(record?.findings[0]?.message).toContain("OPENHIVE_PYTHON");
});

test("a skill that is renamed between two looks has its old names with it, until they are its own again", async () => {
  await using bench = await createSkillBench({ folder: { "one/SKILL.md": manual("one", "Do one.") } });
  const names = async () =>
    (await bench.skills.pages.list()).map(({ name, formerNames = [] }) => [name, ...formerNames]);
  expect(await names()).toEqual([["one"]]);
  await rename(join(bench.root, "one"), join(bench.root, "two"));
  await expect.poll(names).toEqual([["two", "one"]]);
  await rename(join(bench.root, "two"), join(bench.root, "three"));
  await expect.poll(names).toEqual([["three", "two", "one"]]);
  await rename(join(bench.root, "three"), join(bench.root, "one"));
  await expect.poll(names).toEqual([["one", "three", "two"]]);
});

test("where no sandbox holds calls, the page of a skill says what they reach", async () => {
  const folder = { "a/SKILL.md": manual("a") };
  await using open = await createSkillBench({ folder, sandboxMode: "off" });
  const { unguarded } = (await open.skills.pages.detail("a")) ?? {};
  expect(unguarded).toMatch(/every address that this machine reaches, private ones included/);
  await using held = await createSkillBench({ folder });
  const { isOn } = await held.skills.sandbox.state();
  expect((await held.skills.pages.detail("a"))?.unguarded).toBe(isOn ? undefined : unguarded);
});

test("the detail of a skill counts its tokens", async () => {
  await using bench = await createSkillBench({
    folder: { "a/SKILL.md": manual("a", "word ".repeat(100)), "a/f.py": DOCUMENTED },
  });
  const detail = await bench.skills.pages.detail("a");
  expect(detail).toMatchObject({ name: "a", functions: [{ name: "f", file: "f.py", line: 1 }] });
  expect(detail?.files.map((file) => file.path)).toEqual(["SKILL.md", "f.py"]);
  expect(detail?.bodyTokens).toBeGreaterThan(50);
  expect(detail?.functionTokens).toBeGreaterThan(10);
  expect(detail?.catalogueTokens).toBeLessThan(20);
  expect(await bench.skills.pages.detail("b")).toBeUndefined();
});
