import { type Rate, rateText, readRate } from "../contract/read-rate.ts";
import type { RunEventBody } from "../contract/run-event.ts";
import { strictestLimits } from "../contract/strictest-limits.ts";
import type { GlobalPolicy } from "../contract/tool-policy.ts";
import { refusal, type ToolResult, toolError } from "../contract/tool-result.ts";
import type { BoundTool, CallStep, PreparedCall, ToolContext } from "../engine/tool.ts";
import { matchingEntry, toRuledTool } from "./matches-list.ts";

/** One limit that a call counts under. */
export interface RateLimit extends Rate {
  /** Calls with the same key count together. */
  readonly key: string;
  /** In words: "for this agent". */
  readonly scope: string;
}

export interface RateTaken {
  /** 0: it may go at once. */
  readonly waitMs: number;
  /** Whether it has its place, then at the latest; false: the wait would be too long, and nothing was counted. */
  readonly isTaken: boolean;
  /** Key of the limit that it has to wait for. */
  readonly blocking: string | null;
}

/** What was put down about a call that waited for its turn, or for a person. */
export interface DelayedCall {
  /** Milliseconds since 1970. */
  readonly until: number;
  /** It does not wait any more: it went on, with this worker or one that is gone, or it never had to wait. */
  readonly isUsed: boolean;
  /** Somebody was asked about it afterwards, and knows whether it ran. */
  readonly isGuarded: boolean;
}

/** Counts calls for all processes together. */
export interface RateBook {
  /** Takes a place under all limits or under none, in one step; of two processes one comes first. */
  take(limits: readonly RateLimit[], mostWaitMs: number): Promise<RateTaken>;
  /** Remembers that the call waits, beyond the end of this process. Rejects when the session is another worker's. */
  delay(context: ToolContext, until: number): Promise<void>;
  /** Undefined when nothing is known of the call, as in a run that was forked while it waited. */
  find(context: ToolContext): Promise<DelayedCall | undefined>;
  /** Takes the call for one run. Rejects when the session is another worker's. */
  use(context: ToolContext): Promise<void>;
}

export interface LimitRateDeps {
  readonly book: RateBook;
  policy(): Promise<GlobalPolicy>;
  now(): number;
  /** Rejects when the signal aborts. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
}

/** Milliseconds that a call waits by itself; for longer the agent is told when to come back. */
export const LONGEST_WAIT = 60_000;

/**
 * Keeps calls under the limits of their session, agent and tool, over all processes. A call that comes too early waits where
 * it is not long, and otherwise the model is told when it may go on; people see both. Where no limit is set nothing is done.
 *
 * A call counts when it is asked for: one that a person has to allow takes its place before they are asked, so that a limit bounds
 * questions too, and runs as soon as they allow it, however many others run then. Nobody says yes to a call that is then refused.
 *
 * Who waits has a place that nobody else takes. A worker that dies meanwhile loses nothing: the next one waits what is left.
 */
export function limitRate(deps: LimitRateDeps): CallStep {
  return async (prepared, context, next) => {
    const run = () => next(context);
    if (context.isNew === false) {
      const hasWaited = context.wasDelayed === true || context.wasAsked === true;
      return hasWaited ? goOn(deps, context, { tool: prepared.tool, run }) : run();
    }
    const limits = limitsOf(await deps.policy(), prepared.tool, context);
    if (limits.length === 0) return run();
    const taken = await deps.book.take(limits, LONGEST_WAIT);
    if (taken.waitMs === 0) return run();
    return delayOrRefuse(deps, context, { delayed: toDelayed(deps, prepared, { limits, taken }), run });
  };
}

type DelayedEvent = Extract<RunEventBody, { type: "call.delayed" }>;

async function delayOrRefuse(
  deps: LimitRateDeps,
  context: ToolContext,
  { delayed, run }: { readonly delayed: DelayedEvent; run(): Promise<ToolResult> },
): Promise<ToolResult> {
  if (delayed.isRefused) {
    context.emit(delayed);
    return refusal(
      "limits",
      toolError(
        "limit_reached",
        `${delayed.name} was not called. ${delayed.reason}.`,
        "Do something else meanwhile, or say what is left to do.",
      ),
    );
  }
  const until = Date.parse(delayed.until);
  // The place first, then the event that it is there: a call is not taken for one that waits before it can be told how long.
  await deps.book.delay(context, until);
  context.emit(delayed);
  return waitAndRun(deps, context, { until, run });
}

function toDelayed(
  { now }: LimitRateDeps,
  { tool, call }: PreparedCall,
  { limits, taken }: { readonly limits: readonly RateLimit[]; readonly taken: RateTaken },
): DelayedEvent {
  const until = new Date(now() + taken.waitMs).toISOString();
  const limit = limits.find(({ key }) => key === taken.blocking);
  const rule = limit ? `The limit of ${rateText(limit)} ${limit.scope} is reached` : "A limit is reached";
  const reason = `${rule}; it may go on at ${until}, in ${Math.ceil(taken.waitMs / 1_000)} s`;
  return {
    type: "call.delayed",
    callId: call.callId,
    name: tool.name,
    reason,
    until,
    isRefused: !taken.isTaken,
  };
}

/** A call that was begun before: what it was held for is known. */
async function goOn(
  deps: LimitRateDeps,
  context: ToolContext,
  { tool, run }: { readonly tool: BoundTool; run(): Promise<ToolResult> },
): Promise<ToolResult> {
  const delayed = await deps.book.find(context);
  if (delayed && !delayed.isUsed) return waitAndRun(deps, context, { until: delayed.until, run });
  if (delayed?.isGuarded || tool.flags.idempotent || tool.flags.readOnly) return run();
  return toolError(
    "outcome_unknown",
    `${tool.name} was running when its worker stopped: whether it took effect is not known.`,
    "Check before you call it again.",
  );
}

interface Waiting {
  readonly until: number;
  run(): Promise<ToolResult>;
}

async function waitAndRun(
  { now, sleep, book }: LimitRateDeps,
  context: ToolContext,
  { until, run }: Waiting,
): Promise<ToolResult> {
  await sleep(Math.max(0, until - now()), context.signal);
  await book.use(context);
  return run();
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
