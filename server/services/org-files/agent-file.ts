import type { Agent } from "../../contract/org-document.ts";
import type { FileProblem } from "./file-problem.ts";
import { readYaml, type YamlSource } from "./read-yaml.ts";
import { isPlainText, toYaml } from "./yaml-text.ts";

const FENCE = "---\n";

/**
 * An agent as Markdown: everything but the persona between `---` lines, then the persona. A persona that a text file would
 * not carry unchanged (with carriage returns, for example) stands between the lines too, escaped.
 */
export function toAgentFile({ persona, ...rest }: Agent): string {
  if (!isPlainText(persona)) return `${FENCE}${toYaml({ ...rest, persona })}${FENCE}`;
  return `${FENCE}${toYaml(rest)}${FENCE}${persona === "" ? "" : `\n${persona}\n`}`;
}

/** The fields of an agent as they stand in its file; not yet checked. */
export function fromAgentFile(
  file: string,
  written: string,
): { readonly source: YamlSource } | { readonly problems: readonly FileProblem[] } {
  const text = written.startsWith("---\r\n") ? written.replaceAll("\r\n", "\n") : written;
  const end = text.startsWith(FENCE) ? text.indexOf(`\n${FENCE}`) : -1;
  const isClosedAtEnd = end < 0 && text.startsWith(FENCE) && text.endsWith("\n---");
  if (end < 0 && !isClosedAtEnd)
    return {
      problems: [{ file, line: 1, message: "an agent file begins with its fields between two lines of ---" }],
    };
  const close = isClosedAtEnd ? text.length - 3 : end + 1;
  const read = readYaml(file, text.slice(FENCE.length, close), 1);
  if ("problems" in read) return read;
  const { value, lineOf } = read.source;
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return { problems: [{ file, line: 2, message: "between the lines of --- stand fields, name: value" }] };
  const body = text
    .slice(close + FENCE.length)
    .replace(/^\n/, "")
    .replace(/\n$/, "");
  const hasOwn = "persona" in value;
  if (hasOwn && body.trim() !== "") {
    const message = "the persona stands twice: as a field and below the fields";
    return { problems: [{ file, line: lineOf(["persona"]), message }] };
  }
  return { source: { file, value: hasOwn ? value : { ...value, persona: body }, lineOf } };
}
