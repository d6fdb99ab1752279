import { z } from "zod";
import { okText } from "../../../contract/tool-result.ts";
import { defineTool } from "../../../engine/define-tool.ts";
import { zodInput } from "../../../engine/zod-input.ts";
import type { BuiltinFamily } from "../builtin-tool-source.ts";

/** `think`: room to reason between calls. The thought stays in the transcript, where people can read it; nothing happens. */
export function createThinkTools(): BuiltinFamily {
  const tools = [
    defineTool({
      name: "think",
      description: "Write down a thought before you act: weigh results, check a rule, plan. Changes nothing.",
      inputSchema: zodInput(z.object({ thought: z.string().trim().min(1).max(8_000) })),
      origin: { kind: "builtin", id: "think" },
      flags: { readOnly: true, concurrencySafe: true, destructive: false, idempotent: true },
      execute: async () => okText("Noted."),
    }),
  ];
  return async () => tools;
}
