import { VFile } from "vfile";
import { matter } from "vfile-matter";
import { YAMLParseError } from "yaml";
import type { SkillFinding } from "../contract/api.ts";

/** A manual taken apart. `fields` is undefined when there is no front matter that can be read. */
export interface ParsedManual {
  readonly fields: Readonly<Record<string, unknown>> | undefined;
  readonly body: string;
  readonly findings: readonly SkillFinding[];
}

const DELIMITER = /^---[ \t]*$/;

/**
 * Takes the front matter off a SKILL.md, as leniently as the Agent Skills standard asks clients to be: a byte order mark,
 * CRLF, blanks after the delimiters, repeated fields and unquoted values that hold `: ` are accepted with a finding.
 *
 * Never throws. Where the front matter is missing or beyond repair, a finding with level "error" says where and why.
 */
export function parseManual(source: string, file: string): ParsedManual {
  const findings: SkillFinding[] = [];
  const text = normalise(source, (rule, message) => findings.push({ level: "warning", rule, message, file }));
  const lines = text.split("\n");
  const problem = frontMatterProblem(lines, text);
  if (problem)
    return { fields: undefined, body: text, findings: [...findings, { level: "error", file, ...problem }] };

  const end = lines.findIndex((line, index) => index > 0 && DELIMITER.test(line));
  const head = lines.slice(1, end);
  const body = lines
    .slice(end + 1)
    .join("\n")
    .trim();
  const outcome = readYaml(head);
  findings.push(...outcome.findings.map((finding) => ({ ...finding, file })));
  return { fields: outcome.fields, body, findings };
}

function normalise(source: string, warn: (rule: string, message: string) => void): string {
  let text = source;
  if (text.startsWith("\uFEFF")) {
    text = text.slice(1);
    warn(
      "byte-order-mark",
      "The file begins with a byte order mark; some readers stop there. Save it as UTF-8 without one.",
    );
  }
  if (text.includes("\r")) {
    text = text.replace(/\r\n?/g, "\n");
    warn(
      "line-endings",
      "The file has Windows line endings; some readers do not find the front matter. Save it with LF.",
    );
  }
  const lines = text.split("\n");
  const second = lines.findIndex((line, index) => index > 0 && DELIMITER.test(line));
  if (
    DELIMITER.test(lines[0] ?? "") &&
    [lines[0], lines[second]].some((line) => line !== undefined && line !== "---")
  ) {
    warn(
      "delimiter-blanks",
      "A --- line of the front matter ends in blanks; some readers do not find its end. Remove them.",
    );
  }
  return text;
}

function frontMatterProblem(
  lines: readonly string[],
  text: string,
): Pick<SkillFinding, "rule" | "message" | "line"> | undefined {
  if (text.trim() === "")
    return {
      rule: "manual-empty",
      message: "The file is empty. It needs front matter with a name and a description.",
    };
  if (!DELIMITER.test(lines[0] ?? "")) {
    return {
      rule: "front-matter-missing",
      message: "The file has to begin with a line ---, then name and description, then another ---.",
      line: 1,
    };
  }
  if (!lines.some((line, index) => index > 0 && DELIMITER.test(line))) {
    return {
      rule: "front-matter-unclosed",
      message: "The front matter has no closing --- line.",
      line: lines.length,
    };
  }
  return undefined;
}

interface YamlOutcome {
  readonly fields: Readonly<Record<string, unknown>> | undefined;
  readonly findings: readonly SkillFinding[];
}

function readYaml(head: readonly string[]): YamlOutcome {
  const first = tryYaml(head, true);
  if (!first.error) return checkShape(first.value, []);
  const warnings: SkillFinding[] = [];
  const isRepeated = first.error.message.startsWith("Map keys must be unique");
  if (isRepeated)
    warnings.push(warning(first.error, "field-repeated", "A field stands there twice; the last one counts."));
  const second = tryYaml(isRepeated ? head : quoteValues(head), false);
  if (second.error) {
    const message = `The front matter is not YAML that can be read: ${firstLine(second.error.message)}`;
    return {
      fields: undefined,
      findings: [
        ...warnings,
        { ...warning(first.error, "front-matter-unreadable", message), level: "error" },
      ],
    };
  }
  if (!isRepeated) {
    warnings.push(
      warning(
        first.error,
        "value-unquoted",
        "A value has to stand in quotes because of the characters in it; it was read as if it did.",
      ),
    );
  }
  return checkShape(second.value, warnings);
}

function checkShape(value: unknown, findings: readonly SkillFinding[]): YamlOutcome {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    return { fields: { ...value }, findings };
  }
  const message = "The front matter has to consist of fields such as name: and description:.";
  return {
    fields: undefined,
    findings: [...findings, { level: "error", rule: "front-matter-unreadable", message, line: 2 }],
  };
}

function tryYaml(head: readonly string[], uniqueKeys: boolean): { value: unknown; error?: Error } {
  const file = new VFile(`---\n${head.join("\n")}\n---\n`);
  try {
    matter(file, { yaml: { uniqueKeys, maxAliasCount: 20, logLevel: "error" } });
    return { value: file.data["matter"] };
  } catch (error) {
    return { value: undefined, error: error instanceof Error ? error : new Error(String(error)) };
  }
}

/** Quotes the value of each top-level line that plain YAML would misread. */
function quoteValues(head: readonly string[]): readonly string[] {
  return head.map((line) => {
    const match = /^([A-Za-z_][\w-]*):[ \t]+(.+?)[ \t]*$/.exec(line);
    const value = match?.[2];
    if (!match || value === undefined) return line;
    const isFramed = /^(["']).*\1$/.test(value) || /^[|>][+-]?\d?$/.test(value);
    const isMisread = /:(\s|$)| #|^[[\]{}@`%&*!?,"'-]/.test(value);
    return !isFramed && isMisread ? `${match[1]}: ${JSON.stringify(value)}` : line;
  });
}

function warning(error: Error, rule: string, message: string): SkillFinding {
  // The opening delimiter is line 1 of the file and of what the parser was given is not part.
  const line = error instanceof YAMLParseError ? error.linePos?.[0].line : undefined;
  return { level: "warning", rule, message, ...(line === undefined ? {} : { line: line + 1 }) };
}

function firstLine(text: string): string {
  return text.split("\n", 1)[0]?.replace(/ at line \d+.*$/, "") ?? "";
}
