import type { Dirent } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { SkillFinding } from "../contract/api.ts";
import { isFolderName } from "./skill-folder.ts";

/** Where the skills of one root lie. */
export interface FoundFolders {
  /** Path inside the root by the skill's name, which is its folder's. */
  readonly places: ReadonlyMap<string, string>;
  /** Paths of further folders with a name that is taken already, by that name. */
  readonly taken: ReadonlyMap<string, readonly string[]>;
  /** What is wrong with the root as a whole. */
  readonly findings: readonly SkillFinding[];
}

const MAX_DEPTH = 6;
const MAX_FOLDERS = 2_000;
/** Folders of a skill's own files: a SKILL.md in one of them is a template or an example. */
const OWN_FOLDERS: ReadonlySet<string> = new Set([
  "assets",
  "evals",
  "examples",
  "references",
  "resources",
  "scripts",
  "templates",
  "tests",
]);

/**
 * Looks for skill folders: those that hold a SKILL.md, down to six levels, and those right below such a folder. A folder of the
 * root without one anywhere below is listed too, so that its author learns what is missing. Nearer folders come first, then the
 * alphabet decides.
 */
export async function findSkillFolders(root: string): Promise<FoundFolders> {
  const search = new Search(root);
  await search.lookAtRoot();
  const top = await search.foldersOf("");
  for (const inside of top) {
    search.current = inside;
    await search.look(inside, 1);
  }
  const skills = [...search.skills];
  const lonely = top.filter(
    (inside) => !skills.some((place) => place === inside || place.startsWith(`${inside}/`)),
  );
  const all = [...skills, ...lonely].sort(
    (left, right) => depthOf(left) - depthOf(right) || (left < right ? -1 : 1),
  );
  const places = new Map<string, string>();
  const taken = new Map<string, string[]>();
  for (const place of all) {
    const name = place.slice(place.lastIndexOf("/") + 1);
    if (!places.has(name)) places.set(name, place);
    else taken.set(name, [...(taken.get(name) ?? []), place]);
  }
  return { places, taken, findings: search.findings };
}

function depthOf(place: string): number {
  return place.split("/").length;
}

function hasManual(entries: readonly Dirent[]): boolean {
  return entries.some((entry) => !entry.isDirectory() && entry.name.toLowerCase() === "skill.md");
}

class Search {
  readonly skills: string[] = [];
  readonly findings: SkillFinding[] = [];
  current = "";
  readonly #root: string;
  #visited = 0;

  constructor(root: string) {
    this.#root = root;
  }

  /** Folders and links right below; a folder that cannot be read has none, and says so. */
  async foldersOf(inside: string): Promise<readonly string[]> {
    const entries = await this.#entries(inside);
    return entries
      .filter(
        (entry) =>
          isFolderName(entry.name) && (entry.isDirectory() || (inside === "" && entry.isSymbolicLink())),
      )
      .map((entry) => (inside === "" ? entry.name : `${inside}/${entry.name}`))
      .sort();
  }

  async lookAtRoot(): Promise<void> {
    if (!hasManual(await this.#entries(""))) return;
    this.findings.push({
      level: "warning",
      rule: "manual-outside",
      file: "SKILL.md",
      message: "A SKILL.md lies beside the skills' folders: it is no skill. Put it into a folder of its own.",
    });
  }

  async look(inside: string, depth: number): Promise<void> {
    if (this.#visited >= MAX_FOLDERS)
      return this.#reportOnce("folders-many", `more than ${MAX_FOLDERS} folders`);
    this.#visited += 1;
    const entries = await this.#entries(inside);
    if (hasManual(entries)) {
      this.skills.push(inside);
      return this.#lookBelowSkill(inside, depth);
    }
    const below = await this.foldersOf(inside);
    if (below.length > 0 && depth >= MAX_DEPTH)
      return this.#reportOnce("folders-deep", `folders more than ${MAX_DEPTH} levels deep, as in ${inside}`);
    for (const folder of below) await this.look(folder, depth + 1);
  }

  /** A collection may have a manual of its own; its skills are none the less. */
  async #lookBelowSkill(inside: string, depth: number): Promise<void> {
    if (depth >= MAX_DEPTH) return;
    for (const folder of await this.foldersOf(inside)) {
      const isOwn = OWN_FOLDERS.has(folder.slice(folder.lastIndexOf("/") + 1).toLowerCase());
      if (!isOwn && hasManual(await this.#entries(folder))) await this.look(folder, depth + 1);
    }
  }

  async #entries(inside: string): Promise<readonly Dirent[]> {
    try {
      return await readdir(join(this.#root, inside), { withFileTypes: true });
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === "EACCES" || code === "EPERM")
        this.#reportOnce("folder-closed", `${inside || "it"} may not be read`);
      return [];
    }
  }

  #reportOnce(rule: string, what: string): void {
    if (this.findings.some((finding) => finding.rule === rule)) return;
    this.findings.push({ level: "warning", rule, message: `Not all skills were looked for: ${what}.` });
  }
}
