import { headOf } from "../../contract/cut-text.ts";
import { type ContentPart, okText, type ToolOk } from "../../contract/tool-result.ts";
import type { CallStep, ToolContext } from "../tool.ts";

/** Where a result that is too long for the transcript is kept whole. */
export interface OutputStore {
  keepOutput(
    context: ToolContext,
    output: { readonly name: string; readonly text: string },
  ): Promise<ContentPart>;
}

/**
 * Keeps results from flooding the model: text over `maxCharacters` becomes a file of the run, and the transcript gets
 * its head with a note. Nothing is lost and no character is cut in two.
 */
export function limitOutput(store: OutputStore, maxCharacters: number): CallStep {
  return async (prepared, context, next) => {
    const result = await next(context);
    if (result.status === "error" && result.message.length > maxCharacters) {
      return { ...result, message: `${headOf(result.message, maxCharacters)} (cut)` };
    }
    if (result.status !== "ok") return result;
    const total = textLength(result.content);
    if (total <= maxCharacters) return result;
    const text = result.content.map((part) => (part.type === "text" ? part.text : "")).join("\n");
    const file = await store.keepOutput(context, { name: `${prepared.tool.name}-output.txt`, text });
    const note = `\n[Cut: the first ${maxCharacters} of ${total} characters. The whole is in the file below.]`;
    const kept = result.content.filter((part) => part.type === "artifact");
    return {
      ...okText(headOf(text, maxCharacters) + note),
      content: [{ type: "text", text: headOf(text, maxCharacters) + note }, file, ...kept],
    } satisfies ToolOk;
  };
}

function textLength(content: readonly ContentPart[]): number {
  return content.reduce((sum, part) => sum + (part.type === "text" ? part.text.length : 0), 0);
}
