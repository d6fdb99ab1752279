import type { ToolCall } from "../contract/message.ts";
import type { RefusedBy } from "../contract/tool-result.ts";
import type { Dispatcher, ToolContext } from "./tool.ts";

/** A call that was refused without anybody being asked. */
export interface Refusal {
  readonly call: ToolCall;
  readonly by: RefusedBy;
  /** As the model is told, secrets hidden. */
  readonly message: string;
}

/** Keeps what was refused for people to look at. */
export interface RefusalBook {
  /** Durable before it resolves. Bounded: whatever a session tries, it is a limited number of entries. */
  note(refusal: Refusal, context: ToolContext): Promise<void>;
}

/** A dispatcher that writes down what rules, limits and the like refuse. What a person refuses is written down with their answer. */
export function noteRefusals(dispatcher: Dispatcher, book: RefusalBook | undefined): Dispatcher {
  if (book === undefined) return dispatcher;
  return {
    async dispatch(call, context) {
      const result = await dispatcher.dispatch(call, context);
      if (result.status === "error" && result.refusedBy !== undefined)
        await book.note({ call, by: result.refusedBy, message: result.message }, context);
      return result;
    },
  };
}
