import { z } from "zod";

/**
 * What may be spent, in one unit or several; a unit that is left out is not limited. The same form limits a run, all sessions
 * of an agent in a run, and everything that is delegated over a reporting line in a run.
 */
export const budgetSchema = z.strictObject({
  /** Tokens in and out, as the provider counts them. */
  tokens: z.number().int().min(1).max(1e12).optional(),
  /** US dollars. Model calls whose price is not known add nothing. */
  cost: z.number().positive().max(1e6).optional(),
  toolCalls: z.number().int().min(1).max(1e9).optional(),
  /**
   * For a run the time it is at work: not while it is paused, and not while all of it waits for a person. For an agent and
   * a line the time of their model calls and tool calls, added up.
   */
  seconds: z.number().positive().max(1e8).optional(),
});
