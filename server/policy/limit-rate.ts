import { type Rate, rateText, readRate } from "../contract/read-rate.ts";
import { strictestLimits } from "../contract/strictest-limits.ts";
import type { GlobalPolicy } from "../contract/tool-policy.ts";
import { refusal, toolError } from "../contract/tool-result.ts";
import type { BoundTool, CallStep, ToolContext } from "../engine/tool.ts";
import { matchingEntry, toRuledTool } from "./matches-list.ts";

/** One limit that a call counts under. */
export interface RateLimit extends Rate {
  /** Calls with the same key count together. */
  readonly key: string;
  /** In words: "for this agent". */
  readonly scope: string;
}

export interface RateTaken {
  /** After how long it may go, when it may not go at once. */
  readonly waitMs: number;
  /** Whether it has its place and was counted. */
  readonly isTaken: boolean;
  /** Key of the limit that is reached. */
  readonly blocking: string | null;
}

/** Counts calls for all processes together. */
export interface RateBook {
  /** Takes a place under all limits or under none, in one step; of two processes one comes first. No place lies more than `mostWaitMs` ahead. */
  take(limits: readonly RateLimit[], mostWaitMs: number): Promise<RateTaken>;
}

export interface LimitRateDeps {
  readonly book: RateBook;
  policy(): Promise<GlobalPolicy>;
  now(): number;
}

/**
 * Keeps calls under the limits of their session, agent and tool, over all processes. A call over a limit is not made: the model gets
 * an error that says which limit it is and when the call may be made, and people see it too. Where no limit is set nothing is done.
 *
 * A call counts when it is asked for: one that a person has to allow takes its place before they are asked, so that a limit bounds
 * questions too, and runs as soon as they allow it, however many others run then. Nobody says yes to a call that is then refused.
 * A call that is dispatched again after a crash was counted before.
 */
export function limitRate({ book, policy, now }: LimitRateDeps): CallStep {
  return async ({ tool, call }, context, next) => {
    if (context.isNew === false) return next(context);
    const limits = limitsOf(await policy(), tool, context);
    if (limits.length === 0) return next(context);
    const taken = await book.take(limits, 0);
    if (taken.isTaken) return next(context);
    const limit = limits.find(({ key }) => key === taken.blocking);
    const rule = limit ? `The limit of ${rateText(limit)} ${limit.scope} is reached` : "A limit is reached";
    const until = new Date(now() + taken.waitMs).toISOString();
    const reason = `${rule}; it may be called again at ${until}, in ${Math.ceil(taken.waitMs / 1_000)} s`;
    context.emit({ type: "call.delayed", callId: call.callId, name: tool.name, reason, until });
    return refusal(
      "limits",
      toolError(
        "limit_reached",
        `${tool.name} was not called. ${reason}.`,
        "Do something else meanwhile, or say what is left to do.",
      ),
    );
  };
}

/** Every limit that the call counts under, each key once: everybody's, the org's, the agent's own. */
export function limitsOf(
  policy: GlobalPolicy,
  tool: BoundTool,
  { scope, sessionId }: ToolContext,
): readonly RateLimit[] {
  const org = scope.place?.org?.rates;
  const own = scope.agent.policy?.rates;
  if (!policy.rates && !org && !own) return [];
  const orgKey = scope.orgId ?? "none";
  const agentKey = `${orgKey} ${scope.agent.id}`;
  const called = { tool, sessionId, agentKey };
  return strictestLimits([
    ...countedUnder(policy.rates, called, { key: "all", words: "for everybody" }),
    ...countedUnder(org, called, { key: `org ${orgKey}`, words: "in this org" }),
    ...countedUnder(own, called, { key: `agent ${agentKey}`, words: "for this agent" }),
  ]);
}

interface Called {
  readonly tool: BoundTool;
  readonly sessionId: string;
  readonly agentKey: string;
}

/** Whose rules they are. */
interface RulePlace {
  readonly key: string;
  readonly words: string;
}

function countedUnder(
  rates: readonly string[] | undefined,
  { tool, sessionId, agentKey }: Called,
  place: RulePlace,
): readonly RateLimit[] {
  const ruled = toRuledTool(tool);
  return (rates ?? []).flatMap((line): readonly RateLimit[] => {
    const rule = readRate(line);
    if (rule === undefined || rule.kind === "provider") return [];
    const { calls, seconds } = rule;
    // Two windows of the same thing count apart.
    const limit = (what: string, scope: string) => [
      { calls, seconds, scope, key: `${place.key} ${seconds}s ${what}` },
    ];
    if (rule.kind === "session") return limit(`session ${sessionId}`, "for this session");
    if (rule.kind === "agent") return limit(`of ${agentKey}`, "for this agent");
    if (matchingEntry([rule.name], ruled) === undefined) return [];
    return limit(`tool ${rule.name}`, `of ${rule.name} ${place.words}`);
  });
}
