import { z } from "zod";
import { defineTool } from "../engine/define-tool.ts";
import { type AgentScope, type BoundTool, NO_FLAGS } from "../engine/tool.ts";
import { zodInput } from "../engine/zod-input.ts";
import { defineActivateSkill } from "./activate-skill.ts";
import { ACTIVATE_SKILL } from "./activation.ts";
import { listSkillFiles, readSkillFile } from "./read-skill-files.ts";
import { findSessionSkills, type SkillLibrary } from "./session-skills.ts";
import type { SkillRecord } from "./skill-record.ts";
import type { SkillRunner } from "./skill-runner.ts";
import { type DeclaredSecrets, withSecrets } from "./skill-secrets.ts";

export interface SkillBuiltinsOptions {
  readonly library: SkillLibrary;
  readonly runner: SkillRunner;
  readonly secrets?: DeclaredSecrets | undefined;
  /** As given to the skill tool source. */
  readonly isReserved: (name: string) => boolean;
}

const ORIGIN = { kind: "builtin", id: "skills" } as const;
const READING = { ...NO_FLAGS, readOnly: true, concurrencySafe: true, idempotent: true };

/** What `createSkillBuiltins` gives, whichever skills an agent has. */
export const SKILL_TOOL_NAMES = [
  ACTIVATE_SKILL,
  "list_skill_files",
  "read_skill_file",
  "run_skill_script",
] as const;

/** The built-in tools for skills. An agent without a usable skill has none of them. */
export function createSkillBuiltins(
  options: SkillBuiltinsOptions,
): (scope: AgentScope) => Promise<readonly BoundTool[]> {
  const { library } = options;
  return async (scope) => {
    const { granted, active } = await findSessionSkills(library, scope);
    const [first, ...rest] = granted.map((skill) => skill.name);
    if (first === undefined) return [];
    const skillName = z.enum([first, ...rest]);
    // An active skill is read and run at the revision that was activated.
    const byName = new Map([...granted, ...active].map((skill) => [skill.name, skill]));
    // The enum admits nothing else.
    const pick = (name: string): SkillRecord => byName.get(name) as SkillRecord;
    return [
      defineActivateSkill({
        granted,
        active,
        revisions: library.revisions,
        isReserved: options.isReserved,
        origin: ORIGIN,
        onActivated: (skill) => void options.runner.expectCall(skill),
      }),
      defineListSkillFiles(skillName, pick),
      defineReadSkillFile(skillName, pick),
      defineRunSkillScript(skillName, pick, options),
    ];
  };
}

type SkillName = z.ZodEnum<Record<string, string>>;
type Pick = (name: string) => SkillRecord;

function defineListSkillFiles(skillName: SkillName, pick: Pick): BoundTool {
  return defineTool({
    name: "list_skill_files",
    description:
      "Lists the files of a skill with their sizes: manuals for special cases, scripts, templates.",
    inputSchema: zodInput(z.strictObject({ name: skillName.describe("The skill") })),
    origin: ORIGIN,
    flags: READING,
    execute: async ({ name }) => listSkillFiles(pick(name)),
  });
}

function defineReadSkillFile(skillName: SkillName, pick: Pick): BoundTool {
  return defineTool({
    name: "read_skill_file",
    description: "Reads a text file of a skill.",
    inputSchema: zodInput(
      z.strictObject({
        name: skillName.describe("The skill"),
        path: z
          .string()
          .min(1)
          .max(1_000)
          .describe("Path of the file inside the skill, as list_skill_files gives it"),
      }),
    ),
    origin: ORIGIN,
    flags: READING,
    execute: ({ name, path }) => readSkillFile(pick(name), path),
  });
}

function defineRunSkillScript(
  skillName: SkillName,
  pick: Pick,
  { runner, secrets }: SkillBuiltinsOptions,
): BoundTool {
  const tool: BoundTool = defineTool({
    name: "run_skill_script",
    description: [
      "Runs a script of a skill (.py, .js, .mjs, .cjs, .sh) and answers with what it prints.",
      "It runs in a folder that holds the run's files under their names; files it writes there are kept.",
    ].join(" "),
    inputSchema: zodInput(
      z.strictObject({
        skill: skillName.describe("The skill"),
        script: z.string().min(1).max(1_000).describe("Path of the script inside the skill"),
        args: z
          .array(z.string().max(100_000))
          .max(200)
          .default([])
          .describe("Arguments, one entry each; no shell reads them"),
        stdin: z.string().max(5_000_000).optional().describe("Text for its standard input"),
      }),
    ),
    origin: ORIGIN,
    flags: { ...NO_FLAGS, concurrencySafe: true },
    // The runner keeps the agent's limit itself, from the moment the process starts.
    timeoutMs: null,
    execute({ skill: name, script, args, stdin }, context) {
      const skill = pick(name);
      return withSecrets(secrets, { skill, tool, context }, (given) =>
        runner.runScript({ skill, script, args, stdin: stdin ?? "" }, given),
      );
    },
  });
  return tool;
}
