import type { LanguageModelV4, LanguageModelV4Prompt } from "@ai-sdk/provider";
import type { ModelRequest } from "../../engine/ports.ts";
import { findToolTexts, keepToolTexts, type ToolTexts } from "./kept-tools.ts";
import type { KeptTranscript } from "./kept-transcript.ts";
import type { KnownFrames } from "./known-frames.ts";
import type { ReplyStream, WireFormat } from "./wire-format.ts";

/** A request up to this size goes out in one write with its headers; the pieces of a larger one are never joined. */
const ONE_WRITE = 32 * 1024;

/** One call of a model while it is under way. */
export interface OpenCall {
  /** Of the calls of one wire. */
  readonly number: string;
  readonly request: ModelRequest;
  readonly language: LanguageModelV4;
  readonly kept: KeptTranscript;
  /** What has to be written: the whole transcript, or what was added since the last turn. */
  readonly prompt: LanguageModelV4Prompt;
  readonly isWhole: boolean;
  /** Text of the transcript, once it is written: a package may send one request twice. */
  list?: readonly Buffer[];
  stream?: ReplyStream;
  /** The answer, or the fault, that is there already when a package is asked to read it. */
  answer?: () => Promise<Response>;
  /** Whether text was handed on as it came. */
  isStreamed: boolean;
}

export interface WrittenByPackage {
  readonly url: string;
  /** JSON, with what is new alone. */
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly format: WireFormat;
  readonly call: OpenCall;
  readonly frames: KnownFrames;
}

/** What goes out. */
export interface WireRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** One JSON text. */
  readonly pieces: readonly Buffer[];
}

/** The package's request with everything in it that was kept, asking for a stream. The frames learn from it. */
export function writeRequest({ body, frames, ...written }: WrittenByPackage): WireRequest {
  const { headers, format, call } = written;
  const { prompt, isWhole, request } = call;
  const { [format.list]: list, ...others } = JSON.parse(body) as { readonly [member: string]: unknown };
  const elements = Array.isArray(list) ? list.map((element) => JSON.stringify(element)) : [];
  const systemMembers = toMembers(pick(others, format.fromSystem));
  const rest = { ...omit(others, [...format.fromTools, ...format.fromSystem]), ...format.streamed };
  const frame = {
    url: format.toStreamUrl(written.url),
    headers: omit(headers, format.toolHeaders),
    members: toMembers(rest),
  };
  const tools = toolTexts(written, others);
  frames.learn({ frame, prompt, isWhole, hasTools: request.tools.length > 0, elements, systemMembers });
  call.list ??= call.kept.append(elements, systemMembers);
  const before = call.kept.before(frame.members, format.list);
  return {
    url: frame.url,
    headers: { ...headers, ...tools.headers },
    pieces: joinSmall([before, ...call.list, tools.text]),
  };
}

export interface WithoutPackage {
  readonly format: WireFormat;
  readonly call: OpenCall;
  readonly frames: KnownFrames;
}

/** The request without a package; undefined where one is needed. What it wrote is kept as well. */
export function writePlain({ format, call, frames }: WithoutPackage): WireRequest | undefined {
  const { tools } = call.request;
  const frame = frames.find(tools.length > 0);
  const texts = tools.length === 0 ? NO_TOOLS : findToolTexts(tools, call.language);
  const written = frame && texts && frames.write(call.prompt);
  if (!written) return undefined;
  const list = call.kept.append(written.elements, written.systemMembers);
  const before = call.kept.before(frame.members, format.list);
  return {
    url: frame.url,
    headers: { ...frame.headers, ...texts.headers },
    pieces: joinSmall([before, ...list, texts.text]),
  };
}

function joinSmall(pieces: readonly Buffer[]): readonly Buffer[] {
  const size = pieces.reduce((sum, piece) => sum + piece.byteLength, 0);
  return size <= ONE_WRITE ? [Buffer.concat(pieces, size)] : pieces;
}

const NO_TOOLS: ToolTexts = { text: Buffer.from("]}"), headers: {} };

function toolTexts(
  { headers, format, call }: Pick<WrittenByPackage, "headers" | "format" | "call">,
  members: Readonly<Record<string, unknown>>,
): ToolTexts {
  const { tools } = call.request;
  if (tools.length === 0) return NO_TOOLS;
  const known = findToolTexts(tools, call.language);
  if (known) return known;
  const text = toMembers(pick(members, format.fromTools));
  return keepToolTexts(tools, call.language, {
    text: text === "" ? NO_TOOLS.text : Buffer.from(`],${text}}`),
    headers: pick(headers, format.toolHeaders),
  });
}

/** Its members as JSON, without braces. */
function toMembers(value: object): string {
  return JSON.stringify(value).slice(1, -1);
}

function pick<Value>(
  members: Readonly<Record<string, Value>>,
  names: readonly string[],
): Record<string, Value> {
  return Object.fromEntries(Object.entries(members).filter(([name]) => names.includes(name)));
}

function omit<Value>(
  members: Readonly<Record<string, Value>>,
  names: readonly string[],
): Record<string, Value> {
  return Object.fromEntries(Object.entries(members).filter(([name]) => !names.includes(name)));
}
