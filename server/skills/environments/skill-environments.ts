import { createHash } from "node:crypto";
import { join } from "node:path";
import type { SkillEnvironmentState } from "../../contract/skill-environments.ts";
import { type ToolError, toolError } from "../../contract/tool-result.ts";
import type { Interpreter } from "../interpreter.ts";
import type { SkillRecord } from "../skill-record.ts";
import { createEnvironmentFolders } from "./environment-folders.ts";
import type { InstallOptions } from "./install-options.ts";
import { createInstallQueue } from "./install-queue.ts";

/** What the environments need to know of a skill. */
export type NeedsPackages = Pick<SkillRecord, "name" | "requirements">;

/** The Python that runs one skill. */
export interface SkillRuntime {
  /** Path of the program. */
  readonly python: string;
  /** Absolute folders that it runs from. */
  readonly folders: readonly string[];
}

/**
 * Keeps a virtual environment for every set of packages that skills need: named by Python's version and the requirements, so
 * that revisions and skills with equal needs share one. They are made ahead, never inside a call.
 */
export interface SkillEnvironments {
  /** What runs the skill now, or the answer to a call that cannot be run yet. Installs nothing. */
  runtimeFor(skill: NeedsPackages): Promise<SkillRuntime | ToolError>;
  /** Never rejects. */
  state(skill: NeedsPackages): Promise<SkillEnvironmentState>;
  /**
   * Installs what is missing, one environment at a time, and gives the state it came to: `ready`, `none` or `failed`, and
   * `missing` where nothing may be installed. Asking while it is under way joins in. Never rejects.
   */
  prepare(skill: NeedsPackages): Promise<SkillEnvironmentState>;
  /** Tells when a state may have changed. Returns the way to stop. */
  subscribe(listener: () => void): () => void;
  /** Removes what none of these skills needs and was not used in the last hour. Gives the number. */
  collect(skills: readonly NeedsPackages[]): Promise<number>;
  /** Ends what is under way. */
  close(): Promise<void>;
}

export interface SkillEnvironmentsOptions extends InstallOptions {
  /** Folder of the environments. Made when it is needed. */
  readonly path: string;
  /** How long an environment stays that nobody needs. */
  readonly graceMs?: number;
}

const HOUR_MS = 3_600_000;

export function createSkillEnvironments(options: SkillEnvironmentsOptions): SkillEnvironments {
  const { interpreter, graceMs = HOUR_MS } = options;
  const folders = createEnvironmentFolders(options.path);
  const queue = createInstallQueue(folders, options);
  const stateOf = async (key: string, { requirements }: NeedsPackages): Promise<SkillEnvironmentState> => {
    if (await folders.isReady(key)) return { state: "ready", requirements, message: "" };
    const { state, message } = queue.progress(key) ?? { state: "missing", message: missingMessage(options) };
    return { state, requirements, message };
  };
  const withKey = async (
    skill: NeedsPackages,
    use: (key: string) => Promise<SkillEnvironmentState>,
  ): Promise<SkillEnvironmentState> => {
    const { requirements } = skill;
    if (requirements.length === 0) return { state: "none", requirements, message: "" };
    try {
      return await use(await keyOf(interpreter, skill));
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      return { state: "failed", requirements, message };
    }
  };

  return {
    async runtimeFor(skill) {
      if (skill.requirements.length === 0)
        return { python: await interpreter.resolve(), folders: await interpreter.folders() };
      const key = await keyOf(interpreter, skill);
      if (!(await folders.isReady(key))) return notReady(skill.name, await stateOf(key, skill));
      await folders.touch(key);
      const path = folders.pathOf(key);
      return { python: join(path, "bin", "python"), folders: [path, ...(await interpreter.folders())] };
    },
    state: (skill) => withKey(skill, (key) => stateOf(key, skill)),
    prepare: (skill) =>
      withKey(skill, async (key) => {
        if (!(await folders.isReady(key))) await queue.install(key, skill.requirements);
        await folders.touch(key);
        return stateOf(key, skill);
      }),
    subscribe: queue.subscribe,
    async collect(skills) {
      const needed = skills.filter(({ requirements }) => requirements.length > 0);
      const keys = await Promise.all(needed.map((skill) => keyOf(interpreter, skill)));
      return folders.collect(new Set([...keys, ...queue.busy()]), graceMs);
    },
    close: queue.close,
  };
}

async function keyOf(interpreter: Interpreter, { requirements }: NeedsPackages): Promise<string> {
  const text = [await interpreter.identity(), ...requirements].join("\n");
  return createHash("sha256").update(text).digest("hex");
}

function missingMessage({ mode }: Pick<SkillEnvironmentsOptions, "mode">): string {
  return mode === "off"
    ? "Nothing is installed here, as OPENHIVE_SKILL_INSTALL says."
    : "They are not installed yet.";
}

function notReady(name: string, { state, message }: SkillEnvironmentState): ToolError {
  if (state === "preparing")
    return toolError(
      "unavailable",
      `${name} cannot be used yet: its packages are being installed.`,
      "Go on with something else and call it again later.",
    );
  return toolError(
    "unavailable",
    `${name} cannot be used: the packages that it needs are not installed. ${message}`,
    `Go on without it, or tell the person who runs this server: npx openhive skills prepare ${name} installs them.`,
  );
}
