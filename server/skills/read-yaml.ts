import { VFile } from "vfile";
import { matter } from "vfile-matter";
import { YAMLParseError } from "yaml";
import type { SkillFinding } from "../contract/api.ts";
import { ownValue } from "../contract/own-value.ts";
import { type FieldLines, firstValue, quoteField, splitFields } from "./field-lines.ts";
import { findTooLarge } from "./find-too-large.ts";

type Fields = Readonly<Record<string, unknown>>;

export interface YamlOutcome {
  /** Undefined when the YAML is beyond repair. */
  readonly fields: Fields | undefined;
  /** Lines count from the opening delimiter, which is line 1. */
  readonly findings: readonly SkillFinding[];
}

/**
 * Reads the lines between the delimiters. Where YAML refuses them, each field is read by itself, quoted where it has to be,
 * so that one bad value does not cost the others.
 */
export function readYaml(head: readonly string[]): YamlOutcome {
  const large = findTooLarge(head);
  if (large !== undefined) return { fields: undefined, findings: [large] };
  const first = parse(head, true);
  if (!first.error) return checkShape(first.value, []);
  const repeated = repeatedFields(head);
  const second = repeated.length > 0 ? parse(head, false) : first;
  if (!second.error) return checkShape(second.value, repeated);
  const salvaged = salvage(head);
  if (salvaged.fields["description"] !== undefined)
    return { fields: salvaged.fields, findings: [...repeated, ...salvaged.findings] };
  const message = `The front matter is not YAML that can be read: ${firstLine(first.error.message)}`;
  const line = first.error instanceof YAMLParseError ? first.error.linePos?.[0].line : undefined;
  const finding: SkillFinding = {
    level: "error",
    rule: "front-matter-unreadable",
    message,
    line: (line ?? 1) + 1,
  };
  return { fields: undefined, findings: [...repeated, finding] };
}

function repeatedFields(head: readonly string[]): readonly SkillFinding[] {
  const fields = splitFields(head);
  return fields
    .filter(({ key }, index) => fields.findIndex((other) => other.key === key) < index)
    .map(({ key, start }) => ({
      level: "warning",
      rule: "field-repeated",
      message: `The field "${key}" stands there twice; the last one counts. Some readers refuse the file.`,
      line: start + 2,
    }));
}

/** True when the field can be read by itself. */
export function isReadableField(field: FieldLines): boolean {
  return parse(field.lines, true).error === undefined;
}

function salvage(head: readonly string[]): { readonly fields: Fields; readonly findings: SkillFinding[] } {
  const fields = new Map<string, unknown>();
  const findings: SkillFinding[] = [];
  for (const field of splitFields(head)) {
    const { value, finding } = readField(field);
    if (finding) findings.push({ ...finding, level: "warning", line: field.start + 2 });
    if (value !== undefined) fields.set(field.key, value);
  }
  return { fields: Object.fromEntries(fields), findings };
}

function readField(field: FieldLines): {
  readonly value: unknown;
  readonly finding?: Pick<SkillFinding, "rule" | "message">;
} {
  const alone = parse(field.lines, true);
  if (!alone.error) return { value: valueIn(alone.value, field.key) };
  const untabbed = parse(
    field.lines.map((line) => line.replaceAll("\t", "  ")),
    true,
  );
  if (!untabbed.error) {
    const message = `"${field.key}" is indented with tabs, which YAML forbids; they were read as blanks.`;
    return { value: valueIn(untabbed.value, field.key), finding: { rule: "tab-indented", message } };
  }
  if (firstValue(field) === "") {
    const message = `The field "${field.key}" is not YAML that can be read and is left out: ${firstLine(alone.error.message)}`;
    return { value: undefined, finding: { rule: "field-unreadable", message } };
  }
  const message = `The value of "${field.key}" has to stand in quotes because of the characters in it; it was read as if it did.`;
  return {
    value: valueIn(parse([quoteField(field)], true).value, field.key),
    finding: { rule: "value-unquoted", message },
  };
}

function valueIn(parsed: unknown, key: string): unknown {
  return typeof parsed === "object" && parsed !== null ? ownValue(parsed as Fields, key) : undefined;
}

function checkShape(value: unknown, findings: readonly SkillFinding[]): YamlOutcome {
  if (typeof value === "object" && value !== null && !Array.isArray(value))
    return { fields: { ...value }, findings };
  const message = "The front matter has to consist of fields such as name: and description:.";
  return {
    fields: undefined,
    findings: [...findings, { level: "error", rule: "front-matter-unreadable", message, line: 2 }],
  };
}

function parse(head: readonly string[], uniqueKeys: boolean): { value: unknown; error?: Error } {
  const file = new VFile(`---\n${head.join("\n")}\n---\n`);
  try {
    matter(file, { yaml: { uniqueKeys, maxAliasCount: 20, logLevel: "error" } });
    return { value: file.data["matter"] };
  } catch (error) {
    return { value: undefined, error: error instanceof Error ? error : new Error(String(error)) };
  }
}

function firstLine(text: string): string {
  return text.split("\n", 1)[0]?.replace(/ at line \d+.*$/, "") ?? "";
}
