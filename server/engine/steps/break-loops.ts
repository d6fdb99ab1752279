import type { Json } from "../../contract/json.ts";
import type { Message, ToolCall } from "../../contract/message.ts";
import { type ToolError, toolError } from "../../contract/tool-result.ts";
import type { CallStep, PreparedCall } from "../tool.ts";

/** Failed calls in a row after which the next one is not run. */
const MOST_FAILING = 12;

/**
 * Stops an agent that runs in circles: the same call again and again, or nothing but failures. The call is answered with
 * the reason and what to do instead, and people see it as an event. A call that resumes (it has begun before) passes.
 */
export function breakLoops(mostIdentical: number): CallStep {
  return ({ call, tool }, context, next) => {
    if (context.isNew === false) return next(context);
    const messages = context.messages();
    const refusal =
      refuseIdentical({ call, tool }, tallyOf(messages), mostIdentical) ?? refuseFailing(messages);
    if (!refusal) return next(context);
    context.emit({ type: "breaker.tripped", callId: call.callId, name: call.name, reason: refusal.message });
    return Promise.resolve(refusal);
  };
}

/** How often each request was answered in one transcript, as far as it was read. */
interface Tally {
  read: number;
  /** Requests by the id of their call. */
  readonly requests: Map<string, string>;
  readonly answers: Map<string, number>;
}

/** A transcript only grows while a session is at work, so what was counted once is not counted again. */
const tallies = new WeakMap<readonly Message[], Tally>();

function tallyOf(messages: readonly Message[]): Tally {
  const tally = tallies.get(messages) ?? { read: 0, requests: new Map(), answers: new Map() };
  tallies.set(messages, tally);
  for (; tally.read < messages.length; tally.read += 1) {
    const message = messages[tally.read];
    if (message?.role === "assistant") {
      for (const call of message.calls) tally.requests.set(call.callId, toRequest(call));
    } else if (message?.role === "tool") {
      const request = tally.requests.get(message.callId) ?? "";
      tally.answers.set(request, (tally.answers.get(request) ?? 0) + 1);
    }
  }
  return tally;
}

/** A tool that goes by several names is asked the same by each. */
function refuseIdentical(
  { call, tool }: Pick<PreparedCall, "call" | "tool">,
  { answers, requests }: Tally,
  most: number,
): ToolError | undefined {
  if (answers.size === 0) return undefined;
  // Its message was read a moment ago, and its arguments with it.
  const input = requests.get(call.callId)?.slice(call.name.length + 1) ?? canonical(call.input);
  const names = new Set([call.name, tool.name, ...(tool.aliases ?? [])]);
  let count = 0;
  for (const name of names) count += answers.get(`${name} ${input}`) ?? 0;
  if (count < most) return undefined;
  return toolError(
    "limit_reached",
    `${call.name} was called ${count} times with the same arguments and is not run again.`,
    "Use the answers you have, or call it with other arguments.",
  );
}

function toRequest(call: ToolCall): string {
  return `${call.name} ${canonical(call.input)}`;
}

/** One text for equal JSON, whatever the order of its keys. */
function canonical(value: Json): string {
  return JSON.stringify(inOrder(value));
}

function inOrder(value: Json): Json {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((part: Json) => inOrder(part));
  const entries = Object.entries(value).map(([key, part]) => [key, inOrder(part)] as const);
  return Object.fromEntries(entries.sort(([left], [right]) => (left < right ? -1 : 1)));
}

function refuseFailing(messages: readonly Message[]): ToolError | undefined {
  let failures = 0;
  for (let position = messages.length - 1; position >= 0; position -= 1) {
    const message = messages[position];
    if (message?.role !== "tool") continue;
    if (message.result.status === "ok" || failures > MOST_FAILING) break;
    failures += 1;
  }
  if (failures < MOST_FAILING) return undefined;
  return toolError(
    "limit_reached",
    `The last ${failures} calls failed, so nothing more is run.`,
    "Stop calling tools: answer with what you know and say what did not work.",
  );
}
