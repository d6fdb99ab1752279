import type { JsonSchema } from "../server/contract/json.ts";
import { okText } from "../server/contract/tool-result.ts";
import { type BoundTool, NO_FLAGS } from "../server/engine/tool.ts";
import type { BenchAgent, BenchTool } from "./scenarios.ts";

const kept = new WeakMap<BenchTool, BoundTool>();

/** A scenario's tool as the engine takes it; the same one each time. */
export function toBoundTool(tool: BenchTool): BoundTool {
  const known = kept.get(tool);
  if (known) return known;
  const bound = bindTool(tool);
  kept.set(tool, bound);
  return bound;
}

function bindTool(tool: BenchAgent["tools"][number]): BoundTool {
  return {
    name: tool.name,
    description: tool.description,
    inputSchema: tool.schema as JsonSchema,
    origin: { kind: "bench", id: "bench" },
    flags: { ...NO_FLAGS, readOnly: true, concurrencySafe: true, idempotent: true },
    bind(input) {
      if (typeof input !== "object" || input === null) return { ok: false, message: "An object is needed." };
      return {
        ok: true,
        value: async () => okText(await tool.execute(input as { readonly [key: string]: unknown })),
      };
    },
  };
}
