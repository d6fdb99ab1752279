import { isDeepStrictEqual } from "node:util";
import type { LanguageModelV4Prompt } from "@ai-sdk/provider";
import type { WireFormat } from "./wire-format.ts";

/** What one request had beside its transcript, its system prompt and its tools: every other of the same model has it as well. */
export interface RequestFrame {
  readonly url: string;
  /** Without those that belong to the tools. */
  readonly headers: Readonly<Record<string, string>>;
  /** Members as JSON, without braces. */
  readonly members: string;
}

/** A request as a package wrote it, taken apart. */
export interface SeenRequest {
  readonly frame: RequestFrame;
  readonly prompt: LanguageModelV4Prompt;
  /** Whether it holds a transcript from its beginning. */
  readonly isWhole: boolean;
  readonly hasTools: boolean;
  /** Elements of the transcript as JSON. */
  readonly elements: readonly string[];
  /** Members that were made of the system prompt, as JSON without braces. */
  readonly systemMembers: string;
}

/** A transcript, or the end of one, without a package. */
export interface PlainTranscript {
  readonly elements: readonly string[];
  readonly systemMembers: string;
}

/** JSON around the text of a system prompt. */
interface SystemSample {
  readonly isMember: boolean;
  readonly before: string;
  readonly behind: string;
}

const OF_A_SYSTEM_PROMPT = /^\{"role":"(system|developer)"/;

/**
 * What is known of the requests of one model: learned from those that its package wrote, so that the first turn of the next
 * session needs none. A request teaches only if what stands in it is what would have been written without the package, to the byte.
 */
export class KnownFrames {
  readonly #format: WireFormat;
  /** By whether there are tools: packages leave settings out or add some where there are. */
  readonly #frames = new Map<boolean, RequestFrame>();
  #system: SystemSample | undefined;

  constructor(format: WireFormat) {
    this.#format = format;
  }

  find(hasTools: boolean): RequestFrame | undefined {
    return this.#frames.get(hasTools);
  }

  /** Undefined where a package is needed. */
  write(prompt: LanguageModelV4Prompt): PlainTranscript | undefined {
    const { system, messages } = apart(prompt);
    const elements = this.#format.plainMessages?.(messages);
    if (!elements || system === undefined) return elements && { elements, systemMembers: "" };
    const sample = this.#system;
    if (!sample) return undefined;
    const text = `${sample.before}${JSON.stringify(system)}${sample.behind}`;
    return sample.isMember
      ? { elements, systemMembers: text }
      : { elements: [text, ...elements], systemMembers: "" };
  }

  learn(seen: SeenRequest): void {
    if (!this.#format.plainMessages) return;
    if (this.#frames.has(seen.hasTools) && (!seen.isWhole || this.#system)) return;
    const { system } = apart(seen.prompt);
    const before = this.#system;
    if (seen.isWhole && system !== undefined) this.#system ??= sampleOf(system, seen);
    const { elements, systemMembers } = seen;
    if (isDeepStrictEqual(this.write(seen.prompt), { elements, systemMembers }))
      this.#frames.set(seen.hasTools, seen.frame);
    else this.#system = before;
  }
}

function apart(prompt: LanguageModelV4Prompt): {
  readonly system: string | undefined;
  readonly messages: LanguageModelV4Prompt;
} {
  const [first, ...messages] = prompt;
  return first?.role === "system"
    ? { system: first.content, messages }
    : { system: undefined, messages: prompt };
}

/** Where its text stands in what the package made of it; undefined where it stands in no one place, or is changed. */
function sampleOf(system: string, { systemMembers, elements }: SeenRequest): SystemSample | undefined {
  const isMember = systemMembers !== "";
  const text = isMember ? systemMembers : (elements[0] ?? "");
  if (!isMember && !OF_A_SYSTEM_PROMPT.test(text)) return undefined;
  const [before, behind, ...more] = text.split(JSON.stringify(system));
  return before === undefined || behind === undefined || more.length > 0
    ? undefined
    : { isMember, before, behind };
}
