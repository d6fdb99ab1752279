import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Prompt,
  SharedV4ProviderOptions,
} from "@ai-sdk/provider";
import type { ModelRequest } from "../../engine/ports.ts";
import { markSystem, markTools } from "../cache-marks.ts";
import type { RawReply } from "../read-reply.ts";
import { toFunctionTool } from "../to-function-tool.ts";
import type { TakenIds } from "../wire-names.ts";
import { askPlainly } from "./ask-plainly.ts";
import { fromGenerated } from "./from-generated.ts";
import { findToolTexts } from "./kept-tools.ts";
import { KeptTranscript } from "./kept-transcript.ts";
import { sendRequest, toPackage } from "./send-request.ts";
import type { WireFormat } from "./wire-format.ts";
import { type OpenCall, type RequestFrame, writeRequest } from "./write-request.ts";

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
 * web streams. Where new messages and the reply are plain, and the API says which those are, the package is not asked at all.
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
  let frame: RequestFrame | undefined;
  let count = 0;

  const fetch: typeof globalThis.fetch = async (input, init) => {
    const { [CALL]: number = "", ...headers } = (init?.headers ?? {}) as Record<string, string>;
    const call = calls.get(number);
    if (!call) throw new Error("This request belongs to no call.");
    if (call.answer !== undefined) return call.answer();
    const { pieces, before, toolHeaders } = writeRequest({ body: String(init?.body), headers, format, call });
    const sent = { url: format.toStreamUrl(String(input)), headers: { ...toolHeaders, ...headers } };
    if (call.kept === shared) frame = { ...sent, before, language: call.language };
    return toPackage(await sendRequest({ ...sent, pieces, call, format, stallMs }));
  };

  const askPackage = async (
    { language, options }: WireAsk,
    call: OpenCall,
    prompt: LanguageModelV4Prompt,
  ): Promise<RawReply> => {
    const generated = await language.doGenerate({
      prompt,
      ...toolsToWrite(call, format),
      providerOptions: options,
      abortSignal: call.request.signal,
      headers: { [CALL]: call.number },
    });
    return fromGenerated(generated, call.stream?.inputs?.());
  };

  const askOnce = async ({ ask, call, prompt, isWhole }: Asking): Promise<RawReply> => {
    const known = isWhole ? undefined : frame;
    const plain = await askPlainly({ frame: known, format, call, prompt, stallMs });
    return plain ?? (await askPackage(ask, call, prompt));
  };

  return {
    fetch,
    async ask(ask) {
      const { language, provider, request } = ask;
      const kept = calls.size === 0 ? shared : new KeptTranscript(format.hasCacheMarks);
      const { prompt: taken, isWhole } = kept.take({ provider, ...request });
      const prompt = format.hasCacheMarks && isWhole ? markSystem(taken) : taken;
      count += 1;
      const call: OpenCall = { number: String(count), request, language, kept, isStreamed: false };
      calls.set(call.number, call);
      try {
        const raw = await askOnce({ ask, call, prompt, isWhole });
        if (!call.isStreamed && raw.text !== "") request.onText(raw.text);
        return { raw, takenIds: kept.callIds };
      } catch (error) {
        // What was taken may not have been converted: the next attempt begins anew.
        kept.reset();
        throw error;
      } finally {
        calls.delete(call.number);
      }
    },
  };
}

interface Asking {
  readonly ask: WireAsk;
  readonly call: OpenCall;
  readonly prompt: LanguageModelV4Prompt;
  /** Whether the prompt is the whole transcript. */
  readonly isWhole: boolean;
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
