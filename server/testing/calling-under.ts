import type { Json } from "../contract/json.ts";
import { toReply } from "../providers/to-reply.ts";
import type { ScriptedReply } from "./scripted-model.ts";

const usage = {
  inputTokens: { total: 10, noCache: 10, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 2, text: 2, reasoning: 0 },
};

/** A request for one tool under the id that a server gave it, read as every server's reply is. */
export function callingUnder(id: string, name: string, input: Json): ScriptedReply {
  const call = { id, name, input: JSON.stringify(input), hasInput: true };
  const raw = { text: "", calls: [call], parts: [], finish: "tool-calls", usage } as const;
  return ({ takenIds }) => toReply(raw, { provider: "scripted", takenIds, rates: "unknown" }).message;
}
