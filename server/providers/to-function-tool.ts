import type { JSONSchema7, LanguageModelV4FunctionTool } from "@ai-sdk/provider";
import type { ListedTool } from "../contract/tool-array.ts";

/** A tool as provider packages take it. */
export function toFunctionTool({ name, description, inputSchema }: ListedTool): LanguageModelV4FunctionTool {
  return { type: "function", name, description, inputSchema: inputSchema as JSONSchema7 };
}
