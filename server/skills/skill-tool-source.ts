import type { AgentScope, BoundTool, ToolSource } from "../engine/tool.ts";
import { checkArguments } from "./argument-check.ts";
import { type NamedFunction, nameFunctions } from "./function-names.ts";
import { findSessionSkills, type SkillLibrary } from "./session-skills.ts";
import type { SkillRunner } from "./skill-runner.ts";
import { type DeclaredSecrets, withSecrets } from "./skill-secrets.ts";

export interface SkillToolSourceOptions {
  readonly library: SkillLibrary;
  readonly runner: SkillRunner;
  readonly secrets?: DeclaredSecrets | undefined;
  /** True for names that other kinds of tools have or may get. The same name has to get the same answer for a whole run. */
  readonly isReserved: (name: string) => boolean;
}

/** The functions of the skills that a session has activated, in order of activation. */
export function createSkillToolSource(options: SkillToolSourceOptions): ToolSource {
  const { library } = options;
  return {
    kind: "skill",
    async list(scope: AgentScope) {
      const { active } = await findSessionSkills(library, scope);
      return nameFunctions(active, options.isReserved).map((named) => toTool(named, options));
    },
  };
}

function toTool(
  named: NamedFunction,
  { runner, secrets }: Pick<SkillToolSourceOptions, "runner" | "secrets">,
): BoundTool {
  const { skill, function: fn, exposedName } = named;
  const tool: BoundTool = {
    name: exposedName,
    description: fn.description,
    inputSchema: fn.inputSchema,
    origin: { kind: "skill", id: skill.name },
    // Each call has a process and a folder of its own, so calls of one turn cannot disturb each other.
    flags: { readOnly: false, concurrencySafe: true, destructive: false, idempotent: false },
    // The runner keeps the agent's limit itself, from the moment the process starts: waiting at the gate does not count.
    timeoutMs: null,
    secrets: { into: "arguments" },
    bind(input) {
      const checked = checkArguments(fn.inputSchema, input);
      if (!checked.ok) return checked;
      const { value } = checked;
      return {
        ok: true,
        value: (context) =>
          withSecrets(secrets, { skill, tool, context }, (given) => runner.callFunction(named, value, given)),
      };
    },
  };
  return tool;
}
