import { z } from "zod";
import type { JsonObject } from "../contract/json.ts";
import type { Message } from "../contract/message.ts";

/** The tool whose successful results are the record of what was activated. */
export const ACTIVATE_SKILL = "activate_skill";

/** What a result of `activate_skill` carries for programs: the one place where an activation is remembered. */
export interface Activation {
  readonly skill: string;
  /** The revision that the skill had then. */
  readonly revision: string;
}

const dataSchema = z.object({ activatedSkill: z.string(), revision: z.string() });

/** The `data` of an activation's result. */
export function toActivationData(activation: Activation): JsonObject {
  return { activatedSkill: activation.skill, revision: activation.revision };
}

/** Skills activated in a session, each once, in the order of their first activation: read from the transcript and nothing else. */
export function readActivations(messages: readonly Message[]): readonly Activation[] {
  const activations = new Map<string, Activation>();
  for (const message of messages) {
    if (message.role !== "tool" || message.name !== ACTIVATE_SKILL || message.result.status !== "ok")
      continue;
    const data = dataSchema.safeParse(message.result.data);
    if (data.success)
      activations.set(data.data.activatedSkill, {
        skill: data.data.activatedSkill,
        revision: data.data.revision,
      });
  }
  return [...activations.values()];
}
