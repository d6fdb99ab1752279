import type { ReportFinding } from "./report-finding.ts";

/** The fields that the standard knows. */
export const STANDARD_FIELDS: ReadonlySet<string> = new Set([
  "name",
  "description",
  "license",
  "compatibility",
  "metadata",
  "allowed-tools",
]);

/** Fields that single clients give a meaning of their own: moving them would take it away. */
export const CLIENT_FIELDS: ReadonlySet<string> = new Set([
  "agent",
  "argument-hint",
  "arguments",
  "context",
  "disable-model-invocation",
  "effort",
  "hooks",
  "model",
  "paths",
  "shell",
  "user-invocable",
  "when_to_use",
]);

const OPTIONAL_RULES: ReadonlyMap<string, string> = new Map([
  ["license", "license-form"],
  ["compatibility", "compatibility-form"],
  ["metadata", "metadata-form"],
  ["allowed-tools", "allowed-tools-form"],
]);

type Fields = Readonly<Record<string, unknown>>;

/** Checks what a manual may say beside its name and description. All of it loads. */
export function checkOptionalFields(fields: Fields, report: ReportFinding): void {
  for (const field of Object.keys(fields).filter((name) => !STANDARD_FIELDS.has(name))) {
    const message = CLIENT_FIELDS.has(field)
      ? `The field "${field}" is another client's; it means nothing here, and strict readers refuse it.`
      : `The field "${field}" is not in the standard; some readers refuse it. Move it under metadata.`;
    report("warning", "field-unknown", { message, at: field });
  }
  const { license, compatibility, metadata, "allowed-tools": tools } = withoutEmpty(fields, report);
  if (license !== undefined && typeof license !== "string")
    report("warning", "license-form", { message: "license should be text.", at: "license" });
  if (compatibility !== undefined && (typeof compatibility !== "string" || compatibility.length > 500)) {
    const message = "compatibility should be text of at most 500 characters.";
    report("warning", "compatibility-form", { message, at: "compatibility" });
  }
  if (metadata !== undefined && !isTextMap(metadata)) {
    const message = "metadata should map names to texts: put numbers, dates and truth values in quotes.";
    report("warning", "metadata-form", { message, at: "metadata" });
  }
  checkAllowedTools(tools, report);
}

/** The fields that say something; each known one that does not is told. */
function withoutEmpty(fields: Fields, report: ReportFinding): Fields {
  for (const [field, rule] of OPTIONAL_RULES)
    if (fields[field] === null)
      report("warning", rule, { message: `${field} is empty: fill it in or take it out.`, at: field });
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}

function checkAllowedTools(value: unknown, report: ReportFinding): void {
  const isList = value !== undefined && typeof value !== "string";
  const hasCommas = typeof value === "string" && value.replace(/\([^)]*\)/g, "").includes(",");
  if (!isList && !hasCommas) return;
  const message = "allowed-tools should be one text with names separated by blanks.";
  report("warning", "allowed-tools-form", { message, at: "allowed-tools" });
}

function isTextMap(value: unknown): boolean {
  return (
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every((entry) => typeof entry === "string")
  );
}
