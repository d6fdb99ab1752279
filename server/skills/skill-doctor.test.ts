import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { HELPERS } from "../testing/skill-bench.ts";
import { FINDING_RULES } from "./finding-rules.ts";
import { fixSkill, planMends } from "./fix-skill.ts";
import { createInterpreter } from "./interpreter.ts";
import { openSkill } from "./open-skill.ts";
import { createPythonAnalyser } from "./python-analyser.ts";
import { toVerdict } from "./skill-verdict.ts";

const searchPath = "/usr/local/bin:/usr/bin:/bin";
const interpreter = createInterpreter("python3", searchPath);
const analyser = createPythonAnalyser({ interpreter, helpersPath: HELPERS, searchPath });

type Files = Readonly<Record<string, string | Uint8Array>>;

/** A skill folder called `tidy-up` unless told otherwise. */
async function skillFolder(files: Files, name = "tidy-up") {
  const home = await mkdtemp(join(tmpdir(), "openhive-doctor-"));
  const path = join(home, name);
  await mkdir(path);
  for (const [file, content] of Object.entries(files)) {
    await mkdir(dirname(join(path, file)), { recursive: true });
    await writeFile(join(path, file), content);
  }
  return {
    path,
    open: () => openSkill(path, analyser),
    text: (file = "SKILL.md") => readFile(join(path, file), "utf8"),
    [Symbol.asyncDispose]: () => rm(home, { recursive: true, force: true }),
  };
}

const head = (...lines: readonly string[]): string => `---\n${lines.join("\n")}\n---\nDo this.\n`;
const NAME = "name: tidy-up";
const DESCRIPTION = "description: Tidies tables. Use it on messy ones.";
const utf16 = (text: string): Buffer =>
  Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, "utf16le")]);

interface Kind {
  readonly files: Files;
  readonly name?: string;
  readonly loads?: false;
  /** Rule and line of each finding. */
  readonly says: readonly string[];
  /** What is left after mending; all of it goes unless said otherwise. */
  readonly left?: readonly string[];
}

const manualOf = (text: string | Uint8Array): Files => ({ "SKILL.md": text });
const KINDS: Readonly<Record<string, Kind>> = {
  "a clean manual": { files: manualOf(head(NAME, DESCRIPTION)), says: [] },
  "a folded description": {
    files: manualOf(head(NAME, "description: >-", "  Tidies", "  tables.")),
    says: [],
  },
  "a literal description": {
    files: manualOf(head(NAME, "description: |", "  One.", "  Two: three.")),
    says: [],
  },
  "a description on several lines": {
    files: manualOf(head(NAME, "description: Tidies tables", "  when: they are messy")),
    says: ["value-unquoted 3"],
  },
  "a description that goes on without indentation": {
    files: manualOf(head(NAME, "description: Tidies tables", "and lists.")),
    says: ["value-unquoted 3"],
  },
  "a byte order mark": { files: manualOf(`\uFEFF${head(NAME, DESCRIPTION)}`), says: ["byte-order-mark 1"] },
  "Windows line endings": {
    files: manualOf(head(NAME, DESCRIPTION).replaceAll("\n", "\r\n")),
    says: ["line-endings 1"],
  },
  "UTF-16": { files: manualOf(utf16(head(NAME, DESCRIPTION))), says: ["encoding 1"] },
  "bytes that are no UTF-8": {
    files: manualOf(Buffer.from(head(NAME, "description: caf\u00e9"), "latin1")),
    says: ["encoding 1"],
    left: ["encoding 1"],
  },
  "blank lines above": { files: manualOf(`\n\n${head(NAME, DESCRIPTION)}`), says: ["front-matter-late 1"] },
  "blanks behind a delimiter": {
    files: manualOf(`---\n${NAME}\n${DESCRIPTION}\n---  \nDo.\n`),
    says: ["delimiter-blanks 4"],
  },
  "an unquoted colon": {
    files: manualOf(head(NAME, "description: Use when: tables are messy")),
    says: ["value-unquoted 3"],
  },
  "an apostrophe in single quotes": {
    files: manualOf(head(NAME, "description: 'It's for tables'")),
    says: ["value-unquoted 3"],
  },
  "brackets as a value": {
    files: manualOf(head(NAME, DESCRIPTION, "argument-hint: [file] [options]")),
    says: ["value-unquoted 4", "field-unknown 4"],
    left: ["field-unknown 4"],
  },
  "tabs as indentation": {
    files: manualOf(head(NAME, DESCRIPTION, "metadata:", "\towner: someone")),
    says: ["tab-indented 4"],
  },
  "a broken field beside good ones": {
    files: manualOf(head(NAME, DESCRIPTION, "metadata:", "  a: [1")),
    says: ["field-unreadable 4"],
    left: ["field-unreadable 4"],
  },
  "a field that stands there twice": {
    files: manualOf(head("name: other", NAME, DESCRIPTION)),
    says: ["field-repeated 3"],
  },
  "a lower-case manual": { files: { "skill.md": head(NAME, DESCRIPTION) }, says: ["manual-spelling 1"] },
  "no name": { files: manualOf(head(DESCRIPTION)), says: ["name-missing 1"] },
  "another name than the folder's": {
    files: manualOf(head("name: other", DESCRIPTION)),
    says: ["name-differs 2"],
  },
  "a name with letters outside a-z": {
    files: manualOf(head("name: café", DESCRIPTION)),
    name: "café",
    says: ["name-form 2"],
    left: ["name-form 2"],
  },
  "a name in capitals": {
    files: manualOf(head("name: Tidy Up", DESCRIPTION)),
    says: ["name-differs 2", "name-form 2"],
  },
  "a name that others take for a date": {
    files: manualOf(head("name: 2024-02-29", DESCRIPTION)),
    name: "2024-02-29",
    says: ["name-type 2"],
  },
  "a name that is a number": {
    files: manualOf(head("name: 42", DESCRIPTION)),
    name: "42",
    says: ["name-type 2"],
  },
  "a name that others take for a truth value": {
    files: manualOf(head("name: on", DESCRIPTION)),
    name: "on",
    says: ["name-type 2"],
  },
  "fields of its own": {
    files: manualOf(head(NAME, DESCRIPTION, "version: 1.0", "author: Someone")),
    says: ["field-unknown 4", "field-unknown 5"],
  },
  "metadata with numbers": {
    files: manualOf(head(NAME, DESCRIPTION, "metadata:", "  version: 1.0", "  owner: x")),
    says: ["metadata-form 4"],
  },
  "a list of allowed tools": {
    files: manualOf(head(NAME, DESCRIPTION, "allowed-tools:", "  - Read", "  - Bash(git:*)")),
    says: ["allowed-tools-form 4"],
  },
  "allowed tools with commas": {
    files: manualOf(head(NAME, DESCRIPTION, "allowed-tools: Read, Grep")),
    says: ["allowed-tools-form 4"],
  },
  "a description over the limit": {
    files: manualOf(head(NAME, `description: ${"x".repeat(1_068)}`)),
    says: ["description-long 3"],
    left: ["description-long 3"],
  },
  "a description in a list": {
    files: manualOf(head(NAME, "description:", "  - Tidies.", "  - Sorts.")),
    says: ["description-form 3"],
    left: ["description-form 3"],
  },
  "nothing after the front matter": {
    files: manualOf(`---\n${NAME}\n${DESCRIPTION}\n---\n`),
    says: ["body-empty 4"],
    left: ["body-empty 4"],
  },
  "characters without width": {
    files: manualOf(`${head(NAME, DESCRIPTION)}a\u200bb\n`),
    says: ["hidden-text 6"],
    left: ["hidden-text 6"],
  },
  "turned writing in a reference": {
    files: { "SKILL.md": head(NAME, DESCRIPTION), "references/a.md": "fine\n\u202egnirts\n" },
    says: ["hidden-text 2"],
    left: ["hidden-text 2"],
  },
  "text below many blank lines": {
    files: manualOf(`${head(NAME, DESCRIPTION)}${"\n".repeat(300)}and send it elsewhere\n`),
    says: ["hidden-text 306"],
    left: ["hidden-text 306"],
  },
  "text behind many blanks": {
    files: manualOf(`${head(NAME, DESCRIPTION)}fine${" ".repeat(300)}and more\n`),
    says: ["hidden-text 6"],
    left: ["hidden-text 6"],
  },
  "a script for Windows": {
    files: { "SKILL.md": head(NAME, DESCRIPTION), "scripts/go.sh": "#!/bin/sh\r\necho hi\r\n" },
    says: ["script-line-endings 1"],
  },
  "an empty file": { files: manualOf(""), loads: false, says: ["manual-empty 1"], left: ["manual-empty 1"] },
  "no front matter": {
    files: manualOf("# Tidy up\n"),
    loads: false,
    says: ["front-matter-missing 1"],
    left: ["front-matter-missing 1"],
  },
  "front matter without an end": {
    files: manualOf(`---\n${NAME}\n${DESCRIPTION}\n`),
    loads: false,
    says: ["front-matter-unclosed 4"],
    left: ["front-matter-unclosed 4"],
  },
  "no description": {
    files: manualOf(head(NAME)),
    loads: false,
    says: ["description-missing 1"],
    left: ["description-missing 1"],
  },
  "no manual": {
    files: { "notes.txt": "x" },
    loads: false,
    says: ["manual-missing -"],
    left: ["manual-missing -"],
  },
};

test("each finding says where it is: the file, the line where there is one, or the whole folder", async () => {
  const deep = "a/b/c/d/e/f/g/h/i";
  await using skill = await skillFolder(
    {
      "SKILL.md":
        "---\nname: placed\ndescription: Trial.\nmetadata:\n  openhive-network: public\n  openhive-secrets: GOOD path\n---\nSee [it](lost.md).\n",
      "scripts/a.py": '"""A."""\n\n__all__ = ["gone"]\n',
      "scripts/b.py": "x = (\n",
      [`${deep}/x.txt`]: "x",
    },
    "Placed",
  );
  const { findings } = toVerdict((await skill.open()).record);
  expect(findings.map(({ rule, file, line }) => [rule, file, line]).sort()).toEqual([
    ["all-unknown-name", "scripts/a.py", 3],
    ["folder-deep", expect.stringMatching(/^a\/b\/.*\/$/), null],
    ["link-broken", "SKILL.md", 8],
    ["name-differs", "SKILL.md", 2],
    ["name-form", ".", null],
    ["python-syntax", "scripts/b.py", 1],
    ["secret-name", "SKILL.md", 6],
  ]);
});

test.each(Object.entries(KINDS))(
  "%s gets its verdict, its mend, and no second mend",
  async (_kind, expected) => {
    await using skill = await skillFolder(expected.files, expected.name);
    const first = await skill.open();
    const verdict = toVerdict(first.record);
    const said = verdict.findings.map(({ rule, line }) => `${rule} ${line ?? "-"}`);
    expect(said).toEqual(expected.says);
    expect(verdict.loads).toBe(expected.loads !== false);
    for (const { rule } of verdict.findings) expect(FINDING_RULES).toHaveProperty(rule);
    const left = verdict.findings
      .filter(({ fix }) => fix === null)
      .map(({ rule, line }) => `${rule} ${line ?? "-"}`);

    const mends = await fixSkill(first.folder, first.record.name);
    const second = await skill.open();
    const after = toVerdict(second.record).findings.map(({ rule, line }) => `${rule} ${line ?? "-"}`);
    expect(after).toEqual(expected.left ?? []);
    expect(after.map((one) => one.split(" ")[0])).toEqual(left.map((one) => one.split(" ")[0]));
    expect(mends.length > 0).toBe(said.length > left.length);
    expect(second.record.description).toBe(first.record.description);
    expect(await fixSkill(second.folder, second.record.name)).toEqual([]);
  },
);

test("mending leaves every line alone that has nothing wrong", async () => {
  const before = `---\n# a comment\nname: other   # old\ndescription:   "Tidies:  tables"\nlicense: MIT  \nversion: 2\nmetadata:\n    owner: 'x'\n---\n\n\tbody  \r-free\u00a0text \n\n`;
  await using skill = await skillFolder(manualOf(before.replace("\r", "")));
  const { folder, record } = await skill.open();
  await fixSkill(folder, record.name);
  expect(await skill.text()).toBe(
    before
      .replace("\r", "")
      .replace("name: other   # old", "name: tidy-up")
      .replace("version: 2\n", "")
      .replace("    owner: 'x'\n", "    owner: 'x'\n    version: \"2\"\n"),
  );
});

test("mending one rule leaves a manual in another encoding alone, unless it is mended itself", async () => {
  const text = utf16(head(NAME, DESCRIPTION));
  const script = "#!/bin/sh\r\necho\r\n";
  await using skill = await skillFolder({ "SKILL.md": text, "run.sh": script });
  const { folder, record } = await skill.open();
  const rules = async (only?: string) =>
    (await planMends(folder, record.name, only)).mends.map(({ rule, file }) => `${rule} ${file}`);
  expect(await rules("script-line-endings")).toEqual(["script-line-endings run.sh"]);
  expect(await rules("encoding")).toEqual(["encoding SKILL.md"]);
  expect(await rules()).toEqual(["encoding SKILL.md", "script-line-endings run.sh"]);
});

test("a dry run says what it would mend and writes nothing", async () => {
  const text = head("name: other", DESCRIPTION);
  await using skill = await skillFolder({ "skill.md": text });
  const { folder, record } = await skill.open();
  const mends = await fixSkill(folder, record.name, { isDryRun: true });
  expect(mends.map(({ rule }) => rule)).toContain("manual-spelling");
  expect(await skill.text("skill.md")).toBe(text);
});

test("links out of the folder, pipes and files too large are left out and named; the rest loads", async () => {
  await using skill = await skillFolder({
    "SKILL.md": head(NAME, DESCRIPTION, "license: MIT"),
    "assets/big.bin": Buffer.alloc(20_000_001),
    "assets/small.bin": Buffer.alloc(10),
    "LICENSE.txt": "MIT",
  });
  await symlink("/etc/hostname", join(skill.path, "assets", "out.txt"));
  const { record } = await skill.open();
  expect(record.isUsable).toBe(true);
  expect(record.files.map(({ path }) => path)).toEqual(["LICENSE.txt", "SKILL.md", "assets/small.bin"]);
  expect(record.findings.map(({ rule, file }) => [rule, file])).toEqual([
    ["file-large", "assets/big.bin"],
    ["link-escapes", "assets/out.txt"],
  ]);
});

test("thousands of files cost the last ones, never the manual", async () => {
  const many = Array.from({ length: 2_200 }, (_, index) => [`AAA/${index}.txt`, "x"] as const);
  await using skill = await skillFolder({ ...Object.fromEntries(many), "SKILL.md": head(NAME, DESCRIPTION) });
  const { record } = await skill.open();
  expect(record).toMatchObject({ isUsable: true, findings: [{ rule: "folder-large" }] });
  expect(record.files).toHaveLength(2_000);
});
