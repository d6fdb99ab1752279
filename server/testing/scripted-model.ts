import type { CallId } from "../contract/ids.ts";
import type { Json } from "../contract/json.ts";
import type { AssistantMessage } from "../contract/message.ts";
import { NO_USAGE } from "../contract/usage.ts";
import type { ModelDirectory, ModelPort, ModelReply, ModelRequest } from "../engine/ports.ts";

/** One reply: a text, calls, an error to reject with, or a function of what was asked. */
export type ScriptedReply =
  | AssistantMessage
  | Error
  | ((request: ModelRequest) => AssistantMessage | Promise<AssistantMessage>);

/** A final answer. */
export function says(text: string): AssistantMessage {
  return { role: "assistant", text, calls: [] };
}

let calls = 0;

/** A request for tools; call ids are made up. */
export function calling(...requests: readonly (readonly [name: string, input: Json])[]): AssistantMessage {
  return {
    role: "assistant",
    text: "",
    calls: requests.map(([name, input]) => {
      calls += 1;
      return { callId: `call-${calls}` as CallId, name, input };
    }),
  };
}

/** Plays back replies per agent, in order, and remembers what it was asked. Running out of replies is an error that says so. */
export class ScriptedModels implements ModelDirectory {
  readonly requests: { readonly agent: string; readonly request: ModelRequest }[] = [];
  /** Of every model. */
  contextTokens = 1_000_000;
  /** Tokens that each request is counted as. */
  inputTokens: (request: ModelRequest) => number = () => 10;
  readonly #replies: Map<string, ScriptedReply[]>;

  /** Keys are the model names of the agents. */
  constructor(replies: Readonly<Record<string, readonly ScriptedReply[]>>) {
    this.#replies = new Map(Object.entries(replies).map(([model, list]) => [model, [...list]]));
  }

  async resolve({ model }: { readonly model: string }): Promise<ModelPort> {
    return {
      isScripted: false,
      contextTokens: this.contextTokens,
      respond: (request) => this.#respond(model, request),
    };
  }

  async #respond(agent: string, request: ModelRequest): Promise<ModelReply> {
    this.requests.push({ agent, request });
    const reply = this.#replies.get(agent)?.shift();
    if (reply === undefined) throw new Error(`The script of ${agent} has no reply left.`);
    if (reply instanceof Error) throw reply;
    const message = typeof reply === "function" ? await reply(request) : reply;
    if (message.text !== "") request.onText(message.text);
    return {
      message,
      usage: { ...NO_USAGE, inputTokens: this.inputTokens(request), outputTokens: 2 },
      finish: message.calls.length > 0 ? "calls" : "stop",
    };
  }
}
