import type { AgentScope, BoundTool, ToolSource } from "../engine/tool.ts";
import { checkArguments } from "./argument-check.ts";
import { type NamedFunction, nameFunctions } from "./function-names.ts";
import { findSessionSkills, type SkillLibrary } from "./session-skills.ts";
import type { SkillRunner } from "./skill-runner.ts";

export interface SkillToolSourceOptions {
  readonly library: SkillLibrary;
  readonly runner: SkillRunner;
  /** True for names that other kinds of tools have or may get. The same name has to get the same answer for a whole run. */
  readonly isReserved: (name: string) => boolean;
}

/** The functions of the skills that a session has activated, in order of activation. */
export function createSkillToolSource(options: SkillToolSourceOptions): ToolSource {
  return {
    kind: "skill",
    async list(scope: AgentScope) {
      const { active } = await findSessionSkills(options.library, scope);
      return nameFunctions(active, options.isReserved).map((named) => toTool(named, options.runner));
    },
  };
}

function toTool(named: NamedFunction, runner: SkillRunner): BoundTool {
  const { skill, function: fn, exposedName } = named;
  return {
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
      return { ok: true, value: (context) => runner.callFunction(named, checked.value, context) };
    },
  };
}
