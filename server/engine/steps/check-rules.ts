import { refusal, toolError } from "../../contract/tool-result.ts";
import type { CallStep } from "../tool.ts";
import type { ToolGates } from "../tool-gate.ts";

/**
 * Asks the rules again where a call is dispatched: what was listed when the turn began may be forbidden by now. What a rule
 * refuses here is never run.
 */
export function checkRules(gates: ToolGates): CallStep {
  return async ({ tool }, context, next) => {
    const gate = await gates.gateFor(context.scope);
    const answer = gate.judge(tool);
    if (answer.isAllowed) return next(context);
    return refusal(
      "rules",
      toolError("denied", `${tool.name} is not allowed here: ${answer.reason}.`, "Do without it."),
    );
  };
}
