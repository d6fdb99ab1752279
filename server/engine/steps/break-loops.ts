import type { JsonObject } from "../../contract/json.ts";
import type { Message, ToolCall } from "../../contract/message.ts";
import { type ToolError, toolError } from "../../contract/tool-result.ts";
import type { CallStep } from "../tool.ts";

/** Answers to the same call, with the same arguments, after which it is not run again in this session. */
const MOST_IDENTICAL = 4;
/** Failed calls in a row after which the next one is not run. */
const MOST_FAILING = 12;

/**
 * Stops an agent that runs in circles: the same call again and again, or nothing but failures. The call is answered with
 * the reason and what to do instead, and people see it as an event. A call that resumes (it has begun before) passes.
 */
export const breakLoops: CallStep = ({ call }, context, next) => {
  const messages = context.messages();
  const refusal = refuseIdentical(call, messages) ?? refuseFailing(messages);
  if (!refusal) return next(context);
  context.emit({ type: "breaker.tripped", callId: call.callId, name: call.name, reason: refusal.message });
  return Promise.resolve(refusal);
};

function refuseIdentical(call: ToolCall, messages: readonly Message[]): ToolError | undefined {
  const same = new Set(
    messages.flatMap((message) =>
      message.role === "assistant"
        ? message.calls.filter((earlier) => isSameRequest(earlier, call)).map((earlier) => earlier.callId)
        : [],
    ),
  );
  const answers = messages.filter((message) => message.role === "tool" && same.has(message.callId)).length;
  if (answers < MOST_IDENTICAL) return undefined;
  return toolError(
    "limit_reached",
    `${call.name} was called ${answers} times with the same arguments and is not run again.`,
    "Use the answers you have, or call it with other arguments.",
  );
}

function isSameRequest(left: ToolCall, right: ToolCall): boolean {
  return left.name === right.name && canonical(left.input) === canonical(right.input);
}

/** One text for equal JSON, whatever the order of its keys. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part as JsonObject).sort(([left], [right]) => (left < right ? -1 : 1)))
      : part,
  );
}

function refuseFailing(messages: readonly Message[]): ToolError | undefined {
  const results = messages.filter((message) => message.role === "tool");
  const lastGood = results.findLastIndex((message) => message.result.status === "ok");
  const failures = results.length - 1 - lastGood;
  if (failures < MOST_FAILING) return undefined;
  return toolError(
    "limit_reached",
    `The last ${failures} calls failed, so nothing more is run.`,
    "Stop calling tools: answer with what you know and say what did not work.",
  );
}
