import { z } from "zod";
import type { JsonSchema } from "./json.ts";

/** A server as people set it up. `env` and `args` may hold `{{secret:NAME}}`. */
export const mcpServerInput = z.object({
  name: z
    .string()
    .min(1)
    .max(40)
    .regex(/^[A-Za-z0-9_-]+$/, "Letters, digits, - and _ only"),
  command: z.string().min(1, "Type the command that starts the server"),
  args: z.array(z.string()).max(100).default([]),
  /** Values stay on the server: they are written once and never read back. */
  env: z.record(z.string().min(1), z.string()).default({}),
});
export type McpServerInput = z.output<typeof mcpServerInput>;

export interface McpToolSummary {
  readonly name: string;
  /** As the model sees it: `mcp__server__tool`, mended where the name does not fit. */
  readonly exposedName: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly isReadOnly: boolean;
  /** Why this tool is not offered (a schema that cannot be mended). */
  readonly problem: string | null;
}
export interface McpServerSummary {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly envNames: readonly string[];
  /** Variables that say nothing but which secret they take, as they are written: `{{secret:NAME}}`. No others are ever shown. */
  readonly envReferences: Readonly<Record<string, string>>;
  readonly status: "untested" | "ready" | "failing";
  readonly error: string | null;
  readonly testedAt: string | null;
  readonly tools: readonly McpToolSummary[];
  readonly usedBy: number;
}
