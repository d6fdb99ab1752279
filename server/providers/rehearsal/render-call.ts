import type { PastCall } from "./read-situation.ts";
import { renderHead, renderResult } from "./render-result.ts";

/** A call as a block of an answer: a bold title with its arguments, then what it returned or why it failed. */
export function renderCall({ name, input, text, isError }: PastCall, isHeadOnly: boolean): string {
  const values = argumentsOf(input);
  const shown = values.map((value) => `\`${lastSegment(value).slice(0, 60)}\``).join(", ");
  const title = `**${titleOf(name)}**${shown ? ` (${shown})` : ""}`;
  if (isError) return `${title} failed: ${firstLine(text)}`;
  const body = isHeadOnly ? renderHead(text, values) : renderResult(text, values);
  return body ? `${title}\n\n${body}` : "";
}

/** The titles of a text's blocks and the blocks themselves; what stands before the first is a block without a title. */
export function blocksOf(
  text: string,
): readonly { readonly title: string | undefined; readonly text: string }[] {
  return text
    .split(/\n(?=\*\*[A-Z][^*\n]*\*\*)|\n(?=#{2,6} )/)
    .map((block) => ({ title: /^\*\*[A-Z][^*\n]*\*\*[^\n]*/.exec(block)?.[0], text: block.trim() }))
    .filter((block) => block.text !== "");
}

export function firstLine(text: string): string {
  const line = text.trim().split("\n")[0] ?? "";
  return line.length > 300 ? `${line.slice(0, 300)} ...` : line;
}

function titleOf(name: string): string {
  const short = name.startsWith("mcp__") ? name.split("__").slice(2).join(" ") : name;
  const words = short.replace(/[_-]+/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function argumentsOf(input: unknown): readonly string[] {
  const values = typeof input === "object" && input !== null ? Object.values(input) : [];
  return values.filter((value) => typeof value === "string" || typeof value === "number").map(String);
}

/** Where on a server's disk a file lies is nobody's concern. */
function lastSegment(value: string): string {
  return /^(?:\/|[A-Za-z]:\\|~)/.test(value) ? (value.split(/[\\/]/).filter(Boolean).at(-1) ?? value) : value;
}
