import { basename } from "node:path";
import type { SkillFinding } from "../contract/api.ts";
import { MAX_MANUAL_BYTES } from "../contract/skill-manual.ts";
import { checkManual } from "./check-manual.ts";
import { decodeText } from "./decode-text.ts";
import { parseManual } from "./front-matter.ts";
import { mendManual } from "./mend-manual.ts";
import { readDeclarations } from "./read-declarations.ts";
import type { SkillContents } from "./skill-contents.ts";

/** What a skill's manual says, checked. */
export interface Manual {
  /** Empty when the skill cannot be used. */
  readonly description: string;
  readonly body: string;
  /** Line of the file on which `body` begins. */
  readonly bodyLine: number;
  /** Hosts that `metadata` declares: `openhive-network: public` (`*`), or names of hosts. */
  readonly networkHosts: readonly string[];
  /** Names of secrets that `metadata` declares: `openhive-secrets: NAME`. */
  readonly secrets: readonly string[];
  readonly findings: readonly SkillFinding[];
}

/** The manual among a skill's files, whatever its spelling; the right one first. */
export function findManual(paths: Iterable<string>): string | undefined {
  const candidates = [...paths].filter((path) => path.toLowerCase() === "skill.md");
  return candidates.find((path) => path === "SKILL.md") ?? candidates[0];
}

/** Reads and checks the manual of a skill. Never throws: what is wrong becomes findings. */
export function readManual(contents: SkillContents, name: string): Manual {
  try {
    return readChecked(contents, name);
  } catch {
    // YAML may refer to itself, or hold objects of which nobody can make a text: one such file must not cost the others their list.
    const message = "The front matter cannot be read: it refers to itself, or has no text where one belongs.";
    return broken("front-matter-unreadable", message, findManual(contents.keys()) ?? "SKILL.md");
  }
}

function readChecked(contents: SkillContents, name: string): Manual {
  const file = findManual(contents.keys());
  if (file === undefined) {
    const nested = [...contents.keys()].find((path) => basename(path) === "SKILL.md");
    const advice = nested === undefined ? "" : ` There is one in ${nested}: move that folder up.`;
    return broken("manual-missing", `The folder has no SKILL.md.${advice}`, "SKILL.md");
  }
  const content = contents.get(file) ?? Buffer.alloc(0);
  if (content.byteLength > MAX_MANUAL_BYTES)
    return broken("manual-large", `${file} is larger than ${MAX_MANUAL_BYTES / 1_000} kB.`, file);
  const { text, problem } = decodeText(content);
  const parsed = parseManual(text, file);
  const checked = checkManual(parsed, name, file);
  const mends = problem === "not-utf-8" ? new Map<string, string>() : mendManual(text, name).mends;
  const declared = readDeclarations(parsed.fields?.["metadata"], (name) => ({
    file,
    line: lineIn(text, parsed.lines.get("metadata") ?? 1, name),
  }));
  const found = [
    ...encodingFindings(problem, file),
    ...spellingFindings(file),
    ...parsed.findings,
    ...checked.findings,
    ...declared.findings,
  ];
  return {
    description: checked.description,
    body: parsed.body,
    bodyLine: parsed.bodyLine,
    networkHosts: declared.networkHosts,
    secrets: declared.secrets,
    findings: found.map((finding) => {
      const fix = finding.fix ?? mends.get(finding.rule);
      return fix === undefined ? finding : { ...finding, fix };
    }),
  };
}

/** Of a name in the `metadata`: its first line there, or that of the field. */
function lineIn(text: string, from: number, name: string): number {
  const lines = text.split(/\r\n?|\n/);
  const at = lines.findIndex(
    (line, index) => index + 1 >= from && line.toLowerCase().includes(name.toLowerCase()),
  );
  return at < 0 ? from : at + 1;
}

function broken(rule: string, message: string, file: string): Manual {
  const finding: SkillFinding = { level: "error", rule, message, file };
  return { description: "", body: "", bodyLine: 1, networkHosts: [], secrets: [], findings: [finding] };
}

function spellingFindings(file: string): readonly SkillFinding[] {
  if (file === "SKILL.md") return [];
  const message = `The file has to be called SKILL.md; most readers do not find "${file}".`;
  return [
    {
      level: "warning",
      rule: "manual-spelling",
      message,
      file,
      line: 1,
      fix: "Renames the file to SKILL.md.",
    },
  ];
}

function encodingFindings(
  problem: ReturnType<typeof decodeText>["problem"],
  file: string,
): readonly SkillFinding[] {
  if (problem === undefined) return [];
  if (problem === "utf-16") {
    const message = "The file is written in UTF-16; most readers see no front matter. Save it as UTF-8.";
    return [{ level: "warning", rule: "encoding", message, file, line: 1, fix: "Writes the file as UTF-8." }];
  }
  const message = "The file is not UTF-8; the bytes that are not were replaced. Save it as UTF-8.";
  return [{ level: "warning", rule: "encoding", message, file, line: 1 }];
}
