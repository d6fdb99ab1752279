import { z } from "zod";

/** At most so many calls in any stretch of so many seconds. */
export const rateSchema = z.strictObject({
  calls: z.number().int().min(1).max(10_000),
  seconds: z.number().int().min(1).max(86_400).default(3_600),
});
export type Rate = z.output<typeof rateSchema>;

const toolRates = z
  .record(
    z
      .string()
      .max(128)
      .regex(/^(\*|(group:)?[A-Za-z0-9_:.-]+)$/, "A tool's name, group:NAME, or *"),
    rateSchema,
  )
  .refine((rates) => Object.keys(rates).length <= 50, "At most 50 entries");

/** How often an agent, or the agents of an org, may call tools. */
export const scopedRatesSchema = z.strictObject({
  /** Each session's calls. */
  session: rateSchema.optional(),
  /** Each agent's calls, in all of its sessions and runs together. */
  agent: rateSchema.optional(),
  /** Calls of the tools that an entry covers, taken together. */
  tools: toolRates.optional(),
});
export type ScopedRates = z.output<typeof scopedRatesSchema>;

/** The same for everybody, and how often models of a provider may be asked, by the provider's id. */
export const globalRatesSchema = scopedRatesSchema.extend({
  providers: z.record(z.string().min(1).max(64), rateSchema).optional(),
});
export type GlobalRates = z.output<typeof globalRatesSchema>;

/** "60 calls an hour". */
export function rateText({ calls, seconds }: Rate, what = "call"): string {
  return `${calls} ${calls === 1 ? what : `${what}s`} ${spanText(seconds)}`;
}

function spanText(seconds: number): string {
  const named = { 1: "a second", 60: "a minute", 3600: "an hour", 86400: "a day" }[seconds];
  return named ?? `in ${seconds} seconds`;
}
