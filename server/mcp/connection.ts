import { type Client, ProtocolError } from "@modelcontextprotocol/client";
import { z } from "zod";
import type { ToolArguments } from "./argument-check.ts";
import type { ChildTransport, ProcessEnd } from "./child-transport.ts";

/** A server that runs and is ready for calls. */
export interface McpConnection {
  /** False once its process ended or its streams closed. */
  isAlive(): boolean;
  /** How its process ended, once it did. */
  end(): ProcessEnd | undefined;
  /** What it last wrote to its error output, secrets blacked out. */
  lastWords(lines: number): string;
  /** Every tool as the server sent it, unchecked; at most `maximum`. */
  listTools(maximum: number, signal: AbortSignal): Promise<readonly unknown[]>;
  /** Rejects when there is no answer: `ProtocolError` when the server refused, the signal's reason, or a dead process. */
  callTool(name: string, input: ToolArguments, signal: AbortSignal): Promise<ToolAnswer>;
  /** Whether it still answers at all, asked with a limit of `timeoutMs`. */
  isResponsive(timeoutMs: number): Promise<boolean>;
  /** Ends the process with its whole tree. May be called again; never rejects. */
  close(): Promise<void>;
}

// The SDK's own schemas refuse a whole list or answer for one odd entry; these take everything and let the mapping judge.
const toolPage = z.looseObject({
  tools: z.array(z.unknown()).catch([]),
  nextCursor: z.string().nullish().catch(null),
});
const toolAnswer = z.looseObject({
  content: z.array(z.unknown()).catch([]),
  structuredContent: z.unknown().optional(),
  isError: z.boolean().catch(false),
});
/** What a tool answered, parts unchecked. */
export type ToolAnswer = z.output<typeof toolAnswer>;

const methodNotFound = -32_601;
const mostPages = 50;
/** The caller's signal is the real limit; timers hold no more than 31 bits. */
const noTimeout = 2 ** 31 - 1;

/** Wraps a connected client. */
export function createConnection(client: Client, transport: ChildTransport): McpConnection {
  let isConnected = true;
  client.onclose = () => {
    isConnected = false;
  };
  const request = async <Schema extends z.ZodObject>(
    message: Parameters<Client["request"]>[0],
    schema: Schema,
    signal: AbortSignal,
  ) => (await client.request(message, schema, { signal, timeout: noTimeout })) as z.output<Schema>;
  return {
    isAlive: () => isConnected && transport.isOpen,
    end: () => transport.end,
    lastWords: (lines) => transport.stderr.lastLines(lines),
    async listTools(maximum, signal) {
      const tools: unknown[] = [];
      const cursors = new Set<string>();
      for (let cursor: string | null | undefined; cursors.size < mostPages && tools.length < maximum; ) {
        const page = await request(
          { method: "tools/list", params: cursor ? { cursor } : {} },
          toolPage,
          signal,
        ).catch(emptyIfUnknown);
        tools.push(...page.tools.slice(0, maximum));
        cursor = page.nextCursor;
        // A server that repeats itself would go on for ever.
        if (!cursor || cursors.has(cursor)) break;
        cursors.add(cursor);
      }
      return tools.slice(0, maximum);
    },
    callTool: (name, input, signal) =>
      request({ method: "tools/call", params: { name, arguments: { ...input } } }, toolAnswer, signal),
    async isResponsive(timeoutMs) {
      const options = { timeout: timeoutMs };
      const answer = client.getProtocolEra() === "modern" ? client.discover(options) : client.ping(options);
      // A refusal is an answer too.
      return answer.then(
        () => true,
        (error: unknown) => error instanceof ProtocolError,
      );
    },
    close: () => transport.close().catch(() => undefined),
  };
}

/** A server may have no tools at all and say so by not knowing the method. */
function emptyIfUnknown(error: unknown): z.output<typeof toolPage> {
  if (error instanceof ProtocolError && error.code === methodNotFound) return { tools: [], nextCursor: null };
  throw error;
}
