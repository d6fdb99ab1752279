import { z } from "zod";
import type { Json } from "../contract/json.ts";
import { storable, storableJson } from "../contract/storable.ts";
import type { RememberedTool } from "./mcp-server-book.ts";

/** Tools kept of one server. */
export const mostTools = 1_000;

const longestName = 256;
const longestDescription = 20_000;
const largestSchema = 256_000;

const listed = z.looseObject({
  name: z.string().min(1),
  title: z.string().optional().catch(undefined),
  description: z.string().optional().catch(undefined),
  inputSchema: z.unknown().optional(),
  annotations: z.unknown().optional(),
  execution: z
    .looseObject({ taskSupport: z.string().optional().catch(undefined) })
    .optional()
    .catch(undefined),
});

/** Takes down a server's tool list for storing: unmended, but cut to size. Every entry stays, unusable ones with their reason. */
export function rememberTools(tools: readonly unknown[]): readonly RememberedTool[] {
  return tools.slice(0, mostTools).map(rememberTool);
}

function rememberTool(tool: unknown, index: number): RememberedTool {
  const parsed = listed.safeParse(tool);
  if (!parsed.success) return unusable(`(entry ${index + 1})`, "The server lists it without a usable name.");
  const { name, title, description, inputSchema, annotations, execution } = parsed.data;
  if (name.length > longestName)
    return unusable(storable(name.slice(0, 80)), `Its name is longer than ${longestName} characters.`);
  const schema = toJson(inputSchema);
  const size = JSON.stringify(schema).length;
  const problem =
    execution?.taskSupport === "required"
      ? "It only runs as a background task of the protocol, which is not supported yet."
      : undefined;
  const tooLarge = size > largestSchema ? `Its schema is ${size} characters long.` : undefined;
  const reason = problem ?? tooLarge;
  return {
    name: storable(name),
    description: storable((description ?? title ?? "").slice(0, longestDescription)),
    inputSchema: tooLarge === undefined ? schema : null,
    annotations: JSON.stringify(toJson(annotations)).length > 10_000 ? null : toJson(annotations),
    ...(reason === undefined ? {} : { problem: reason }),
  };
}

function unusable(name: string, problem: string): RememberedTool {
  return { name, description: "", inputSchema: null, annotations: null, problem };
}

function toJson(value: unknown): Json {
  return value === undefined ? null : storableJson(value as Json);
}
