import type { SkillFinding } from "../contract/api.ts";
import { checkLinks, type ManualBody } from "./check-links.ts";
import { decodeText } from "./decode-text.ts";
import { findHiddenText } from "./hidden-text.ts";
import { findManual } from "./read-manual.ts";
import type { SkillContents } from "./skill-contents.ts";

const TEXTS = /\.(md|txt|py|js|mjs|cjs|ts|sh|bash|json|ya?ml|toml|html?|csv)$/i;
const MAX_TEXT_BYTES = 1_000_000;
const MAX_FINDINGS = 50;

/** Looks through the files beside the manual: hidden text, scripts that cannot start, links of the manual to nowhere. */
export function checkFiles(contents: SkillContents, body: ManualBody): readonly SkillFinding[] {
  const manual = findManual(contents.keys());
  const findings: SkillFinding[] = [];
  for (const [path, content] of contents) {
    if (path === manual || !TEXTS.test(path) || content.byteLength > MAX_TEXT_BYTES) continue;
    if (findings.length >= MAX_FINDINGS) break;
    findings.push(...checkText(path, content));
  }
  return [...findings, ...checkLinks(contents, body, manual ?? "SKILL.md")];
}

function checkText(file: string, content: Buffer): readonly SkillFinding[] {
  const findings: SkillFinding[] = [];
  if (hasWindowsShebang(content)) {
    const message = `${file} begins with #! and has Windows line endings: its interpreter is not found. Save it with LF.`;
    const fix = "Writes LF at the end of each line.";
    findings.push({ level: "warning", rule: "script-line-endings", message, file, line: 1, fix });
  }
  const { text } = decodeText(content);
  for (const { line, what } of findHiddenText(text.replace(/^\uFEFF/, ""))) {
    const message = `${what}: ${file}, line ${line}. Read it closely before you grant this skill.`;
    findings.push({ level: "warning", rule: "hidden-text", message, file, line });
  }
  return findings;
}

/** True for a script whose first line names an interpreter and ends in CRLF. */
export function hasWindowsShebang(content: Uint8Array): boolean {
  const head = Buffer.from(content.subarray(0, 300)).toString("latin1");
  return /^#![^\n]*\r\n/.test(head);
}
