import { type ToolResult, toolError } from "../contract/tool-result.ts";
import { findTool } from "./find-tool.ts";
import { StoreUnavailableError } from "./ports.ts";
import type { BoundCall, CallStep, Dispatcher, ToolContext, ToolSet } from "./tool.ts";
import type { AgentGate } from "./tool-gate.ts";
import { withheldTool } from "./withheld-tool.ts";

/**
 * Routes each call by name: find, validate, then the steps, outermost first, then the tool itself. Whatever happens
 * becomes a result that the model can read; nothing is thrown but that the store is away, of which no result could be kept.
 */
export function createDispatcher(
  tools: ToolSet,
  steps: readonly CallStep[],
  gate?: Pick<AgentGate, "whyMissing">,
): Dispatcher {
  return {
    async dispatch(call, context) {
      const tool = findTool(tools, call.name);
      if (!tool) return withheldTool(call.name, gate) ?? unknownTool(call.name, tools);
      if (call.malformedInput !== undefined) {
        return toolError(
          "invalid_input",
          "The arguments were not one complete JSON object.",
          "Send the whole call again.",
        );
      }
      // Inside a promise, so that a check or a step that throws before its first await is caught as well.
      return Promise.resolve(context)
        .then((inner) => {
          const bound = tool.bind(call.input);
          if (!bound.ok) return toolError("invalid_input", bound.message);
          const chain = steps.reduceRight<BoundCall>(
            (next, step) => (innermost) => step({ call, tool, tools }, innermost, next),
            bound.value,
          );
          return chain(inner);
        })
        .catch((error: unknown) => failureOf(error, context));
    },
  };
}

function unknownTool(name: string, tools: ToolSet): ToolResult {
  const near = [...tools.keys()].filter((known) => known.includes(name) || name.includes(known)).slice(0, 3);
  const hint =
    near.length > 0 ? `Did you mean ${near.join(" or ")}?` : "Use only the tools of your tool array.";
  return toolError("tool_not_found", `There is no tool named "${name.slice(0, 128)}".`, hint);
}

function failureOf(error: unknown, context: ToolContext): ToolResult {
  if (context.signal.aborted) return toolError("aborted", "The call was stopped.");
  if (error instanceof StoreUnavailableError) throw error;
  return toolError("tool_failed", error instanceof Error ? error.message : String(error));
}
