import { estimateTokenCount } from "tokenx";
import type { SkillFinding } from "../contract/api.ts";
import type { ParsedManual } from "./front-matter.ts";

/** What the manual says about the skill once its rules were checked. An empty description makes a skill unusable. */
export interface CheckedManual {
  readonly description: string;
  readonly findings: readonly SkillFinding[];
}

const KNOWN_FIELDS = new Set([
  "name",
  "description",
  "license",
  "compatibility",
  "metadata",
  "allowed-tools",
]);
const NAME = /^[a-z0-9]+(-[a-z0-9]+)*$/;
/** Zero-width, direction-changing and tag characters: text that people do not see and models read. */
const INVISIBLE = /[\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\u{E0000}-\u{E007F}]/u;
const MANY_BLANK_LINES = 40;

type Report = (level: SkillFinding["level"], rule: string, message: string) => void;

/**
 * Checks a manual against the Agent Skills standard (agentskills.io). Only a missing description makes it unusable;
 * everything else is a warning that says which rule is broken and how to mend it.
 */
export function checkManual(manual: ParsedManual, folder: string, file: string): CheckedManual {
  const findings: SkillFinding[] = [];
  const report: Report = (level, rule, message) => findings.push({ level, rule, message, file });
  if (!manual.fields) return { description: "", findings };
  checkName(manual.fields["name"], folder, report);
  const description = checkDescription(manual.fields["description"], report);
  checkOptional(manual.fields, report);
  checkBody(manual.body, report);
  return { description, findings };
}

function checkName(name: unknown, folder: string, report: Report): void {
  if (name === undefined || name === null || name === "") {
    report("warning", "name-missing", `The front matter has no name; the folder's name "${folder}" is used.`);
    return;
  }
  const text = String(name);
  if (text !== folder) {
    report(
      "warning",
      "name-differs",
      `The name "${text}" differs from the folder's, "${folder}", which is used. Make them equal.`,
    );
  }
  if (!NAME.test(text) || text.length > 64) {
    report(
      "warning",
      "name-form",
      `The name "${text.slice(0, 80)}" should be 1 to 64 small letters, digits and single hyphens.`,
    );
  }
}

function checkDescription(value: unknown, report: Report): string {
  const isText = typeof value === "string" || typeof value === "number" || typeof value === "boolean";
  const description = isText ? oneLine(String(value)) : "";
  if (description === "") {
    report(
      "error",
      "description-missing",
      "The front matter needs a description: what the skill does and when to use it.",
    );
  } else if (typeof value !== "string") {
    report("warning", "description-form", "The description should be text; put it in quotes.");
  }
  if (description.length > 1_024) {
    report(
      "warning",
      "description-long",
      `The description has ${description.length} characters; the standard allows 1,024.`,
    );
  }
  if (INVISIBLE.test(description)) {
    report(
      "warning",
      "hidden-text",
      "The description holds characters that people cannot see. Read it closely before you grant this skill.",
    );
  }
  return description;
}

function checkOptional(fields: Readonly<Record<string, unknown>>, report: Report): void {
  for (const field of Object.keys(fields).filter((name) => !KNOWN_FIELDS.has(name))) {
    report(
      "warning",
      "field-unknown",
      `The field "${field}" is not in the standard; some readers refuse it. Move it under metadata.`,
    );
  }
  const { license, compatibility, metadata, "allowed-tools": allowedTools } = fields;
  if (license !== undefined && typeof license !== "string")
    report("warning", "license-form", "license should be text.");
  if (compatibility !== undefined && (typeof compatibility !== "string" || compatibility.length > 500)) {
    report("warning", "compatibility-form", "compatibility should be text of at most 500 characters.");
  }
  if (metadata !== undefined && !isTextMap(metadata))
    report("warning", "metadata-form", "metadata should map names to texts.");
  if (allowedTools !== undefined && typeof allowedTools !== "string") {
    report(
      "warning",
      "allowed-tools-form",
      "allowed-tools should be one text with names separated by blanks.",
    );
  }
}

function checkBody(body: string, report: Report): void {
  if (body === "")
    report(
      "warning",
      "body-empty",
      "There is nothing after the front matter: activating the skill tells the agent nothing.",
    );
  const lines = body.split("\n").length;
  const tokens = estimateTokenCount(body);
  if (lines > 500 || tokens > 5_000) {
    report(
      "warning",
      "body-long",
      `The manual has ${lines} lines and about ${tokens} tokens; keep it under 500 lines and 5,000 tokens.`,
    );
  }
  if (INVISIBLE.test(body)) {
    report(
      "warning",
      "hidden-text",
      "The manual holds characters that people cannot see. Read it closely before you grant this skill.",
    );
  }
  if (new RegExp(`(?:\\n[ \\t]*){${MANY_BLANK_LINES},}\\n[ \\t]*\\S`).test(body)) {
    report(
      "warning",
      "hidden-text",
      `Text follows more than ${MANY_BLANK_LINES} blank lines, where people do not look. Read the end of the file.`,
    );
  }
}

function isTextMap(value: unknown): boolean {
  return (
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every((entry) => typeof entry === "string")
  );
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
