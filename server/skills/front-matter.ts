import type { SkillFinding } from "../contract/api.ts";
import { firstValue, splitFields } from "./field-lines.ts";
import { readYaml } from "./read-yaml.ts";

/** A manual taken apart. `fields` is undefined when there is no front matter that can be read. */
export interface ParsedManual {
  readonly fields: Readonly<Record<string, unknown>> | undefined;
  readonly body: string;
  readonly findings: readonly SkillFinding[];
  /** Line of each field in the file, from 1. */
  readonly lines: ReadonlyMap<string, number>;
  /** Fields whose value stands in quotes. */
  readonly quoted: ReadonlySet<string>;
  /** Line of the file on which `body` begins. */
  readonly bodyLine: number;
}

const DELIMITER = /^---[ \t]*$/;

/**
 * Takes the front matter off a SKILL.md, as leniently as the Agent Skills standard asks clients to be: a byte order mark,
 * CRLF, blank lines above it, blanks after the delimiters, repeated fields and unquoted values that hold `: ` are accepted
 * with a finding.
 *
 * Never throws. Where the front matter is missing or beyond repair, a finding with level "error" says where and why.
 */
export function parseManual(source: string, file: string): ParsedManual {
  const findings: SkillFinding[] = [];
  const { lines, offset } = normalise(source, (rule, message, line) =>
    findings.push({ level: "warning", rule, message, file, line }),
  );
  const problem = frontMatterProblem(lines);
  if (problem) {
    const error: SkillFinding = { level: "error", file, ...problem };
    return {
      fields: undefined,
      body: lines.join("\n"),
      findings: [...findings, error],
      lines: new Map(),
      quoted: new Set(),
      bodyLine: 1,
    };
  }
  const end = lines.findIndex((line, index) => index > 0 && DELIMITER.test(line));
  const head = lines.slice(1, end);
  const outcome = readYaml(head);
  for (const { line = 1, ...finding } of outcome.findings)
    findings.push({ ...finding, file, line: line + offset });
  const rest = lines.slice(end + 1);
  const blanks = rest.findIndex((line) => line.trim() !== "");
  if (isSecondBlock(rest.slice(Math.max(blanks, 0))))
    findings.push({
      level: "warning",
      rule: "front-matter-twice",
      message:
        "A second block of fields follows the first: it counts as part of the manual. Keep one of them.",
      file,
      line: end + 2 + offset + Math.max(blanks, 0),
    });
  return {
    fields: outcome.fields,
    body: rest.join("\n").trim(),
    findings,
    quoted: new Set(
      splitFields(head).flatMap((field) => (/^["']/.test(firstValue(field)) ? [field.key] : [])),
    ),
    lines: new Map(splitFields(head).map(({ key, start }) => [key, start + 2 + offset])),
    // Where there is nothing, the closing line stands for it.
    bodyLine: end + 1 + offset + (blanks < 0 ? 0 : blanks + 1),
  };
}

/** A line ---, lines that begin like fields, name or description among them, and another ---. */
function isSecondBlock(lines: readonly string[]): boolean {
  if (!DELIMITER.test(lines[0] ?? "")) return false;
  const end = lines.findIndex((line, index) => index > 0 && DELIMITER.test(line));
  return end > 1 && lines.slice(1, end).some((line) => /^(name|description):/.test(line));
}

type Warn = (rule: string, message: string, line: number) => void;

function normalise(
  source: string,
  warn: Warn,
): { readonly lines: readonly string[]; readonly offset: number } {
  let text = source;
  if (text.startsWith("\uFEFF")) {
    text = text.slice(1);
    const message =
      "The file begins with a byte order mark; some readers stop there. Save it as UTF-8 without one.";
    warn("byte-order-mark", message, 1);
  }
  if (text.includes("\r")) {
    text = text.replace(/\r\n?/g, "\n");
    const message =
      "The file has Windows line endings; some readers do not find the front matter. Save it with LF.";
    warn("line-endings", message, 1);
  }
  const all = text.split("\n");
  const first = Math.max(
    all.findIndex((line) => line.trim() !== ""),
    0,
  );
  const offset = DELIMITER.test(all[first] ?? "") ? first : 0;
  if (offset > 0)
    warn("front-matter-late", "Blank lines stand above the front matter; some readers do not find it.", 1);
  const lines = all.slice(offset);
  const second = lines.findIndex((line, index) => index > 0 && DELIMITER.test(line));
  const ragged = [0, second].find((index) => index >= 0 && /^---[ \t]+$/.test(lines[index] ?? ""));
  if (ragged !== undefined) {
    const message =
      "A --- line of the front matter ends in blanks; some readers do not find its end. Remove them.";
    warn("delimiter-blanks", message, ragged + 1 + offset);
  }
  return { lines, offset };
}

function frontMatterProblem(
  lines: readonly string[],
): Pick<SkillFinding, "rule" | "message" | "line"> | undefined {
  if (lines.every((line) => line.trim() === ""))
    return {
      rule: "manual-empty",
      message: "The file is empty. It needs front matter with a name and a description.",
      line: 1,
    };
  if (!DELIMITER.test(lines[0] ?? ""))
    return {
      rule: "front-matter-missing",
      message: "The file has to begin with a line ---, then name and description, then another ---.",
      line: 1,
    };
  if (lines.some((line, index) => index > 0 && DELIMITER.test(line))) return undefined;
  return {
    rule: "front-matter-unclosed",
    message: "The front matter has no closing --- line.",
    line: lines.length,
  };
}
