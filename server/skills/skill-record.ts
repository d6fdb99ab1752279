import type { HiddenSkill, SkillFinding, SkillFunction } from "../contract/api.ts";

/** A folder that holds skill folders, and what people call it. */
export interface SkillRoot {
  /** "packages/skills" or "data folder". */
  readonly label: string;
  /** Absolute. It need not exist. */
  readonly path: string;
  /** Nothing in it is changed from the pages: it ships with the program. */
  readonly isReadOnly?: true;
}

/** A file of a skill, by its path inside the skill's folder with `/` between the parts. */
export interface SkillFile {
  readonly path: string;
  readonly size: number;
}

/** Everything known about one skill folder at one revision. */
export interface SkillRecord {
  /** The folder's name: unique, and what agents are granted. */
  readonly name: string;
  readonly description: string;
  /** Label of the root it lies in. */
  readonly root: string;
  /** Absolute real path. */
  readonly folder: string;
  /** SHA-256 over the paths and contents of all its files, in hex. */
  readonly revision: string;
  /**
   * Hosts on the internet that its calls reach, as it declares them: `openhive-network` under `metadata`. `*` is every public one,
   * `*.` and a name every one below it.
   */
  readonly networkHosts: readonly string[];
  /** Names of secrets that its calls get as variables: `openhive-secrets` under `metadata`. */
  readonly secrets: readonly string[];
  /** False when agents cannot be given it; the findings with level "error" say why. */
  readonly isUsable: boolean;
  readonly findings: readonly SkillFinding[];
  /** Markdown after the front matter. */
  readonly body: string;
  readonly files: readonly SkillFile[];
  readonly functions: readonly SkillFunction[];
  /** Those of the same name in roots before its own: the next one first. */
  readonly hides?: readonly HiddenSkill[];
  /** Packages that it says it needs, as a requirements file says it. */
  readonly requirements: readonly string[];
}
