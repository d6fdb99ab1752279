import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSandbox } from "../security/child-process/sandbox.ts";
import { HELPERS } from "../testing/skill-bench.ts";
import { createInterpreter } from "./interpreter.ts";
import { createPythonAnalyser } from "./python-analyser.ts";
import { createSkillCatalogue, type SkillCatalogue } from "./skill-catalogue.ts";
import type { SkillRecord } from "./skill-record.ts";
import { answerText, type SkillTry, trySkill } from "./try-skill.ts";

/** A collection as strangers write it: unlike each other, and hardly any of them by the book. */

const searchPath = "/usr/local/bin:/usr/bin:/bin";
const interpreter = createInterpreter("python3", searchPath);
const analyser = createPythonAnalyser({ interpreter, helpersPath: HELPERS, searchPath });

const head = (...lines: readonly string[]): string => `---\n${lines.join("\n")}\n---\n\nDo this.\n`;
const plain = (name: string): string => head(`name: ${name}`, "description: Does one thing well.");

interface Odd {
  readonly files: Readonly<Record<string, string | Uint8Array>>;
  /** Its description as agents read it; undefined for one that does not load. */
  readonly reads: string | undefined;
  /** A rule that has to be among its findings. */
  readonly says?: string;
}

const ODD: Readonly<Record<string, Odd>> = {
  "by-the-book": { files: { "SKILL.md": plain("by-the-book") }, reads: "Does one thing well." },
  "single-quotes": {
    files: { "SKILL.md": head("name: 'single-quotes'", "description: 'It''s for tables.'") },
    reads: "It's for tables.",
  },
  folded: {
    files: { "SKILL.md": head("name: folded", "description: >", "  One line", "  of two.") },
    reads: "One line of two.\n",
  },
  "over-lines": {
    files: { "SKILL.md": head("name: over-lines", "description: One line", "  and its rest.") },
    reads: "One line and its rest.",
  },
  "flow-style": {
    files: { "SKILL.md": '---\n{"name": "flow-style", "description": "As JSON."}\n---\n\nDo this.\n' },
    reads: "As JSON.",
  },
  "with-comments": {
    files: { "SKILL.md": head("# who", "name: with-comments # here", "description: Has remarks. # really") },
    reads: "Has remarks.",
  },
  "nested-metadata": {
    files: {
      "SKILL.md": head(
        "name: nested-metadata",
        "description: Has much metadata.",
        "metadata:",
        "  author: { name: somebody }",
        "  tags: [one, two]",
      ),
    },
    reads: "Has much metadata.",
    says: "metadata-form",
  },
  "name-of-itself": {
    files: { "SKILL.md": head("name: &a {b: *a}", "description: Refers to itself.") },
    reads: undefined,
    says: "front-matter-unreadable",
  },
  "name-without-text": {
    files: { "SKILL.md": head("name: {toString: x, valueOf: y}", "description: Has an object for a name.") },
    reads: undefined,
    says: "front-matter-unreadable",
  },
  "secrets-without-text": {
    files: {
      "SKILL.md": head(
        "name: secrets-without-text",
        "description: Declares objects.",
        "metadata:",
        "  openhive-secrets: [{toString: x, valueOf: y}, SHOP_TOKEN]",
        "  openhive-network: [{toString: x}]",
      ),
    },
    reads: "Declares objects.",
    says: "metadata-form",
  },
  "tools-as-list": {
    files: {
      "SKILL.md": head(
        "name: tools-as-list",
        "description: Names tools.",
        "allowed-tools:",
        "  - Read",
        "  - Bash",
      ),
    },
    reads: "Names tools.",
    says: "allowed-tools-form",
  },
  "colon-in-text": {
    files: { "SKILL.md": head("name: colon-in-text", "description: Use when: a table is there.") },
    reads: "Use when: a table is there.",
    says: "value-unquoted",
  },
  "crlf-everywhere": {
    files: { "SKILL.md": plain("crlf-everywhere").replaceAll("\n", "\r\n") },
    reads: "Does one thing well.",
    says: "line-endings",
  },
  "with-a-bom": {
    files: { "SKILL.md": `\uFEFF${plain("with-a-bom")}` },
    reads: "Does one thing well.",
    says: "byte-order-mark",
  },
  "in-utf-16": {
    files: {
      "SKILL.md": Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(plain("in-utf-16"), "utf16le")]),
    },
    reads: "Does one thing well.",
    says: "encoding",
  },
  表格整理: {
    files: { "SKILL.md": head("name: 表格整理", "description: 整理表格。") },
    reads: "整理表格。",
    says: "name-form",
  },
  "Sp aced Name": {
    files: { "SKILL.md": head("name: Sp aced Name", "description: Has blanks in its name.") },
    reads: "Has blanks in its name.",
    says: "name-form",
  },
  "no-name": {
    files: { "SKILL.md": head("description: Forgot its name.") },
    reads: "Forgot its name.",
    says: "name-missing",
  },
  "other-name": {
    files: { "SKILL.md": head("name: something-else", "description: Lies in another folder.") },
    reads: "Lies in another folder.",
    says: "name-differs",
  },
  "small-letters": {
    files: { "skill.md": plain("small-letters") },
    reads: "Does one thing well.",
    says: "manual-spelling",
  },
  "very-long": {
    files: { "SKILL.md": head("name: very-long", `description: ${"word ".repeat(230)}end`) },
    reads: `${"word ".repeat(230)}end`,
    says: "description-long",
  },
  "empty-body": {
    files: { "SKILL.md": "---\nname: empty-body\ndescription: Says nothing more.\n---" },
    reads: "Says nothing more.",
    says: "body-empty",
  },
  "own-fields": {
    files: {
      "SKILL.md": head("name: own-fields", "description: Has its own.", "version: 1.0", "model: any"),
    },
    reads: "Has its own.",
    says: "field-unknown",
  },
  "no-description": {
    files: { "SKILL.md": head("name: no-description") },
    reads: undefined,
    says: "description-missing",
  },
  "no-front-matter": {
    files: { "SKILL.md": "# Just text\n\nDo this.\n" },
    reads: undefined,
    says: "front-matter-missing",
  },
  "never-closed": {
    files: { "SKILL.md": "---\nname: never-closed\ndescription: Goes on.\n\nDo this.\n" },
    reads: undefined,
    says: "front-matter-unclosed",
  },
  "deep-references": {
    files: {
      "SKILL.md": plain("deep-references"),
      "references/a/b/c/deep note.md": "Deep.\n",
      "references/größe.md": "Wide.\n",
      "assets/data.bin": new Uint8Array([0, 1, 2, 255]),
    },
    reads: "Does one thing well.",
  },
  "many-scripts": {
    files: {
      "SKILL.md": plain("many-scripts"),
      "scripts/in-node.mjs": "console.log(process.argv.slice(2).join('+'));\n",
      "scripts/in-common.cjs": "console.log(require('node:path').basename('/a/' + process.argv[2]));\n",
      "scripts/in-shell.sh": '#!/bin/sh\nprintf "%s|" "$@"\n',
      "scripts/in-bash.sh": "#!/usr/bin/env bash\nset -euo pipefail\n[[ $# -eq 2 ]] && echo $#\n",
      "scripts/in-python.py":
        'import sys\n\nif __name__ == "__main__":\n    print(sys.stdin.read().upper())\n',
    },
    reads: "Does one thing well.",
  },
  "broken-python": {
    files: { "SKILL.md": plain("broken-python"), "scripts/broken.py": "def f(:\n" },
    reads: "Does one thing well.",
    says: "python-syntax",
  },
  "collection/inside/nested": {
    files: { "SKILL.md": plain("nested") },
    reads: "Does one thing well.",
  },
};

let home: string;
let catalogue: SkillCatalogue;
let records: ReadonlyMap<string, SkillRecord>;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "openhive-odd-"));
  for (const [folder, { files }] of Object.entries(ODD))
    for (const [path, content] of Object.entries(files)) {
      const place = join(home, "skills", folder, path);
      await mkdir(dirname(place), { recursive: true });
      await writeFile(place, content);
      if (path.endsWith(".sh")) await chmod(place, 0o755);
    }
  catalogue = createSkillCatalogue({ roots: [{ label: "odd", path: join(home, "skills") }], analyser });
  records = new Map((await catalogue.list()).map((record) => [record.name, record]));
});
afterAll(async () => {
  await catalogue.close();
  await rm(home, { recursive: true, force: true });
});

test("not one of a strange collection is dropped without a word", () => {
  expect([...records.keys()].sort()).toEqual(
    Object.keys(ODD)
      .map((folder) => folder.split("/").at(-1))
      .sort(),
  );
});

test.each(Object.entries(ODD))("%s loads or says why not", (folder, { reads, says }) => {
  const record = records.get(folder.split("/").at(-1) ?? "");
  expect(record?.isUsable).toBe(reads !== undefined);
  if (reads !== undefined) expect(record?.description.trim()).toBe(reads.trim());
  if (says !== undefined) expect(record?.findings.map(({ rule }) => rule)).toContain(says);
});

test.each([
  { file: "in-node.mjs", args: ["a", "b c"], stdin: "", answer: "a+b c" },
  { file: "in-common.cjs", args: ["x.txt"], stdin: "", answer: "x.txt" },
  { file: "in-shell.sh", args: ["$HOME", "a;b"], stdin: "", answer: "$HOME|a;b|" },
  { file: "in-bash.sh", args: ["one", "two three"], stdin: "", answer: "2" },
  { file: "in-python.py", args: [], stdin: "loud", answer: "LOUD" },
])(
  "a script is run by its extension, with arguments that no shell reads: $file",
  async ({ file, args, stdin, answer }) => {
    const skill = records.get("many-scripts");
    if (!skill) throw new Error("The skill is not there");
    const what: SkillTry = { kind: "script", path: `scripts/${file}`, args, stdin };
    const options = {
      environments: {
        runtimeFor: async () => ({
          python: await interpreter.resolve(),
          folders: await interpreter.folders(),
        }),
      },
      sandbox: createSandbox({ mode: "auto", searchPath }),
      helpersPath: HELPERS,
      searchPath,
      workPath: join(home, "work"),
      nodeCommand: process.execPath,
      proxy: { socketFor: () => Promise.reject(new Error("No network is declared here.")) },
    };
    const { result } = await trySkill(skill, what, { options, settings: { files: [], timeoutSeconds: 30 } });
    expect(result.status === "ok" ? answerText(result).trim() : result).toBe(answer);
  },
);
