import type { Message } from "../contract/message.ts";

/** What every vendor accepts as the name of a tool in an old call. */
const NAME_LENGTH = 64;
/** OpenAI refuses longer call ids. */
const ID_LENGTH = 40;

/**
 * A tool name as a provider accepts it in the history. Models invent names; a call with one is answered with an error,
 * and must not make every later request of the session a 400.
 */
export function toWireName(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]/g, "_").slice(0, NAME_LENGTH) || "unnamed";
}

/** Call ids as every provider accepts them, still unique: a session may change its model, and with it its ids. */
export interface WireIds {
  /** Names the calls of these messages; what was named before keeps its name. */
  add(messages: readonly Message[]): void;
  of(callId: string): string;
}

export function startWireIds(): WireIds {
  const wireIds = new Map<string, string>();
  const taken = new Set<string>();
  const name = (callId: string): void => {
    if (wireIds.has(callId)) return;
    const wireId = uniqueId(callId.replace(/[^A-Za-z0-9_-]/g, "_").slice(0, ID_LENGTH) || "call", taken);
    taken.add(wireId);
    wireIds.set(callId, wireId);
  };
  return {
    add(messages) {
      for (const message of messages) {
        if (message.role === "assistant") for (const { callId } of message.calls) name(callId);
      }
    },
    of: (callId) => wireIds.get(callId) ?? callId,
  };
}

/** The ids of one whole transcript. */
export function createWireIds(messages: readonly Message[]): (callId: string) => string {
  const wireIds = startWireIds();
  wireIds.add(messages);
  return wireIds.of;
}

/** `wanted`, or `wanted` with the first number that makes it unique; never longer than a call id may be. */
export function uniqueId(wanted: string, taken: Pick<ReadonlySet<string>, "has">): string {
  if (!taken.has(wanted)) return wanted;
  for (let number = 2; ; number += 1) {
    const suffix = `-${number}`;
    const candidate = wanted.slice(0, ID_LENGTH - suffix.length) + suffix;
    if (!taken.has(candidate)) return candidate;
  }
}
