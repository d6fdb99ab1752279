import { z } from "zod";
import type { ToolOrigin } from "../contract/tool-array.ts";
import { okText } from "../contract/tool-result.ts";
import { defineTool } from "../engine/define-tool.ts";
import { type BoundTool, NO_FLAGS } from "../engine/tool.ts";
import { zodInput } from "../engine/zod-input.ts";
import { ACTIVATE_SKILL, type Activation, readActivations, toActivationData } from "./activation.ts";
import { nameFunctions } from "./function-names.ts";
import { pickActive } from "./granted-skills.ts";
import type { SkillRecord } from "./skill-record.ts";

export interface ActivateSkillOptions {
  /** At least one. */
  readonly granted: readonly SkillRecord[];
  readonly isReserved: (name: string) => boolean;
  readonly origin: ToolOrigin;
}

/**
 * Opens a skill for the rest of the session. Its result is the whole record of that: prompt and tool array are built from
 * the transcript, so the answer only has to say what is new.
 */
export function defineActivateSkill(options: ActivateSkillOptions): BoundTool {
  const [first = "", ...rest] = options.granted.map((skill) => skill.name);
  const byName = new Map(options.granted.map((skill) => [skill.name, skill]));
  return defineTool({
    name: ACTIVATE_SKILL,
    description:
      "Activates a skill: its manual is added to your instructions and its functions to your tools, from your next turn on.",
    inputSchema: zodInput(
      z.strictObject({ name: z.enum([first, ...rest]).describe("The skill to activate") }),
    ),
    origin: options.origin,
    flags: { ...NO_FLAGS, idempotent: true },
    async execute({ name }, context) {
      // The enum admits nothing else.
      const skill = byName.get(name) as SkillRecord;
      const activation: Activation = { skill: name, revision: skill.revision };
      const known = readActivations(context.messages()).find((one) => one.skill === name);
      const isActive = known?.revision === skill.revision;
      if (!isActive) context.emit({ type: "skill.activated", ...activation });
      const functions = newFunctions(
        skill,
        pickActive(options.granted, context.messages()),
        options.isReserved,
      );
      const opening = isActive
        ? `${name} is active already.`
        : `${name} is active: its manual is in your instructions now.`;
      return okText(`${opening} ${describeFunctions(functions)}`, toActivationData(activation));
    },
  });
}

/** The names under which the skill's functions appear, given those that were active before. */
function newFunctions(
  skill: SkillRecord,
  active: readonly SkillRecord[],
  isReserved: (name: string) => boolean,
): readonly string[] {
  const all = active.includes(skill) ? active : [...active, skill];
  return nameFunctions(all, isReserved)
    .filter((named) => named.skill === skill)
    .map((named) => named.exposedName);
}

function describeFunctions(names: readonly string[]): string {
  return names.length === 0 ? "It brings no functions." : `Its functions: ${names.join(", ")}.`;
}
