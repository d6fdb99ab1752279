import type { LanguageModelV4Prompt } from "@ai-sdk/provider";
import type { RawReply } from "../read-reply.ts";

/** One streamed reply on its way to becoming the reply that the same request without streaming would have brought. */
export interface ReplyStream {
  /** Characters of the reply that have come so far. Comments, pings and empty events add none. */
  readonly size: number;
  /** One event's data. Throws where the server reports an error or sends what is no reply. */
  add(data: string): void;
  /** The whole reply as JSON. Throws `BrokenStreamError` where the stream just ended. */
  finish(): string;
  /** The whole reply as the package would have read it, where it is so plain that no package is needed. */
  plain?(): RawReply | undefined;
  /** Arguments of the calls as they came, in order, where the whole reply cannot carry them unparsed. */
  inputs?(): readonly string[];
}

/** What one API does differently from the others: all that the lean path has to know of it. */
export interface WireFormat {
  /** The member of a request that lists the transcript. */
  readonly list: string;
  /** Members that a package makes of the system prompt: kept with the transcript. */
  readonly fromSystem: readonly string[];
  /** Members that it makes of the tools: kept with them. */
  readonly fromTools: readonly string[];
  /** Headers that depend on the tools. */
  readonly toolHeaders: readonly string[];
  /** Members that ask for a stream. */
  readonly streamed: object;
  /** Where a stream is asked for, from where a whole reply is. */
  toStreamUrl(url: string): string;
  /** Whether messages carry marks for the prompt cache. */
  readonly hasCacheMarks: boolean;
  /** Messages as elements of the list in JSON, where they are so plain that every package writes them alike. No system prompt. */
  plainMessages?(prompt: LanguageModelV4Prompt): readonly string[] | undefined;
  open(onText: (text: string) => void): ReplyStream;
}
