import { type ToolResult, toolError } from "../../../contract/tool-result.ts";
import type { OutboundFailure } from "../../../security/outbound/outbound-client.ts";

const HINTS = {
  refused: "Ask for a public address. Places of the own network have to be allowed by whoever runs OpenHive.",
  failed: "Check the address, or try again later.",
  too_large: "Ask for a smaller part or another page.",
  timed_out: "Try again later or ask another site.",
} as const;

const CODES = {
  refused: "denied",
  failed: "tool_failed",
  too_large: "limit_reached",
  timed_out: "timed_out",
} as const;

/** What an agent reads of a request from which nothing came. */
export function toToolError({ code, message }: OutboundFailure): ToolResult {
  return toolError(CODES[code], message, HINTS[code]);
}
