import type { CallId } from "../contract/ids.ts";
import type { Json } from "../contract/json.ts";
import type { ToolCall } from "../contract/message.ts";
import { storable, storableJson } from "../contract/storable.ts";
import type { ModelReply } from "../engine/ports.ts";
import { isNestedDeeply } from "./nested-deeply.ts";
import { toProviderParts } from "./provider-parts.ts";
import type { RawCall, RawReply } from "./read-reply.ts";
import { toUsage, type UsageRates } from "./to-usage.ts";
import { uniqueId } from "./wire-names.ts";

/** Characters of a call's id that are kept: some gateways pack whole signatures into it, and no index of the database takes those. */
const ID_LENGTH = 200;

export interface ReplyContext {
  /** Id under which provider parts are kept. */
  readonly provider: string;
  /** Ids of all calls of the session before this reply. */
  readonly takenIds: ReadonlySet<string>;
  readonly rates: UsageRates;
}

/** Turns what came over the wire into a message of the transcript: call ids unique in the session, text storable. */
export function toReply(raw: RawReply, { provider, takenIds, rates }: ReplyContext): ModelReply {
  const calls = toCalls(raw, takenIds);
  const providerParts = toProviderParts(provider, raw.parts);
  const message = {
    role: "assistant",
    text: storable(raw.text),
    calls,
    ...(providerParts && { providerParts: storableJson(providerParts) }),
  } as const;
  return { message, usage: toUsage(raw.usage, rates), finish: toFinish(raw) };
}

function toFinish({ finish, calls }: RawReply): ModelReply["finish"] {
  if (finish === "length") return "length";
  if (finish === "content-filter") return "refused";
  return calls.length > 0 ? "calls" : "stop";
}

function toCalls({ calls, finish }: RawReply, before: ReadonlySet<string>): readonly ToolCall[] {
  const added = new Set<string>();
  const taken = { has: (id: string) => before.has(id) || added.has(id) };
  return calls.map((call, index) => {
    const wanted = storable(call.id.trim().slice(0, ID_LENGTH));
    const callId = uniqueId(wanted || `call-${before.size + index + 1}`, taken);
    added.add(callId);
    const isCutOff = finish === "length" && index === calls.length - 1 && !call.hasInput;
    return { callId: callId as CallId, name: storable(call.name), ...toInput(call, isCutOff) };
  });
}

/** Only a JSON object is input; anything else is kept as it came, so that the model can be told what it sent. */
function toInput(call: RawCall, isCutOff: boolean): Pick<ToolCall, "input" | "malformedInput"> {
  if (isCutOff) return { input: {}, malformedInput: "(cut off before any argument)" };
  // Some servers send an empty string for a call without arguments.
  if (call.input.trim() === "") return { input: {} };
  const input = parseObject(call.input);
  return input ? { input: storableJson(input) } : { input: {}, malformedInput: storable(call.input) };
}

function parseObject(text: string): { readonly [key: string]: Json } | undefined {
  if (isNestedDeeply(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as { readonly [key: string]: Json })
      : undefined;
  } catch {
    return undefined;
  }
}
