import { planRehearsalTurn } from "../providers/rehearsal/plan-rehearsal-turn.ts";
import type { ModelHandler } from "./model-script.ts";

/**
 * Answers over the wire as the built-in rehearsal would: whole runs go through real provider packages, and the task
 * decides what is played ("ask me ...", children to delegate to). Functions of skills are not: a wire does not say which they are.
 */
export function createRehearsalHandler(options: { readonly delayMs?: number } = {}): ModelHandler {
  return ({ system, messages, tools }) => {
    const { text, calls } = planRehearsalTurn(
      { system, messages },
      tools.map((tool) => ({ ...tool, origin: "" })),
    );
    return { text, calls, ...(options.delayMs ? { delayMs: options.delayMs } : {}) };
  };
}
