import { z } from "zod";
import { okText, type ToolResult } from "../contract/tool-result.ts";
import { defineTool } from "../engine/define-tool.ts";
import { type BoundTool, NO_FLAGS, type ToolFlags } from "../engine/tool.ts";
import { zodInput } from "../engine/zod-input.ts";

interface Traits extends Partial<ToolFlags> {
  readonly timeoutMs?: number;
}

/** A tool that does what a test says, under a name and flags that a test gives it. */
export function scriptedTool(
  name: string,
  execute: () => Promise<ToolResult>,
  { timeoutMs, ...flags }: Traits = {},
): BoundTool {
  return defineTool({
    name,
    description: name,
    inputSchema: zodInput(z.object({ what: z.string().optional() })),
    origin: { kind: "builtin", id: "test" },
    flags: { ...NO_FLAGS, ...flags },
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    execute,
  });
}

/** Changes nothing and answers at once. */
export const look = scriptedTool("look", async () => okText("seen"), {
  readOnly: true,
  concurrencySafe: true,
});
