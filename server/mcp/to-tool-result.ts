import type { Json } from "../contract/json.ts";
import { storable, storableJson } from "../contract/storable.ts";
import { type ContentPart, type ToolResult, toolError } from "../contract/tool-result.ts";
import type { ToolContext } from "../engine/tool.ts";
import type { ToolAnswer } from "./connection.ts";
import { type AnswerPart, readPart } from "./read-part.ts";
import type { RunFiles } from "./run-files.ts";

export interface AnswerPlace {
  readonly server: string;
  readonly tool: string;
  readonly files: RunFiles;
  readonly context: ToolContext;
}

const mostParts = 200;
const mostFiles = 20;
/** Bytes of one file. */
const largestFile = 10_000_000;
/** Characters of structured content, as JSON. */
const largestData = 256_000;
const longestError = 8_000;

/**
 * Turns what a server answered into a result: text and structured content as they are, images, sound and embedded files as
 * artifacts of the run, links as text. Everything a server may get wrong becomes a note in the result; nothing is left out
 * silently. Long text is not cut here: the dispatcher keeps it as a file.
 */
export async function toToolResult(answer: ToolAnswer, place: AnswerPlace): Promise<ToolResult> {
  const parts = answer.content.slice(0, mostParts).map(readPart);
  const content: ContentPart[] = [];
  for (const part of parts) content.push(await toContent(part, place, content));
  if (answer.content.length > mostParts)
    content.push(note(`${answer.content.length - mostParts} more parts were left out`));
  if (answer.isError) return toError(content, place);
  const data = readStructured(answer.structuredContent, content);
  if (content.length === 0) content.push({ type: "text", text: "(The tool answered without content.)" });
  return data === undefined ? { status: "ok", content } : { status: "ok", content, data };
}

async function toContent(
  part: AnswerPart,
  place: AnswerPlace,
  before: readonly ContentPart[],
): Promise<ContentPart> {
  if (part.kind === "text") return { type: "text", text: storable(part.text) };
  if (part.content.length > largestFile)
    return note(`${part.name}: ${part.content.length} bytes are over the limit of ${largestFile}`);
  const kept = before.filter((earlier) => earlier.type === "artifact").length;
  if (kept >= mostFiles) return note(`${part.name}: more than ${mostFiles} files in one answer`);
  const name =
    part.name === "" ? `${safeName(place.tool)}-${kept + 1}.${part.extension}` : safeName(part.name);
  try {
    const file = { name, mediaType: part.mediaType, content: part.content };
    return { type: "artifact", ...(await place.files.keep(place.context, file)) };
  } catch (error) {
    return note(`${name} could not be kept: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Structured content goes along for programs; where there is no text beside it, the model reads it as JSON. */
function readStructured(structured: unknown, content: ContentPart[]): Json | undefined {
  if (structured === undefined || structured === null) return undefined;
  const data = storableJson(structured as Json);
  const text = JSON.stringify(data);
  if (content.length === 0) content.push({ type: "text", text });
  return text.length > largestData ? undefined : data;
}

function toError(content: readonly ContentPart[], { server, tool }: AnswerPlace): ToolResult {
  const text = content
    .map((part) => (part.type === "text" ? part.text : `[file ${part.name}]`))
    .join("\n")
    .trim();
  if (text === "")
    return toolError("tool_failed", `${tool} of the MCP server "${server}" failed without saying why.`);
  return toolError(
    "tool_failed",
    text.length > longestError ? `${text.slice(0, longestError).toWellFormed()} (cut)` : text,
  );
}

function safeName(name: string): string {
  const plain = storable(name)
    .replace(/[^\p{L}\p{N}._ -]+/gu, "_")
    .replace(/^[._ ]+/, "");
  return plain.slice(-120).toWellFormed() || "file";
}

function note(text: string): ContentPart {
  return { type: "text", text: `[Left out: ${storable(text)}.]` };
}
