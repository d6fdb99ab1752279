import { estimateTokenCount } from "tokenx";
import type { SkillFinding } from "../contract/api.ts";
import { toVisibleName } from "../contract/visible-text.ts";
import { checkOptionalFields } from "./check-optional-fields.ts";
import type { ParsedManual } from "./front-matter.ts";
import { findHiddenText } from "./hidden-text.ts";
import type { ReportFinding } from "./report-finding.ts";

/** What the manual says about the skill once its rules were checked. An empty description makes a skill unusable. */
export interface CheckedManual {
  readonly description: string;
  readonly findings: readonly SkillFinding[];
}

export const SKILL_NAME = /^[a-z0-9]+(-[a-z0-9]+)*$/;
export const MAX_SKILL_NAME = 64;
const MAX_DESCRIPTION = 1_024;

/**
 * Checks a manual against the Agent Skills standard (agentskills.io). Only a missing description makes it unusable;
 * everything else is a warning that says which rule is broken and how to mend it.
 */
export function checkManual(manual: ParsedManual, folder: string, file: string): CheckedManual {
  const findings: SkillFinding[] = [];
  const report: ReportFinding = (level, rule, { message, at }) => {
    const line = typeof at === "number" ? at : (manual.lines.get(at ?? "") ?? 1);
    findings.push({ level, rule, message, file, line });
  };
  if (!manual.fields) return { description: "", findings };
  checkName(manual, folder, report);
  const description = checkDescription(manual.fields["description"], report);
  checkOptionalFields(manual.fields, report);
  checkBody(manual, report);
  return { description, findings };
}

function checkName({ fields, quoted }: ParsedManual, folder: string, report: ReportFinding): void {
  const name = fields?.["name"];
  if (name === undefined || name === null || name === "") {
    const message = `The front matter has no name; the folder's name "${toVisibleName(folder)}" is used.`;
    report("warning", "name-missing", { message });
    return;
  }
  const text = typeof name === "object" ? JSON.stringify(name) : String(name);
  if (text.normalize("NFC") !== folder.normalize("NFC")) {
    const message = `The name "${text.slice(0, 80)}" differs from the folder's, "${toVisibleName(folder)}", which is used. Make them equal.`;
    report("warning", "name-differs", { message, at: "name" });
  }
  if (!SKILL_NAME.test(text) || text.length > MAX_SKILL_NAME) {
    const message = `The name "${text.slice(0, 80)}" should be 1 to ${MAX_SKILL_NAME} small letters, digits and single hyphens.`;
    report("warning", "name-form", { message, at: "name" });
  } else if (!quoted.has("name") && isOtherTypeElsewhere(text)) {
    const message = `Some readers take the name ${text} for a number, a date or a truth value and refuse it; put it in quotes.`;
    report("warning", "name-type", { message, at: "name" });
  }
}

/** What a reader of YAML 1.1 takes for a date, a truth value or a number. */
export function isOtherTypeElsewhere(text: string): boolean {
  return /^(\d{4}-\d{1,2}-\d{1,2}|y|n|yes|no|on|off|true|false|null|[-+]?[\d_]+(e\d+)?|0x[\da-f]+)$/i.test(
    text,
  );
}

function checkDescription(value: unknown, report: ReportFinding): string {
  const description = oneLine(textOf(value));
  const at = "description";
  if (description === "") {
    const message = "The front matter needs a description: what the skill does and when to use it.";
    report("error", "description-missing", { message, at });
    return description;
  }
  if (typeof value !== "string")
    report("warning", "description-form", {
      message: "The description should be text; put it in quotes.",
      at,
    });
  const length = [...String(typeof value === "string" ? value.trim() : description)].length;
  if (length > MAX_DESCRIPTION) {
    const message = `The description has ${length} characters; the standard allows 1,024. It loads; stricter readers refuse it.`;
    report("warning", "description-long", { message, at });
  }
  if (/<[/A-Za-z][^<>]*>/.test(description)) {
    const message = "The description holds what looks like a tag (<...>); some readers refuse it.";
    report("warning", "description-tags", { message, at });
  }
  for (const { what } of findHiddenText(description)) {
    const message = `${what} stand in the description. Read it closely before you grant this skill.`;
    report("warning", "hidden-text", { message, at });
  }
  return description;
}

/** A list of texts is read as its entries one after the other. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.filter((entry) => typeof entry !== "object").join(" ");
  const isPlain = typeof value === "string" || typeof value === "number" || typeof value === "boolean";
  return isPlain ? String(value) : "";
}

function checkBody({ body, bodyLine }: ParsedManual, report: ReportFinding): void {
  if (body === "") {
    const message = "There is nothing after the front matter: activating the skill tells the agent nothing.";
    report("warning", "body-empty", { message, at: bodyLine });
  }
  const lines = body.split("\n").length;
  const tokens = estimateTokenCount(body);
  if (lines > 500 || tokens > 5_000) {
    const message = `The manual has ${lines} lines and about ${tokens} tokens; keep it under 500 lines and 5,000 tokens.`;
    report("warning", "body-long", { message, at: bodyLine });
  }
  for (const { line, what } of findHiddenText(body, bodyLine)) {
    const message = `${what}: line ${line}. Read it closely before you grant this skill.`;
    report("warning", "hidden-text", { message, at: line });
  }
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
