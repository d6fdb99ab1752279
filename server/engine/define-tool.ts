import type { BoundTool, Tool } from "./tool.ts";

/** Erases a tool's input type once, here, so that maps of tools need no `any`. */
export function defineTool<Input>(tool: Tool<Input>): BoundTool {
  const { inputSchema, execute, ...rest } = tool;
  return {
    ...rest,
    inputSchema: inputSchema.jsonSchema,
    bind(input) {
      const parsed = inputSchema.parse(input);
      if (!parsed.ok) return parsed;
      return { ok: true, value: (context) => execute(parsed.value, context) };
    },
  };
}
