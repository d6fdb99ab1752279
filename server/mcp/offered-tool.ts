import type { Json } from "../contract/json.ts";
import type { SaidEffect } from "../contract/tool-array.ts";
import type { InputSchema, ToolFlags } from "../engine/tool.ts";
import { argumentSchema, type ToolArguments } from "./argument-check.ts";
import { cleanText } from "./clean-text.ts";
import { exposedName } from "./exposed-name.ts";
import type { RememberedTool, StoredMcpServer } from "./mcp-server-book.ts";
import { isJsonObject } from "./mend-node.ts";
import { mendSchema } from "./mend-schema.ts";

/** A remembered tool as agents are offered it, or with the reason why they are not. */
export interface OfferedTool {
  /** As the server spells it. */
  readonly originalName: string;
  readonly exposedName: string;
  readonly description: string;
  readonly flags: ToolFlags;
  /** The server itself says that it may destroy something. */
  readonly isSaidToDestroy: boolean;
  /** What the server itself says that a call does; undefined where it does not say. */
  readonly saidEffect: SaidEffect | undefined;
  readonly problem: string | null;
  /** What had to be changed in its schema. */
  readonly notes: readonly string[];
  readonly input: InputSchema<ToolArguments>;
}

const longestDescription = 4_000;
const nothing = argumentSchema({ type: "object", properties: {} }, null);

/**
 * Works out what a server's remembered tools look like to a model, sorted by the name it sees.
 * A tool with a hopeless schema, or with the name of one before it, keeps its place in the list with a problem.
 */
export function offeredTools(server: Pick<StoredMcpServer, "name" | "tools">): readonly OfferedTool[] {
  const names = new Set<string>();
  const offered = server.tools.map((tool) => {
    const made = offer(server.name, tool);
    if (made.problem !== null) return made;
    const isTwin = names.has(made.exposedName);
    names.add(made.exposedName);
    return isTwin ? { ...made, problem: "The server lists another tool of the same name before it." } : made;
  });
  return offered.sort((a, b) => compare(a.exposedName, b.exposedName));
}

function offer(server: string, tool: RememberedTool): OfferedTool {
  const mended =
    tool.problem === undefined ? mendSchema(tool.inputSchema) : { ok: false as const, problem: tool.problem };
  return {
    originalName: tool.name,
    exposedName: exposedName(server, tool.name),
    description: descriptionOf(server, tool),
    flags: toFlags(tool.annotations),
    isSaidToDestroy: isSaidToDestroy(tool.annotations),
    saidEffect: saidEffect(tool.annotations),
    problem: mended.ok ? null : mended.problem,
    notes: mended.ok ? mended.notes : [],
    input: mended.ok ? argumentSchema(mended.schema, tool.inputSchema) : nothing,
  };
}

/** Hints count only where the server states them; what is not said to be harmless may destroy (MCP, ToolAnnotations). */
function toFlags(annotations: Json): ToolFlags {
  const hints = isJsonObject(annotations) ? annotations : {};
  const readOnly = hints["readOnlyHint"] === true;
  return {
    readOnly,
    concurrencySafe: readOnly,
    destructive: !readOnly && hints["destructiveHint"] !== false,
    idempotent: readOnly || hints["idempotentHint"] === true,
  };
}

/** What people are asked about before: a server that says nothing was granted as it is. */
function isSaidToDestroy(annotations: Json): boolean {
  const hints = isJsonObject(annotations) ? annotations : {};
  return hints["destructiveHint"] === true && hints["readOnlyHint"] !== true;
}

/** Of two hints that contradict each other, the one to be careful about. */
function saidEffect(annotations: Json): SaidEffect | undefined {
  const hints = isJsonObject(annotations) ? annotations : {};
  if (hints["destructiveHint"] === true || hints["readOnlyHint"] === false) return "changes";
  return hints["readOnlyHint"] === true ? "reads" : undefined;
}

function descriptionOf(server: string, tool: RememberedTool): string {
  const text = cleanText(tool.description).trim();
  if (text === "") return `${cleanText(tool.name)} of the MCP server ${server}.`;
  return text.length > longestDescription
    ? `${text.slice(0, longestDescription).toWellFormed()} (cut)`
    : text;
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
