import { type ToolError, toolError } from "../../contract/tool-result.ts";
import type { CallStep } from "../tool.ts";
import { countIdentical, tallyOf } from "./call-tally.ts";

/** Failed calls in a row after which the next one is not run. */
const MOST_FAILING = 12;

/**
 * Stops an agent that runs in circles: the same call again and again though nothing was changed meanwhile, or nothing but
 * failures. The call is answered with the reason and what to do instead, and people see it as an event; what a person writes
 * starts both counts anew. A call that resumes (it has begun before) passes.
 */
export function breakLoops(mostIdentical: number): CallStep {
  return (prepared, context, next) => {
    if (context.isNew === false) return next(context);
    const { call, tools } = prepared;
    const tally = tallyOf(context.messages(), tools);
    const refusal =
      refuseIdentical(call.name, countIdentical(tally, prepared), mostIdentical) ??
      refuseFailing(tally.failures);
    if (!refusal) return next(context);
    context.emit({ type: "breaker.tripped", callId: call.callId, name: call.name, reason: refusal.message });
    return Promise.resolve(refusal);
  };
}

function refuseIdentical(name: string, count: number, most: number): ToolError | undefined {
  if (count < most) return undefined;
  return toolError(
    "limit_reached",
    `${name} was called ${count} times with the same arguments and is not run again.`,
    "Use the answers you have, or call it with other arguments.",
  );
}

function refuseFailing(failures: number): ToolError | undefined {
  if (failures < MOST_FAILING) return undefined;
  return toolError(
    "limit_reached",
    `The last ${failures} calls failed, so nothing more is run.`,
    "Stop calling tools: answer with what you know and say what did not work.",
  );
}
