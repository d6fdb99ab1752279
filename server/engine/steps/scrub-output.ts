import type { Json } from "../../contract/json.ts";
import type { RunEventBody } from "../../contract/run-event.ts";
import {
  type ContentPart,
  type ToolError,
  type ToolOk,
  type ToolResult,
  toolError,
} from "../../contract/tool-result.ts";
import { StoreUnavailableError } from "../ports.ts";
import type { CallStep, ToolContext } from "../tool.ts";

interface ScrubbedText {
  readonly value: string;
  readonly count: number;
}
interface ScrubbedJson {
  readonly value: Json;
  readonly count: number;
}

/** Takes secrets out of texts and values, and says how many there were. Never throws. */
export interface OutputScrubber {
  text(text: string): ScrubbedText;
  json(value: Json): ScrubbedJson;
  /** The same for what a tool gives out, which may be many megabytes: this process answers others meanwhile. */
  readonly inTurns: {
    text(text: string): Promise<ScrubbedText>;
    json(value: Json): Promise<ScrubbedJson>;
  };
}

/**
 * Hides secrets in all that a call gives out: its result, its error, its progress. Stands inside the step that limits the
 * output, so that a secret is whole when it is looked for and what is kept as a file has none either. The model is told, or
 * it would read again and again in search of what is hidden.
 */
export function scrubOutput(scrubber: OutputScrubber): CallStep {
  return async (_prepared, context, next) => {
    const result = await next(withScrubbedEvents(context, scrubber)).catch((error: unknown) => {
      if (error instanceof StoreUnavailableError || context.signal.aborted) throw error;
      return toolError("tool_failed", error instanceof Error ? error.message : String(error));
    });
    return scrubResult(result, scrubber);
  };
}

async function scrubResult(result: ToolResult, scrubber: OutputScrubber): Promise<ToolResult> {
  if (result.status === "pending") return result;
  return result.status === "ok" ? scrubOk(result, scrubber) : scrubError(result, scrubber);
}

async function scrubOk(result: ToolOk, { inTurns }: OutputScrubber): Promise<ToolOk> {
  let count = 0;
  const content: ContentPart[] = [];
  for (const part of result.content) {
    const scrubbed = await inTurns.text(part.type === "text" ? part.text : part.name);
    count += scrubbed.count;
    content.push(scrubbed.count === 0 ? part : withText(part, scrubbed.value));
  }
  const data = result.data === undefined ? undefined : await inTurns.json(result.data);
  if (count === 0 && (data?.count ?? 0) === 0) return result;
  const noted: readonly ContentPart[] =
    count === 0 ? content : [{ type: "text", text: note(count) }, ...content];
  return { ...result, content: noted, ...(data === undefined ? {} : { data: data.value }) };
}

function withText(part: ContentPart, text: string): ContentPart {
  return part.type === "text" ? { ...part, text } : { ...part, name: text };
}

async function scrubError(result: ToolError, { inTurns }: OutputScrubber): Promise<ToolError> {
  const message = await inTurns.text(result.message);
  const hint = await inTurns.text(result.hint ?? "");
  const count = message.count + hint.count;
  if (count === 0) return result;
  return {
    ...result,
    message: `${message.value} ${note(count)}`,
    ...(result.hint === undefined ? {} : { hint: hint.value }),
  };
}

const note = (count: number) =>
  `[${count === 1 ? "One secret value was" : `${count} secret values were`} hidden as [REDACTED]. Asking again gives the same; work without ${count === 1 ? "it" : "them"}.]`;

function withScrubbedEvents(context: ToolContext, scrubber: OutputScrubber): ToolContext {
  return {
    ...context,
    emit: (event) => context.emit(scrubber.json(event as unknown as Json).value as unknown as RunEventBody),
  };
}
