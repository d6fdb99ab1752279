import type { Stats } from "node:fs";
import { lstat, readdir, realpath, stat } from "node:fs/promises";
import { join } from "node:path";
import type { SkillFinding } from "../contract/api.ts";
import { toVisibleName } from "../contract/visible-text.ts";
import { isInside } from "../security/resolve-inside.ts";
import type { SkillFile } from "./skill-record.ts";

/** What lies in a skill folder right now, without its contents. */
export interface SkillFolder {
  /** Absolute real path. */
  readonly path: string;
  /** In order of their paths. */
  readonly files: readonly SkillFile[];
  readonly findings: readonly SkillFinding[];
  /** Changes whenever a file may have changed. */
  readonly signature: string;
}

const MAX_DEPTH = 8;
const MAX_FILES = 2_000;
export const MAX_FILE_BYTES = 20_000_000;
const MAX_TOTAL_BYTES = 100_000_000;
const MAX_FINDINGS = 50;
/** Of one folder that are looked at. Many more than a skill may hold, so that what is left out does not cost what is not. */
const MAX_ENTRIES = 10_000;
const LEFT_OUT = new Set(["__pycache__", "node_modules"]);

/** True for a name that may be a folder of a root: one plain part of a path that is not hidden. */
export function isFolderName(name: string): boolean {
  return name.length > 0 && !name.startsWith(".") && !/[/\\\0]/.test(name) && !LEFT_OUT.has(name);
}

/**
 * Looks through one skill folder, named by its path inside the root. Undefined when there is no such folder.
 *
 * Links are followed only where they stay inside the skill's folder; others are left out with a finding. Hidden entries,
 * `__pycache__` and `node_modules` do not count as the skill's files.
 */
export async function readSkillFolder(root: string, inside: string): Promise<SkillFolder | undefined> {
  const realRoot = await realpath(root).catch(() => undefined);
  if (realRoot === undefined || !inside.split("/").every(isFolderName)) return undefined;
  const path = join(realRoot, inside);
  const entry = await lstat(path).catch(() => undefined);
  if (!entry) return undefined;
  if (entry.isSymbolicLink()) return readLinkedFolder(realRoot, path);
  return entry.isDirectory() ? walk(path) : undefined;
}

async function readLinkedFolder(realRoot: string, path: string): Promise<SkillFolder | undefined> {
  const target = await realpath(path).catch(() => undefined);
  if (target !== undefined && isInside(realRoot, target)) {
    return (await stat(target)).isDirectory() ? walk(target) : undefined;
  }
  const message =
    "The folder is a link that leads out of the skills folder; it is not followed. Copy the skill instead.";
  return {
    path,
    files: [],
    findings: [{ level: "error", rule: "link-escapes", message }],
    signature: "link",
  };
}

class Walk {
  readonly files: SkillFile[] = [];
  readonly findings: SkillFinding[] = [];
  readonly marks: string[] = [];
  totalBytes = 0;
  isFull = false;
  #untold = 0;

  report(finding: SkillFinding): void {
    if (this.findings.length < MAX_FINDINGS) this.findings.push(finding);
    else this.#untold += 1;
  }

  /** Says how many findings were too many to be told one by one. */
  finish(): void {
    if (this.#untold === 0) return;
    const message = `${this.#untold} further files and folders are left out for such reasons.`;
    this.findings.push({ level: "warning", rule: "folder-large", message });
  }
}

/** Looks through the folder at this path, wherever it lies. `path` is a real path. */
export async function walk(path: string): Promise<SkillFolder> {
  const state = new Walk();
  await walkFolder(path, "", state);
  state.finish();
  state.files.sort((left, right) => (left.path < right.path ? -1 : 1));
  return { path, files: state.files, findings: state.findings, signature: state.marks.join("\n") };
}

async function walkFolder(root: string, inside: string, state: Walk): Promise<void> {
  const entries = await entriesOf(root, inside, state);
  // The manual first, then files, then folders: a cap leaves out what lies deepest.
  const rank = (at: Found): number =>
    at.path.toLowerCase() === "skill.md" ? 0 : at.entry.isDirectory() ? 2 : 1;
  entries.sort((left, right) => rank(left) - rank(right));
  for (const { path, entry } of entries) {
    if (state.isFull) return;
    await visit(root, path, { entry, state });
  }
}

interface Found {
  readonly path: string;
  readonly entry: Stats;
}

/** What may belong to the skill. Of very many entries the first ones, by name, are looked at. */
async function entriesOf(root: string, inside: string, state: Walk): Promise<Found[]> {
  const names = (await readdir(join(root, inside)).catch(() => [])).sort();
  const own = names.filter((name) => !name.startsWith(".") && !LEFT_OUT.has(name));
  const manuals = own.slice(MAX_ENTRIES).filter((name) => name.toLowerCase() === "skill.md");
  const entries: Found[] = [];
  for (const name of [...own.slice(0, MAX_ENTRIES), ...manuals]) {
    const path = inside === "" ? name : `${inside}/${name}`;
    if (isMisleading(name)) leaveOutName(path, state);
    else {
      const entry = await lstat(join(root, path)).catch(() => undefined);
      if (entry) entries.push({ path, entry });
    }
  }
  return entries;
}

/** A name with a character that nobody sees, a line break, or what another system takes for the way to another folder. */
function isMisleading(name: string): boolean {
  return name.includes("\\") || toVisibleName(name) !== name;
}

function leaveOutName(path: string, state: Walk): void {
  state.marks.push(`${path}:name`);
  const message = `${toVisibleName(path)} is left out: its name holds characters that nobody sees, or \\. Rename it.`;
  state.report({ level: "warning", rule: "file-name", message, file: toVisibleName(path) });
}

async function visit(root: string, path: string, at: { entry: Stats; state: Walk }): Promise<void> {
  const { entry, state } = at;
  if (entry.isSymbolicLink()) return visitLink(root, path, state);
  if (entry.isFile()) return addFile(path, entry, state);
  if (!entry.isDirectory()) {
    const message = `${path} is neither a file nor a folder (a device, a pipe or a socket) and is left out.`;
    state.report({ level: "warning", rule: "file-special", message, file: path });
    return;
  }
  if (path.split("/").length < MAX_DEPTH) return walkFolder(root, path, state);
  state.report({
    level: "warning",
    rule: "folder-deep",
    message: `Folders below ${path} are not read: more than ${MAX_DEPTH} levels.`,
    file: `${path}/`,
  });
}

/** A link to a file inside the folder is that file under a second name; links to folders are not followed at all. */
async function visitLink(root: string, path: string, state: Walk): Promise<void> {
  const target = await realpath(join(root, path)).catch(() => undefined);
  if (target !== undefined && isInside(root, target)) {
    const entry = await stat(target);
    if (entry.isFile()) return addFile(path, entry, state);
    state.report({
      level: "warning",
      rule: "link-to-folder",
      message: `${path} is a link to a folder and is not followed.`,
      file: path,
    });
    return;
  }
  state.marks.push(`${path}:link`);
  const message = `${path} is a link that leads out of the skill's folder; it is refused.`;
  state.report({ level: "error", rule: "link-escapes", message, file: path });
}

function addFile(path: string, entry: Stats, state: Walk): void {
  if (entry.size > MAX_FILE_BYTES) {
    state.marks.push(`${path}:large`);
    const message = `${path} has ${Math.round(entry.size / 1e6)} MB and is left out: a file of a skill may have ${MAX_FILE_BYTES / 1e6} MB.`;
    state.report({ level: "warning", rule: "file-large", message, file: path });
    return;
  }
  state.totalBytes += entry.size;
  if (state.files.length >= MAX_FILES || state.totalBytes > MAX_TOTAL_BYTES) {
    state.isFull = true;
    const message = `Only the first ${state.files.length} files are read: a skill may hold ${MAX_FILES} files and ${MAX_TOTAL_BYTES / 1e6} MB.`;
    // The first that is not read.
    state.report({ level: "warning", rule: "folder-large", message, file: path });
    return;
  }
  state.files.push({ path, size: entry.size });
  state.marks.push(`${path}:${entry.ino}:${entry.size}:${entry.mtimeMs}:${entry.ctimeMs}`);
}
