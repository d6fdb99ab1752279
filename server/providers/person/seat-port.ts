import type { CallId } from "../../contract/ids.ts";
import { NO_USAGE } from "../../contract/usage.ts";
import type { ModelPort } from "../../engine/ports.ts";
import { uniqueId } from "../wire-names.ts";
import { planSeatTurn } from "./plan-seat-turn.ts";

/** A person's seat in the place of a model: no model speaks, so nothing is read, counted, paid or paced. */
export const seatPort: ModelPort = {
  isScripted: true,
  contextTokens: Number.POSITIVE_INFINITY,
  async respond(request) {
    const turn = planSeatTurn(request);
    if ("call" in turn) {
      const callId = uniqueId("call-1", request.takenIds) as CallId;
      const calls = [{ callId, ...turn.call }];
      return { message: { role: "assistant", text: "", calls }, usage: NO_USAGE, finish: "calls" };
    }
    request.onText(turn.text);
    return { message: { role: "assistant", text: turn.text, calls: [] }, usage: NO_USAGE, finish: "stop" };
  },
};
