import { z } from "zod";
import type { PromptSection } from "./api.ts";
import type { ListedTool } from "./tool-array.ts";

/** A skill, and the agent that would activate it: without one, an agent that has this skill and nothing else. */
export const skillActivationInput = z.object({
  name: z.string().min(1).max(255),
  agent: z.object({ org: z.string().min(1).max(64), id: z.string().min(1).max(64) }).optional(),
});
export type SkillActivationInput = z.output<typeof skillActivationInput>;

/** What a model is sent besides the transcript, with what each part costs in tokens, estimated. */
export interface SeenByModel {
  readonly sections: readonly (PromptSection & { readonly tokens: number })[];
  readonly tools: readonly (ListedTool & { readonly tokens: number })[];
}

/** The same agent in the turn before it activates a skill, and in the turn after. */
export interface SkillActivation {
  readonly agentName: string;
  readonly before: SeenByModel;
  readonly after: SeenByModel;
}
