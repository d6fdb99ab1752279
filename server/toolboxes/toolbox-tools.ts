import { z } from "zod";
import { okText, type ToolResult, toolError } from "../contract/tool-result.ts";
import type { ToolboxSummary } from "../contract/toolbox.ts";
import { defineTool } from "../engine/define-tool.ts";
import { type BoundTool, NO_FLAGS, type ToolContext } from "../engine/tool.ts";
import { zodInput } from "../engine/zod-input.ts";

/** A tool that toolboxes can grant, as the catalogue tells of it: without its schema. */
export interface CatalogueEntry {
  readonly name: string;
  readonly source: "native" | "custom" | "plugin" | "mcp";
  /** The family it belongs to, or the server it comes from. */
  readonly domain: string;
  readonly description: string;
  readonly readOnly: boolean;
  readonly destructive: boolean;
}

/** What the management tools do their work with. Each change throws an error whose message is fit for the model. */
export interface ToolboxKeeper {
  listNative(): Promise<readonly BoundTool[]>;
  /** The tools of connected servers. */
  listConnected(): Promise<readonly CatalogueEntry[]>;
  listToolboxes(): Promise<readonly ToolboxSummary[]>;
  create(
    input: { readonly name: string; readonly description: string; readonly tools: string[] },
    actor: string,
    isStrict: true,
  ): Promise<ToolboxSummary>;
  update(
    input: {
      id: string;
      name?: string | undefined;
      description?: string | undefined;
      tools?: string[] | undefined;
    },
    actor: string,
    isStrict: true,
  ): Promise<ToolboxSummary>;
  remove(id: string, actor: string): Promise<void>;
}

const READS = { ...NO_FLAGS, readOnly: true, concurrencySafe: true, idempotent: true };
const SHARED = {
  origin: { kind: "builtin", id: "toolboxes" },
  availability: ["main"],
  // By name: what grants tools is not among what `*` grants.
  grant: "name",
} as const;
const names = z.array(z.string().trim().min(1).max(128)).max(500);

/**
 * Browsing the tools and composing toolboxes, for an agent that sets others up. Nobody widens what they have themselves: a toolbox
 * of the agent that calls is not changed by it.
 */
export function createToolboxTools(keeper: ToolboxKeeper): () => Promise<readonly BoundTool[]> {
  const tools = [
    listToolsTool(keeper),
    listToolboxesTool(keeper),
    createTool(keeper),
    updateTool(keeper),
    deleteTool(keeper),
  ];
  return async () => tools;
}

function listToolsTool(keeper: ToolboxKeeper): BoundTool {
  return defineTool({
    ...SHARED,
    name: "list_tools",
    description: "List the tools that toolboxes can grant, with what each does and whether it only reads.",
    inputSchema: zodInput(
      z.object({
        query: z.string().max(200).default("").describe("Words to look for in names and descriptions"),
        domain: z.string().max(100).default("").describe("Only this family"),
        source: z.enum(["native", "custom", "plugin", "mcp"]).optional(),
      }),
    ),
    flags: READS,
    async execute({ query, domain, source }) {
      const words = query.trim().toLowerCase();
      const [native, connected] = await Promise.all([keeper.listNative(), keeper.listConnected()]);
      const found = [...native.map(toCatalogueEntry), ...connected]
        .filter((tool) => (source ?? tool.source) === tool.source && (domain || tool.domain) === tool.domain)
        .filter((tool) => `${tool.name} ${tool.description}`.toLowerCase().includes(words))
        .sort((left, right) => compare(left.domain, right.domain) || compare(left.name, right.name));
      const note = "A toolbox has to list tools of MCP servers by their names; * does not cover them.";
      const lines = found.map((tool) => `${tool.name} (${tool.domain}): ${tool.description.split("\n")[0]}`);
      return okText([`${found.length} tools. ${note}`, ...lines].join("\n"), {
        total: found.length,
        note,
        tools: found.map((tool) => ({ ...tool })),
      });
    },
  });
}

function toCatalogueEntry(tool: BoundTool): CatalogueEntry {
  return {
    name: tool.name,
    source: PREFIXES.find(([prefix]) => tool.name.startsWith(prefix))?.[1] ?? "native",
    domain: tool.origin.id,
    description: tool.description,
    readOnly: tool.flags.readOnly,
    destructive: tool.flags.destructive,
  };
}

const PREFIXES = [
  ["custom_", "custom"],
  ["plugin_", "plugin"],
  ["mcp_", "mcp"],
] as const;

function compare(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

function listToolboxesTool(keeper: ToolboxKeeper): BoundTool {
  return defineTool({
    ...SHARED,
    name: "list_toolboxes",
    description: "List the toolboxes with what each grants.",
    inputSchema: zodInput(z.object({})),
    flags: READS,
    async execute() {
      const boxes = (await keeper.listToolboxes()).map((box) => ({
        id: box.id,
        name: box.name,
        description: box.description,
        builtin: box.isBuiltin,
        toolCount: box.toolCount,
        tools: [...box.tools],
      }));
      const lines = boxes.map(
        (box) =>
          `${box.name}${box.builtin ? " (built in)" : ""}: ${box.toolCount} tools. ${box.tools.join(", ")}`,
      );
      return okText(lines.join("\n"), { toolboxes: boxes });
    },
  });
}

function createTool(keeper: ToolboxKeeper): BoundTool {
  return defineTool({
    ...SHARED,
    name: "create_toolbox",
    description:
      "Make a toolbox with exactly the tools a specialist needs. Every name has to exist: list_tools has them.",
    inputSchema: zodInput(
      z.object({
        name: z.string().trim().min(1).max(60),
        description: z.string().trim().max(500).default(""),
        tools: names,
      }),
    ),
    flags: NO_FLAGS,
    execute: (input, context) =>
      answer(async () => {
        const made = await keeper.create(input, actorOf(context), true);
        return okText(`Toolbox ${made.name} is there, with ${made.toolCount} tools.`, { id: made.id });
      }),
  });
}

function updateTool(keeper: ToolboxKeeper): BoundTool {
  return defineTool({
    ...SHARED,
    name: "update_toolbox",
    description: "Change a toolbox of your own making: rename it, replace its tools, or add and remove some.",
    inputSchema: zodInput(
      z.object({
        toolbox: z.string().trim().min(1).max(64).describe("Its name or id"),
        name: z.string().trim().min(1).max(60).optional(),
        description: z.string().trim().max(500).optional(),
        tools: names.optional().describe("Replaces the whole list"),
        add: names.default([]),
        remove: names.default([]),
      }),
    ),
    flags: NO_FLAGS,
    execute: ({ toolbox, name, description, tools, add, remove }, context) =>
      answer(async () => {
        const box = await find(keeper, toolbox);
        if (!box) return unknownBox(toolbox);
        if (context.scope.agent.toolboxes?.includes(box.id)) return ownBox(box.name);
        const isEmpty =
          name === undefined &&
          description === undefined &&
          tools === undefined &&
          add.length + remove.length === 0;
        if (isEmpty) return toolError("invalid_input", "Nothing to change was given.");
        const kept = (tools ?? box.tools).filter((tool) => !remove.includes(tool));
        const next = { id: box.id, name, description, tools: [...kept, ...add] };
        const made = await keeper.update(next, actorOf(context), true);
        return okText(`Toolbox ${made.name} has ${made.toolCount} tools now.`, { id: made.id });
      }),
  });
}

function deleteTool(keeper: ToolboxKeeper): BoundTool {
  return defineTool({
    ...SHARED,
    name: "delete_toolbox",
    description: "Delete a toolbox of your own making. Agents that have it lose what only it grants.",
    inputSchema: zodInput(
      z.object({
        toolbox: z.string().trim().min(1).max(64).describe("Its name or id"),
        confirm: z.literal(true).describe("Say true: this cannot be undone"),
      }),
    ),
    flags: { ...NO_FLAGS, destructive: true },
    execute: ({ toolbox }, context) =>
      answer(async () => {
        const box = await find(keeper, toolbox);
        if (!box) return unknownBox(toolbox);
        await keeper.remove(box.id, actorOf(context));
        return okText(`Toolbox ${box.name} is deleted.`);
      }),
  });
}

async function find(keeper: ToolboxKeeper, nameOrId: string): Promise<ToolboxSummary | undefined> {
  const boxes = await keeper.listToolboxes();
  const name = nameOrId.toLowerCase();
  return boxes.find((box) => box.id === nameOrId) ?? boxes.find((box) => box.name.toLowerCase() === name);
}

function unknownBox(name: string): ToolResult {
  return toolError("invalid_input", `There is no toolbox ${name}.`, "list_toolboxes has them all.");
}

function ownBox(name: string): ToolResult {
  return toolError(
    "denied",
    `${name} is one of your own toolboxes: an agent does not change what it may do itself.`,
    "Ask a person to do it.",
  );
}

function actorOf({ scope }: ToolContext): string {
  return `Agent ${scope.agent.name}`;
}

/** What the keeper refuses is an answer: its sentences are written to be read. */
async function answer(work: () => Promise<ToolResult>): Promise<ToolResult> {
  try {
    return await work();
  } catch (error) {
    if (isRefusal(error)) return toolError("invalid_input", error.message);
    throw error;
  }
}

const REFUSALS = ["not_found", "invalid", "conflict"];

function isRefusal(error: unknown): error is Error & { readonly code: string } {
  return error instanceof Error && "code" in error && REFUSALS.includes(String(error.code));
}
