import { z } from "zod";
import type { ToolOrigin } from "../contract/tool-array.ts";
import { okText, type ToolError, toolError } from "../contract/tool-result.ts";
import { defineTool } from "../engine/define-tool.ts";
import { type BoundTool, NO_FLAGS } from "../engine/tool.ts";
import { zodInput } from "../engine/zod-input.ts";
import { ACTIVATE_SKILL, type Activation, readActivations, toActivationData } from "./activation.ts";
import { nameFunctions } from "./function-names.ts";
import type { SkillRecord } from "./skill-record.ts";
import type { SkillRevisions } from "./skill-revisions.ts";

export interface ActivateSkillOptions {
  /** At least one. */
  readonly granted: readonly SkillRecord[];
  /** Those of the session that are active, as they were activated. */
  readonly active: readonly SkillRecord[];
  readonly revisions: SkillRevisions;
  readonly isReserved: (name: string) => boolean;
  readonly origin: ToolOrigin;
  /** Told of each skill that was activated, as it is kept: calls of it are likely. */
  onActivated(skill: SkillRecord): void;
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
    changes: "session",
    async execute({ name }, context) {
      // The enum admits nothing else.
      const skill = byName.get(name) as SkillRecord;
      const activation: Activation = { skill: name, revision: skill.revision };
      const known = readActivations(context.messages()).find((one) => one.skill === name);
      const isActive = known?.revision === skill.revision;
      if (!isActive) {
        const problem = await keep(options.revisions, skill);
        if (problem) return problem;
        context.emit({ type: "skill.activated", ...activation });
        void tellActivated(options, activation);
      }
      const functions = newFunctions(skill, options.active, options.isReserved);
      const opening = isActive
        ? `${name} is active already.`
        : `${name} is active: its manual is in your instructions now.`;
      return okText(`${opening} ${describeFunctions(functions)}`, toActivationData(activation));
    },
  });
}

async function tellActivated(
  { revisions, onActivated }: ActivateSkillOptions,
  { skill, revision }: Activation,
): Promise<void> {
  const kept = await revisions.find(skill, revision);
  if (kept) onActivated(kept);
}

async function keep(revisions: SkillRevisions, skill: SkillRecord): Promise<ToolError | undefined> {
  try {
    await revisions.keep(skill);
    return undefined;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return toolError("unavailable", `${skill.name} could not be activated: ${reason}`, "Try it once more.");
  }
}

/** The names under which the skill's functions appear, given those that were active before. */
function newFunctions(
  skill: SkillRecord,
  active: readonly SkillRecord[],
  isReserved: (name: string) => boolean,
): readonly string[] {
  const others = active.map((one) => (one.name === skill.name ? skill : one));
  const all = others.includes(skill) ? others : [...others, skill];
  return nameFunctions(all, isReserved)
    .filter((named) => named.skill === skill)
    .map((named) => named.exposedName);
}

function describeFunctions(names: readonly string[]): string {
  return names.length === 0 ? "It brings no functions." : `Its functions: ${names.join(", ")}.`;
}
