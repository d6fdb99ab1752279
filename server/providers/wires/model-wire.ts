import type { LanguageModelV4, LanguageModelV4CallOptions, SharedV4ProviderOptions } from "@ai-sdk/provider";
import type { ModelRequest } from "../../engine/ports.ts";
import { markSystem, markTools } from "../cache-marks.ts";
import type { RawReply } from "../read-reply.ts";
import { toFunctionTool } from "../to-function-tool.ts";
import { askPlainly } from "./ask-plainly.ts";
import { fromGenerated } from "./from-generated.ts";
import { findToolTexts } from "./kept-tools.ts";
import { KeptTranscript } from "./kept-transcript.ts";
import { KnownFrames } from "./known-frames.ts";
import { sendRequest, toPackage } from "./send-request.ts";
import type { WireFormat } from "./wire-format.ts";
import { type OpenCall, writeRequest } from "./write-request.ts";

export interface WireAsk {
  readonly language: LanguageModelV4;
  readonly options: SharedV4ProviderOptions;
  readonly provider: string;
  readonly request: ModelRequest;
}

/**
 * The API of one model, through a provider package but without its streams: the package writes requests and reads replies, both as
 * if nothing were streamed, and the `fetch` below it streams. That keeps what the package knows about the API and leaves out what
 * it costs: only new messages are converted, tool schemas are serialised once, and no event passes through web streams. Where
 * messages and reply are plain, and the API says which those are, the package writes the first request of all sessions and no other.
 */
export interface ModelWire {
  /** The `fetch` to give the package. */
  readonly fetch: typeof globalThis.fetch;
  /** For one session: what it sent is kept. */
  open(): SessionWire;
}

export interface SessionWire {
  /** Calls at the same time are fine; only one of them profits from what was kept. */
  ask(ask: WireAsk): Promise<RawReply>;
}

export interface ModelWireOptions {
  readonly format: WireFormat;
  /** Milliseconds without a byte after which a request is given up. */
  readonly stallMs: number;
}

/** Carries a call's number from the package's caller to its `fetch`; never sent. */
const CALL = "x-openhive-call";

export function createModelWire({ format, stallMs }: ModelWireOptions): ModelWire {
  const frames = new KnownFrames(format);
  const calls = new Map<string, OpenCall>();
  let count = 0;

  const fetch: typeof globalThis.fetch = async (input, init) => {
    const { [CALL]: number = "", ...headers } = (init?.headers ?? {}) as Record<string, string>;
    const call = calls.get(number);
    if (!call) throw new Error("This request belongs to no call.");
    if (call.answer !== undefined) return call.answer();
    const written = { url: String(input), body: String(init?.body), headers };
    const request = writeRequest({ ...written, format, call, frames });
    return toPackage(await sendRequest({ ...request, call, format, stallMs }));
  };

  const askPackage = async ({ language, options }: WireAsk, call: OpenCall): Promise<RawReply> => {
    calls.set(call.number, call);
    try {
      const generated = await language.doGenerate({
        prompt: call.prompt,
        ...toolsToWrite(call, format),
        providerOptions: options,
        abortSignal: call.request.signal,
        headers: { [CALL]: call.number },
      });
      return fromGenerated(generated, call.stream?.inputs?.());
    } finally {
      calls.delete(call.number);
    }
  };

  const answer = async (ask: WireAsk, kept: KeptTranscript): Promise<RawReply> => {
    const { language, provider, request } = ask;
    const { prompt: taken, isWhole } = kept.take({ provider, ...request });
    const prompt = format.hasCacheMarks && isWhole ? markSystem(taken) : taken;
    count += 1;
    const call: OpenCall = {
      number: String(count),
      request,
      language,
      kept,
      prompt,
      isWhole,
      isStreamed: false,
    };
    const raw = (await askPlainly({ format, call, frames, stallMs })) ?? (await askPackage(ask, call));
    if (!call.isStreamed && raw.text !== "") request.onText(raw.text);
    return raw;
  };

  return { fetch, open: () => openSession(format, answer) };
}

function openSession(
  { hasCacheMarks }: WireFormat,
  answer: (ask: WireAsk, kept: KeptTranscript) => Promise<RawReply>,
): SessionWire {
  const shared = new KeptTranscript(hasCacheMarks);
  let isTaken = false;
  return {
    async ask(ask) {
      const kept = isTaken ? new KeptTranscript(hasCacheMarks) : shared;
      if (kept === shared) isTaken = true;
      try {
        return await answer(ask, kept);
      } catch (error) {
        // What was taken may not have been converted: the next attempt begins anew.
        kept.reset();
        throw error;
      } finally {
        if (kept === shared) isTaken = false;
      }
    },
  };
}

/**
 * The tools. Where what they are written as is known, one of them tells the package that there are any, unless it reads a reply:
 * some replies it takes apart by the tools.
 */
function toolsToWrite(
  { request: { tools }, language, answer }: OpenCall,
  { hasCacheMarks }: WireFormat,
): Pick<LanguageModelV4CallOptions, "tools"> {
  if (tools.length === 0) return {};
  const written = (!answer && findToolTexts(tools, language) ? tools.slice(0, 1) : tools).map(toFunctionTool);
  return { tools: hasCacheMarks ? markTools(written) : written };
}
