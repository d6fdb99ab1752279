import type { LanguageModelV4, LanguageModelV4CallOptions, SharedV4ProviderOptions } from "@ai-sdk/provider";
import type { ModelRequest } from "../../engine/ports.ts";
import { markSystem, markTools } from "../cache-marks.ts";
import type { RawReply } from "../read-reply.ts";
import { toFunctionTool } from "../to-function-tool.ts";
import type { TakenIds } from "../wire-names.ts";
import { fromGenerated } from "./from-generated.ts";
import { findToolTexts } from "./kept-tools.ts";
import { KeptTranscript } from "./kept-transcript.ts";
import { leanPost } from "./lean-post.ts";
import { readWhole } from "./read-whole.ts";
import type { WireFormat } from "./wire-format.ts";
import { type OpenCall, writeRequest } from "./write-request.ts";

export interface WireAsk {
  readonly language: LanguageModelV4;
  readonly options: SharedV4ProviderOptions;
  readonly provider: string;
  readonly request: ModelRequest;
}

/**
 * The API of a model for one session, through a provider package but without its streams: the package writes the request and reads
 * the reply, both as if nothing were streamed, and the `fetch` below it streams. That keeps what the package knows about the API
 * and leaves out what it costs: only new messages are converted, tool schemas are serialised once, and no event passes through
 * web streams.
 */
export interface ModelWire {
  /** The `fetch` to give the package. */
  readonly fetch: typeof globalThis.fetch;
  /** Calls at the same time are fine; only one of them profits from what was kept. */
  ask(ask: WireAsk): Promise<WireReply>;
}

export interface WireReply {
  readonly raw: RawReply;
  /** Ids of the calls in the transcript that was sent. */
  readonly takenIds: TakenIds;
}

export interface ModelWireOptions {
  readonly format: WireFormat;
  /** Milliseconds without a byte after which a request is given up. */
  readonly stallMs: number;
}

/** Carries a call's number from the package's caller to its `fetch`; never sent. */
const CALL = "x-openhive-call";

export function createModelWire({ format, stallMs }: ModelWireOptions): ModelWire {
  const shared = new KeptTranscript(format.hasCacheMarks);
  const calls = new Map<string, OpenCall>();
  let count = 0;

  const fetch: typeof globalThis.fetch = async (input, init) => {
    const { [CALL]: number = "", ...headers } = (init?.headers ?? {}) as Record<string, string>;
    const call = calls.get(number);
    if (!call) throw new Error("This request belongs to no call.");
    const { pieces, toolHeaders } = writeRequest({ body: String(init?.body), headers, format, call });
    const response = await leanPost({
      url: format.toStreamUrl(String(input)),
      headers: { ...toolHeaders, ...headers },
      pieces,
      signal: init?.signal ?? undefined,
      stallMs,
    });
    call.stream = format.open((text) => {
      call.isStreamed = true;
      call.request.onText(text);
    });
    return readWhole(response, call.stream);
  };

  return {
    fetch,
    async ask({ language, options, provider, request }) {
      count += 1;
      const number = String(count);
      const kept = calls.size === 0 ? shared : new KeptTranscript(format.hasCacheMarks);
      const { prompt, isWhole } = kept.take({ provider, ...request });
      const call: OpenCall = { request, language, kept, isStreamed: false };
      calls.set(number, call);
      try {
        const generated = await language.doGenerate({
          prompt: format.hasCacheMarks && isWhole ? markSystem(prompt) : prompt,
          ...toolsToWrite(call, format),
          providerOptions: options,
          abortSignal: request.signal,
          headers: { [CALL]: number },
        });
        const raw = fromGenerated(generated, call.stream?.inputs?.());
        if (!call.isStreamed && raw.text !== "") request.onText(raw.text);
        return { raw, takenIds: kept.callIds };
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

/** The tools, unless what they are written as is known. */
function toolsToWrite(
  { request: { tools }, language }: OpenCall,
  { hasCacheMarks }: WireFormat,
): Pick<LanguageModelV4CallOptions, "tools"> {
  if (tools.length === 0 || findToolTexts(tools, language)) return {};
  const written = tools.map(toFunctionTool);
  return { tools: hasCacheMarks ? markTools(written) : written };
}
