import type { LanguageModelV4Prompt } from "@ai-sdk/provider";
import type { Message } from "../../contract/message.ts";
import { toPrompt } from "../to-prompt.ts";
import { startWireIds, type WireIds } from "../wire-names.ts";
import { ElementTexts } from "./element-texts.ts";

export interface Transcript {
  /** Id of the provider that gets the prompt. */
  readonly provider: string;
  readonly system: string;
  readonly messages: readonly Message[];
}

/** What a package has to convert for one request. */
export interface TakenPrompt {
  readonly prompt: LanguageModelV4Prompt;
  /** Whether nothing was kept: the prompt is the whole transcript, system prompt included. */
  readonly isWhole: boolean;
}

/**
 * The transcript of one session as the text that was sent for it, so that a turn converts and serialises only what is new. It
 * is begun anew whenever what it holds is not the beginning of what is to be sent.
 */
export class KeptTranscript {
  readonly #hasCacheMarks: boolean;
  #system = "";
  #messages: Message[] = [];
  #wireIds: WireIds = startWireIds();
  #texts: ElementTexts;
  #systemMembers = "";
  #before: { readonly members: string; readonly text: Buffer } | undefined;

  constructor(hasCacheMarks: boolean) {
    this.#hasCacheMarks = hasCacheMarks;
    this.#texts = new ElementTexts(hasCacheMarks);
  }

  /** What has to be converted: everything, or only what was added since. */
  take({ provider, system, messages }: Transcript): TakenPrompt {
    if (this.#isBeginningOf(system, messages)) {
      const prompt = this.#take(provider, "", messages.slice(this.#messages.length));
      // Only a turn can follow what stands there: packages put together what people say one after the other.
      if (prompt[0]?.role === "assistant") return { prompt, isWhole: false };
    }
    this.reset();
    this.#system = system;
    return { prompt: this.#take(provider, system, messages), isWhole: true };
  }

  /**
   * Takes the converted messages as JSON, and gives back the text of all of them: elements of a JSON array. `systemMembers` is what
   * the system prompt became besides.
   */
  append(converted: readonly string[], systemMembers: string): readonly Buffer[] {
    if (systemMembers !== "") this.#systemMembers = systemMembers;
    return this.#texts.append(converted);
  }

  /** What stands in front of the transcript, up to the bracket of its list: the same bytes as long as the members are the same. */
  before(members: string, list: string): Buffer {
    if (this.#before?.members === members) return this.#before.text;
    const all = [members, this.#systemMembers, `${JSON.stringify(list)}:[`].filter((text) => text !== "");
    const text = Buffer.from(`{${all.join(",")}`);
    this.#before = { members, text };
    return text;
  }

  /** Forgets everything: what was taken was never appended. */
  reset(): void {
    this.#messages = [];
    this.#wireIds = startWireIds();
    this.#texts = new ElementTexts(this.#hasCacheMarks);
    this.#systemMembers = "";
    this.#before = undefined;
  }

  #take(provider: string, system: string, added: readonly Message[]): LanguageModelV4Prompt {
    for (const message of added) this.#messages.push(message);
    this.#wireIds.add(added);
    return toPrompt({ provider, system, messages: added, wireId: this.#wireIds.of });
  }

  #isBeginningOf(system: string, messages: readonly Message[]): boolean {
    const { length } = this.#messages;
    if (length === 0 || system !== this.#system || messages.length <= length) return false;
    for (let index = length - 1; index >= 0; index -= 1) {
      if (!isSame(this.#messages[index], messages[index])) return false;
    }
    // A result that came after its message was sent belongs to what stands before it.
    return messages[length]?.role === "assistant";
  }
}

/** What was said to a model may be put in the same words anew: the summary of a compacted transcript is. */
function isSame(left: Message | undefined, right: Message | undefined): boolean {
  if (left === right) return true;
  return left?.role === "user" && right?.role === "user" && left.text === right.text;
}
