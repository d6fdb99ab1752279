import type {
  JSONSchema7,
  LanguageModelV4,
  LanguageModelV4Content,
  SharedV4ProviderOptions,
} from "@ai-sdk/provider";
import type { ListedTool } from "../contract/tool-array.ts";
import type { ModelRequest } from "../engine/ports.ts";
import { ChatCompletionStream } from "./chat-completion-stream.ts";
import { createEventLines } from "./event-lines.ts";
import { KeptChat } from "./kept-chat.ts";
import { type LeanResponse, leanPost } from "./lean-post.ts";
import { type ReplyPart, toPartOptions } from "./provider-parts.ts";
import {
  BrokenStreamError,
  MAX_CALLS,
  MAX_REPLY_CHARACTERS,
  OversizedReplyError,
  type RawCall,
  type RawReply,
} from "./read-reply.ts";

export interface ChatAsk {
  readonly language: LanguageModelV4;
  readonly options: SharedV4ProviderOptions;
  readonly provider: string;
  readonly request: ModelRequest;
}

/**
 * Chat Completions for one session, through a provider package but without its streams: the package writes the request and reads
 * the reply, both as if nothing were streamed, and the `fetch` below it streams. That keeps what the package knows about the API
 * and leaves out what it costs: only new messages are converted, tool schemas are serialised once, and no event passes through
 * web streams.
 */
export interface ChatWire {
  /** The `fetch` to give the package. */
  readonly fetch: typeof globalThis.fetch;
  ask(ask: ChatAsk): Promise<RawReply>;
}

/** Carries a call's number from the package's caller to its `fetch`; never sent. */
const CALL = "x-openhive-call";

interface OpenCall {
  readonly request: ModelRequest;
  readonly toolTexts: WeakMap<readonly ListedTool[], Buffer>;
  isStreamed: boolean;
}

/** The `tools` and what belongs to them, as a package writes them: each array once, by the package's name for itself. */
const toolTexts = new Map<string, WeakMap<readonly ListedTool[], Buffer>>();

function toolTextsOf({ provider }: LanguageModelV4): WeakMap<readonly ListedTool[], Buffer> {
  const texts = toolTexts.get(provider) ?? new WeakMap<readonly ListedTool[], Buffer>();
  toolTexts.set(provider, texts);
  return texts;
}

export function createChatWire({ stallMs }: { readonly stallMs: number }): ChatWire {
  const kept = new KeptChat();
  const calls = new Map<string, OpenCall>();
  let count = 0;

  const fetch: typeof globalThis.fetch = async (input, init) => {
    const { [CALL]: number = "", ...headers } = (init?.headers ?? {}) as Record<string, string>;
    const call = calls.get(number);
    if (!call) throw new Error("This request belongs to no call.");
    const response = await leanPost({
      url: String(input),
      headers,
      pieces: toPieces(String(init?.body), kept, call),
      signal: init?.signal ?? undefined,
      stallMs,
    });
    return readResponse(response, call);
  };

  return {
    fetch,
    async ask({ language, options, provider, request }) {
      count += 1;
      const call: OpenCall = { request, toolTexts: toolTextsOf(language), isStreamed: false };
      calls.set(String(count), call);
      const number = String(count);
      try {
        const prompt = kept.take({ provider, system: request.system, messages: request.messages });
        const isKnown = request.tools.length === 0 || call.toolTexts.has(request.tools);
        const generated = await language.doGenerate({
          prompt,
          ...(!isKnown && { tools: request.tools.map(toFunctionTool) }),
          providerOptions: options,
          abortSignal: request.signal,
          headers: { [CALL]: number },
        });
        const reply = toRawReply(generated);
        if (!call.isStreamed && reply.text !== "") request.onText(reply.text);
        return reply;
      } catch (error) {
        // What was taken may not have been converted: the next attempt begins anew.
        kept.reset();
        throw error;
      } finally {
        calls.delete(number);
      }
    },
  };
}

export function toFunctionTool({ name, description, inputSchema }: ListedTool) {
  return { type: "function" as const, name, description, inputSchema: inputSchema as JSONSchema7 };
}

/** The package's request with everything in it that was kept, as pieces of one JSON text that asks for a stream. */
function toPieces(body: string, kept: KeptChat, { request, toolTexts }: OpenCall): readonly Buffer[] {
  const { tools } = request;
  const {
    messages,
    tools: written,
    tool_choice,
    ...rest
  } = JSON.parse(body) as {
    readonly messages: readonly unknown[];
    readonly tools?: unknown;
    readonly tool_choice?: unknown;
    readonly [key: string]: unknown;
  };
  if (written !== undefined) {
    const text = JSON.stringify({ tools: written, ...(tool_choice !== undefined && { tool_choice }) });
    toolTexts.set(tools, Buffer.from(`],${text.slice(1)}`));
  }
  const head = JSON.stringify({ ...rest, stream: true, stream_options: { include_usage: true } });
  const before = Buffer.from(`${head.slice(0, -1)},"messages":[`);
  const pieces = [before, ...kept.append(messages), toolTexts.get(tools) ?? Buffer.from("]}")];
  const size = pieces.reduce((sum, piece) => sum + piece.byteLength, 0);
  // A small request goes out in one write with its headers.
  return size <= 32 * 1024 ? [Buffer.concat(pieces, size)] : pieces;
}

/** The package's answer: the whole reply in one piece, once the stream has ended. */
async function readResponse(response: LeanResponse, call: OpenCall): Promise<Response> {
  const isStream = !(response.headers.get("content-type") ?? "").includes("json");
  if (response.status < 200 || response.status >= 300 || !isStream) {
    const { status, statusText } = response;
    const headers = [...response.headers].filter(
      ([name]) => name !== "content-encoding" && name !== "content-length",
    );
    return new Response(await readText(response), { status, statusText, headers });
  }
  const reply = new ChatCompletionStream((text) => {
    call.isStreamed = true;
    call.request.onText(text);
  });
  await response.read(createEventLines((data) => reply.add(data)));
  return toWholeResponse(response, Buffer.from(reply.finish()));
}

async function readText(response: LeanResponse): Promise<string> {
  const pieces: Buffer[] = [];
  let size = 0;
  await response.read((piece) => {
    size += piece.byteLength;
    if (size > MAX_REPLY_CHARACTERS) throw new OversizedReplyError();
    pieces.push(piece);
  });
  return Buffer.concat(pieces).toString("utf8");
}

/** As much of a `Response` as packages use: a real one would read the text through a web stream. */
function toWholeResponse({ headers }: LeanResponse, body: Buffer): Response {
  let isRead = false;
  const reader = {
    async read() {
      if (isRead) return { done: true, value: undefined };
      isRead = true;
      return { done: false, value: body };
    },
    cancel: async () => undefined,
    releaseLock: () => undefined,
  };
  const known = new Map(
    [...headers].filter(([name]) => name !== "content-length" && name !== "content-encoding"),
  );
  const response = {
    ok: true,
    status: 200,
    statusText: "OK",
    headers: known,
    body: { getReader: () => reader },
  };
  return response as unknown as Response;
}

function toRawReply(generated: Awaited<ReturnType<LanguageModelV4["doGenerate"]>>): RawReply {
  const { content, finishReason, usage } = generated;
  const finish = finishReason.unified;
  if (finish === "error" || finish === "interrupted") throw new BrokenStreamError("The reply broke off");
  const calls: RawCall[] = [];
  const parts: ReplyPart[] = [];
  let text = "";
  for (const part of content) {
    if (part.type === "text") text += part.text;
    addPart(part, { calls, parts });
  }
  return { text, calls, parts, finish, usage };
}

interface Gathered {
  readonly calls: RawCall[];
  readonly parts: ReplyPart[];
}

function addPart(part: LanguageModelV4Content, { calls, parts }: Gathered): void {
  if (part.type !== "text" && part.type !== "reasoning" && part.type !== "tool-call") return;
  if (part.type === "tool-call" && part.providerExecuted) return;
  const found = toPartOptions(part.providerMetadata);
  const options = found && { options: found };
  if (part.type === "text") parts.push({ type: "text", length: part.text.length, ...options });
  else if (part.type === "reasoning") parts.push({ type: "reasoning", text: part.text, ...options });
  else {
    if (calls.length >= MAX_CALLS) throw new OversizedReplyError();
    parts.push({ type: "call", index: calls.length, ...options });
    const { toolCallId, toolName, input } = part;
    calls.push({ id: toolCallId, name: toolName, input, hasInput: input.trim() !== "" });
  }
}
