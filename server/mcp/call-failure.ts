import { ProtocolError } from "@modelcontextprotocol/client";
import { storable } from "../contract/storable.ts";
import { type ToolError, toolError } from "../contract/tool-result.ts";
import type { McpConnection } from "./connection.ts";
import { howItEnded } from "./start-failure.ts";

export interface CallFailure {
  readonly error: unknown;
  readonly server: string;
  readonly connection: McpConnection;
  readonly signal: AbortSignal;
}

const invalidParams = -32_602;

/** Says what became of a call that got no answer, and what the model can do about it. */
export function toCallFailure({ error, server, connection, signal }: CallFailure): ToolError {
  if (signal.aborted) return toolError("aborted", "The call was stopped before the MCP server answered.");
  if (!connection.isAlive()) return toolError("unavailable", explainEnd(server, connection), whatNext);
  const message = storable((error instanceof Error ? error.message : String(error)).slice(0, 4_000));
  if (!(error instanceof ProtocolError))
    return toolError("tool_failed", `The MCP server "${server}" did not answer as expected: ${message}`);
  const code = error.code === invalidParams ? "invalid_input" : "tool_failed";
  return toolError(code, `The MCP server "${server}" refused the call: ${message}`);
}

const whatNext =
  "Calling again starts it afresh. What it was doing may be half done: look before you repeat it.";

function explainEnd(server: string, connection: McpConnection): string {
  const end = connection.end();
  const words = connection.lastWords(3);
  const ending = words === "" ? "" : ` Its last words: ${words}`;
  if (end?.fault != null) return `The MCP server "${server}" was stopped during the call. ${end.fault}`;
  if (end === undefined || !end.isOwnDoing)
    return `The MCP server "${server}" was stopped during the call.${ending}`;
  return `The MCP server "${server}" ${howItEnded(end)} during the call.${ending}`;
}
