import type { LanguageModelV4, LanguageModelV4Prompt } from "@ai-sdk/provider";
import type { ModelRequest } from "../../engine/ports.ts";
import { findToolTexts, keepToolTexts, type ToolTexts } from "./kept-tools.ts";
import type { KeptTranscript } from "./kept-transcript.ts";
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
  /** Text of the transcript, once it is written: a package may send one request twice. */
  list?: readonly Buffer[];
  stream?: ReplyStream;
  /** The answer, or the fault, that is there already when a package is asked to read it. */
  answer?: () => Promise<Response>;
  /** Whether text was handed on as it came. */
  isStreamed: boolean;
}

export interface WrittenByPackage {
  /** JSON, with what is new alone. */
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly format: WireFormat;
  readonly call: OpenCall;
}

export interface WireRequest {
  /** One JSON text. */
  readonly pieces: readonly Buffer[];
  /** What of it stands in front of the transcript. */
  readonly before: Buffer;
  readonly toolHeaders: Readonly<Record<string, string>>;
}

/** The package's request with everything in it that was kept, asking for a stream. */
export function writeRequest({ body, headers, format, call }: WrittenByPackage): WireRequest {
  const members = JSON.parse(body) as { readonly [member: string]: unknown };
  const { [format.list]: list, ...others } = members;
  const fromSystem = pick(others, format.fromSystem);
  call.list ??= call.kept.append(Array.isArray(list) ? list : [], fromSystem);
  const tools = toolTexts({ others, headers, format, call });
  const rest = { ...omit(others, [...format.fromTools, ...format.fromSystem]), ...format.streamed };
  const head = JSON.stringify({ ...rest, ...call.kept.systemMembers });
  const open = head === "{}" ? "{" : `${head.slice(0, -1)},`;
  const before = Buffer.from(`${open}${JSON.stringify(format.list)}:[`);
  return { pieces: joinSmall([before, ...call.list, tools.text]), before, toolHeaders: tools.headers };
}

/** What one request of a session had beside its transcript and tools; the next one of the same model has it as well. */
export interface RequestFrame {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly before: Buffer;
  readonly language: LanguageModelV4;
}

export interface AddedToFrame {
  readonly frame: RequestFrame;
  readonly format: WireFormat;
  readonly call: OpenCall;
  readonly prompt: LanguageModelV4Prompt;
}

/** The request with new messages, without a package; undefined where one is needed. Appends what it wrote to what is kept. */
export function writePlain({ frame, format, call, prompt }: AddedToFrame): readonly Buffer[] | undefined {
  const { tools } = call.request;
  const texts = tools.length === 0 ? NO_TOOLS : findToolTexts(tools, call.language);
  if (!texts || frame.language !== call.language) return undefined;
  const added = format.plainMessages?.(prompt);
  return added && joinSmall([frame.before, ...call.kept.append(added, {}), texts.text]);
}

function joinSmall(pieces: readonly Buffer[]): readonly Buffer[] {
  const size = pieces.reduce((sum, piece) => sum + piece.byteLength, 0);
  return size <= ONE_WRITE ? [Buffer.concat(pieces, size)] : pieces;
}

const NO_TOOLS: ToolTexts = { text: Buffer.from("]}"), headers: {} };

interface WithTools extends Omit<WrittenByPackage, "body"> {
  readonly others: Readonly<Record<string, unknown>>;
}

function toolTexts({ others, headers, format, call }: WithTools): ToolTexts {
  const { tools } = call.request;
  if (tools.length === 0) return NO_TOOLS;
  const known = findToolTexts(tools, call.language);
  if (known) return known;
  const text = JSON.stringify(pick(others, format.fromTools));
  return keepToolTexts(tools, call.language, {
    text: text === "{}" ? NO_TOOLS.text : Buffer.from(`],${text.slice(1)}`),
    headers: pick(headers, format.toolHeaders),
  });
}

function pick<Value>(
  members: Readonly<Record<string, Value>>,
  names: readonly string[],
): Record<string, Value> {
  return Object.fromEntries(Object.entries(members).filter(([name]) => names.includes(name)));
}

function omit(members: Readonly<Record<string, unknown>>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).filter(([name]) => !names.includes(name)));
}
