import { z } from "zod";
import { AppError } from "../contract/app-error.ts";
import { mcpServerInput } from "../contract/mcp-servers.ts";
import type { McpServerSettings } from "./mcp-server-book.ts";
import { placeholders } from "./placeholders.ts";

const longestText = 1_000_000;
const mostServers = 100;
const remoteTypes = new Set(["http", "sse", "streamable-http", "streamableHttp", "ws", "websocket"]);

const entrySchema = z.looseObject({
  type: z.string().optional(),
  command: z.string().optional(),
  url: z.unknown().optional(),
  serverUrl: z.unknown().optional(),
  args: z.array(z.coerce.string()).nullish(),
  env: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).nullish(),
});

/**
 * Reads the text of a `.mcp.json`: `{"mcpServers": {name: {command, args, env}}}`, or the map of servers alone.
 *
 * Names are cleaned to letters, digits, `-` and `_`. All or nothing: throws `AppError("invalid")` that names every server
 * that cannot be taken and why. Fields of other clients (`disabled`, `timeout`, ...) are ignored.
 */
export function parseMcpJson(text: string): readonly McpServerSettings[] {
  const entries = Object.entries(readServers(text));
  if (entries.length === 0) throw invalid("There is no server in it.");
  if (entries.length > mostServers)
    throw invalid(`There are ${entries.length} servers in it; the limit is ${mostServers}.`);
  const problems: string[] = [];
  const servers = new Map<string, McpServerSettings>();
  for (const [name, entry] of entries) {
    const read = readEntry(name, entry);
    if (typeof read === "string") problems.push(`"${name.slice(0, 80)}": ${read}`);
    else if (servers.has(read.name)) problems.push(`"${name}": another server is called ${read.name} too.`);
    else servers.set(read.name, read);
  }
  if (problems.length > 0) throw invalid(problems.join("\n"));
  return [...servers.values()];
}

function readServers(text: string): object {
  if (text.length > longestText) throw invalid("It is longer than a million characters.");
  const value = parseJson(text);
  const servers = isMap(value) && "mcpServers" in value ? value["mcpServers"] : value;
  if (!isMap(servers))
    throw invalid('It should look like {"mcpServers": {"name": {"command": "...", "args": []}}}.');
  // One server without a name around it: the most common slip when copying from a manual.
  if (typeof servers["command"] === "string")
    throw invalid('Put a name around the server: {"mcpServers": {"name": {...}}}.');
  return servers;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ""));
  } catch (error) {
    throw new AppError("invalid", `This is not a valid .mcp.json: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

function readEntry(name: string, entry: unknown): McpServerSettings | string {
  const parsed = entrySchema.safeParse(entry);
  if (!parsed.success) return z.prettifyError(parsed.error).replaceAll("\n", " ");
  const { type, command, url, serverUrl, args, env } = parsed.data;
  if (url !== undefined || serverUrl !== undefined || (type !== undefined && remoteTypes.has(type))) {
    return "only servers that are started by a command (stdio) can be connected so far, not remote ones with a url.";
  }
  if (command === undefined) return "it has no command.";
  const values = Object.entries(env ?? {}).map(([key, value]): [string, string] => [key, String(value)]);
  const settings = { name: cleanName(name), command, args: args ?? [], env: Object.fromEntries(values) };
  const foreign = placeholders([command, ...settings.args, ...Object.values(settings.env)]).unknown[0];
  if (foreign !== undefined)
    return `it refers to ${foreign}. Variables of your shell are not read: write the value itself, or {{secret:NAME}}.`;
  const checked = mcpServerInput.safeParse(settings);
  return checked.success ? checked.data : z.prettifyError(checked.error).replaceAll("\n", " ");
}

function cleanName(name: string): string {
  return name
    .trim()
    .replace(/[^A-Za-z0-9_-]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 40);
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function invalid(reason: string): AppError {
  return new AppError("invalid", `This .mcp.json was not imported. ${reason}`);
}
