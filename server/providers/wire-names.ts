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
export function createWireIds(messages: readonly Message[]): (callId: string) => string {
  const wireIds = new Map<string, string>();
  const taken = new Set<string>();
  for (const message of messages) {
    if (message.role !== "assistant") continue;
    for (const { callId } of message.calls) {
      if (wireIds.has(callId)) continue;
      const wireId = uniqueId(callId.replace(/[^A-Za-z0-9_-]/g, "_").slice(0, ID_LENGTH) || "call", taken);
      taken.add(wireId);
      wireIds.set(callId, wireId);
    }
  }
  return (callId) => wireIds.get(callId) ?? callId;
}

/** `wanted`, or `wanted` with the first number that makes it unique; never longer than a call id may be. */
export function uniqueId(wanted: string, taken: ReadonlySet<string>): string {
  if (!taken.has(wanted)) return wanted;
  for (let number = 2; ; number += 1) {
    const suffix = `-${number}`;
    const candidate = wanted.slice(0, ID_LENGTH - suffix.length) + suffix;
    if (!taken.has(candidate)) return candidate;
  }
}
