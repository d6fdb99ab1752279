import { parse, stringify } from "yaml";
import { isOtherTypeElsewhere, MAX_SKILL_NAME, SKILL_NAME } from "./check-manual.ts";
import { CLIENT_FIELDS, STANDARD_FIELDS } from "./check-optional-fields.ts";
import { type FieldLines, firstValue, quoteField, splitFields } from "./field-lines.ts";
import { findTooLarge } from "./find-too-large.ts";
import { isReadableField } from "./read-yaml.ts";

export interface MendedManual {
  readonly text: string;
  /** What each mended rule's mend does, as a sentence. */
  readonly mends: ReadonlyMap<string, string>;
}

interface Draft {
  head: readonly string[];
  readonly folder: string;
  readonly mends: Map<string, string>;
}

const DELIMITER = /^---[ \t]*$/;

const STEPS = [mendRepeated, mendValues, mendAllowedTools, mendMetadata, mendUnknown, mendName];

/**
 * Mends what can be mended without a doubt about what its author meant. Every line it has no reason to touch stays as it is,
 * and mending twice changes nothing more. Manuals without front matter are left alone. With `only` it mends what that rule
 * finds, and the frame around the front matter, without which nothing inside can be told.
 */
export function mendManual(source: string, folder: string, only?: string): MendedManual {
  const mends = new Map<string, string>();
  const lines = mendFrame(source, mends);
  const end = lines.findIndex((line, index) => index > 0 && DELIMITER.test(line));
  if (!DELIMITER.test(lines[0] ?? "") || end < 0) return { text: source, mends: new Map() };
  if ([lines[0], lines[end]].some((line) => line !== "---"))
    mends.set("delimiter-blanks", "Takes the blanks off the --- lines.");
  if (findTooLarge(lines.slice(1, end)) !== undefined) return { text: source, mends: new Map() };
  const draft: Draft = { head: lines.slice(1, end), folder, mends };
  for (const step of STEPS) runStep(step, draft, only);
  if (only !== undefined && !mends.has(only)) return { text: source, mends: new Map() };
  return { text: ["---", ...draft.head, "---", ...lines.slice(end + 1)].join("\n"), mends };
}

/** A step that has nothing to do with the wanted rule leaves no trace. */
function runStep(step: (draft: Draft) => void, draft: Draft, only: string | undefined): void {
  const { head } = draft;
  const before = new Set(draft.mends.keys());
  step(draft);
  const fresh = [...draft.mends.keys()].filter((rule) => !before.has(rule));
  if (only === undefined || fresh.includes(only)) return;
  draft.head = head;
  for (const rule of fresh) draft.mends.delete(rule);
}

/** Byte order mark, line endings and blank lines above the front matter. */
function mendFrame(source: string, mends: Map<string, string>): readonly string[] {
  let text = source;
  if (text.startsWith("\uFEFF")) {
    text = text.slice(1);
    mends.set("byte-order-mark", "Removes the byte order mark.");
  }
  if (text.includes("\r")) {
    text = text.replace(/\r\n?/g, "\n");
    mends.set("line-endings", "Writes LF at the end of each line.");
  }
  const lines = text.split("\n");
  const first = lines.findIndex((line) => line.trim() !== "");
  if (first <= 0 || !DELIMITER.test(lines[first] ?? "")) return lines;
  mends.set("front-matter-late", "Removes the blank lines above the front matter.");
  return lines.slice(first);
}

/** Puts `change(field)` in the place of each field; undefined leaves it as it is. */
function rewrite(draft: Draft, change: (field: FieldLines) => readonly string[] | undefined): void {
  const fields = splitFields(draft.head);
  const above = draft.head.slice(0, fields[0]?.start ?? draft.head.length);
  draft.head = [...above, ...fields.flatMap((field) => change(field) ?? field.lines)];
}

function mendRepeated(draft: Draft): void {
  const keys = splitFields(draft.head);
  rewrite(draft, (field) => {
    if (!keys.some((other) => other.key === field.key && other.start > field.start)) return undefined;
    draft.mends.set("field-repeated", "Removes the earlier of the two, which does not count.");
    return [];
  });
}

function mendValues(draft: Draft): void {
  rewrite(draft, (field) => {
    if (isReadableField(field)) return undefined;
    const untabbed = { ...field, lines: field.lines.map((line) => line.replaceAll("\t", "  ")) };
    if (isReadableField(untabbed)) {
      draft.mends.set("tab-indented", "Writes blanks in the place of tabs.");
      return untabbed.lines;
    }
    if (firstValue(field) === "") return undefined;
    draft.mends.set("value-unquoted", "Puts the value in quotes.");
    return [quoteField(field)];
  });
}

function fieldValue(field: FieldLines): unknown {
  try {
    const value: unknown = parse(field.lines.join("\n"), { logLevel: "error" });
    return typeof value === "object" && value !== null
      ? (value as Record<string, unknown>)[field.key]
      : undefined;
  } catch {
    return undefined;
  }
}

function mendAllowedTools(draft: Draft): void {
  rewrite(draft, (field) => {
    if (field.key !== "allowed-tools") return undefined;
    const value = fieldValue(field);
    const names: readonly unknown[] = Array.isArray(value)
      ? value
      : typeof value === "string"
        ? value.split(/,\s*/)
        : [];
    const isPlain = names.every((name) => typeof name === "string" && /^[^\s,]+$/.test(name));
    if (!isPlain || (typeof value === "string" && names.length < 2) || names.length === 0) return undefined;
    draft.mends.set("allowed-tools-form", "Writes the names as one text.");
    return [`allowed-tools: ${stringify(names.join(" "), { lineWidth: 0 }).trimEnd()}`];
  });
}

/** Numbers, dates and truth values of a plain map become the texts that they are written as. */
function mendMetadata(draft: Draft): void {
  rewrite(draft, (field) => {
    const value = fieldValue(field);
    if (field.key !== "metadata" || typeof value !== "object" || value === null) return undefined;
    const entries = Object.values(value);
    const isFlat = entries.every((entry) => typeof entry !== "object" || entry === null);
    if (firstValue(field) !== "" || !isFlat || entries.every((entry) => typeof entry === "string"))
      return undefined;
    draft.mends.set("metadata-form", "Puts the values in quotes.");
    return field.lines.map((line) =>
      line.replace(
        /^(\s+[^\s:#][^:]*:[ \t]+)([^\s"'|>#][^\s"'#]*)[ \t]*$/,
        (whole, key: string, text: string) => (typeof parse(text) === "string" ? whole : `${key}"${text}"`),
      ),
    );
  });
}

/** Unknown fields with a plain value on one line move under metadata. Those that mean something to a client stay. */
function mendUnknown(draft: Draft): void {
  const metadata = splitFields(draft.head).find((field) => field.key === "metadata");
  if (metadata && (firstValue(metadata) !== "" || !isReadableField(metadata))) return;
  const taken = new Set(Object.keys((metadata && (fieldValue(metadata) as object | null)) ?? {}));
  const moved: string[] = [];
  rewrite(draft, (field) => {
    if (STANDARD_FIELDS.has(field.key) || CLIENT_FIELDS.has(field.key) || taken.has(field.key))
      return undefined;
    const value = fieldValue(field);
    const raw = firstValue(field);
    const isOneLine = field.lines.slice(1).every((line) => line.trim() === "") && !/^[|>[{&*!#]/.test(raw);
    if (!isOneLine || raw === "" || value === null || typeof value === "object") return undefined;
    moved.push(
      `${field.key}: ${typeof value === "string" ? raw : JSON.stringify(raw.replace(/\s+#.*$/, ""))}`,
    );
    return [];
  });
  if (moved.length === 0) return;
  draft.mends.set("field-unknown", "Moves the field under metadata.");
  const indent =
    /^[ \t]+/.exec(metadata?.lines.find((line) => /^[ \t]+[^\s#]/.test(line)) ?? "")?.[0] ?? "  ";
  const lines = moved.map((line) => indent + line);
  if (metadata)
    rewrite(draft, (field) => (field.key === "metadata" ? [...field.lines, ...lines] : undefined));
  else draft.head = [...draft.head, "metadata:", ...lines];
}

function mendName(draft: Draft): void {
  const { folder } = draft;
  if (!SKILL_NAME.test(folder) || folder.length > MAX_SKILL_NAME) return;
  const shown = isOtherTypeElsewhere(folder) ? JSON.stringify(folder) : folder;
  const known = splitFields(draft.head).find((field) => field.key === "name");
  if (!known) {
    draft.mends.set("name-missing", "Adds the folder's name.");
    draft.head = [`name: ${shown}`, ...draft.head];
    return;
  }
  if (isNameRight(known, folder, shown)) return;
  const isEqual = String(fieldValue(known) ?? "") === folder;
  const mend = isEqual ? "Puts the name in quotes." : "Writes the folder's name.";
  const rules = isEqual ? ["name-type"] : ["name-missing", "name-differs", "name-form", "name-type"];
  for (const rule of rules) draft.mends.set(rule, mend);
  rewrite(draft, (field) => (field.key === "name" ? [`name: ${shown}`] : undefined));
}

function isNameRight(field: FieldLines, folder: string, shown: string): boolean {
  return fieldValue(field) === folder && (shown === folder || /^["']/.test(firstValue(field)));
}
