import { composeAnswer } from "./compose-answer.ts";
import { playAsk } from "./play-ask.ts";
import { playDelegation } from "./play-delegation.ts";
import { playMcp } from "./play-mcp.ts";
import { playNotify } from "./play-notify.ts";
import { playActivation, playFunctions } from "./play-skills.ts";
import { playPlan, playTicks } from "./play-todos.ts";
import { readSituation, type Situation } from "./read-situation.ts";
import type { RehearsalPrompt, RehearsalTool, RehearsalTurn } from "./rehearsal-prompt.ts";

/** In this order: each is played until it has nothing more to do, then the next one. */
const plays: readonly ((situation: Situation) => RehearsalTurn | undefined)[] = [
  playAsk,
  playPlan,
  playActivation,
  playFunctions,
  playMcp,
  playDelegation,
  playTicks,
  playNotify,
];

/**
 * Decides what the scripted model says and calls next, from what any model is sent and nothing else.
 *
 * Pure and deterministic: the same prompt and tools give the same turn. It never calls a tool that is not in `tools`,
 * never repeats a call that failed, and comes to an answer after a bounded number of turns.
 */
export function planRehearsalTurn(prompt: RehearsalPrompt, tools: readonly RehearsalTool[]): RehearsalTurn {
  const situation = readSituation(prompt, tools);
  for (const play of plays) {
    const turn = play(situation);
    if (turn) return turn;
  }
  return { text: composeAnswer(situation), calls: [] };
}
