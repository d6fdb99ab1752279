import { z } from "zod";
import { okText, type ToolResult } from "../../../contract/tool-result.ts";
import { defineTool } from "../../../engine/define-tool.ts";
import type { BoundTool, ToolContext } from "../../../engine/tool.ts";
import { zodInput } from "../../../engine/zod-input.ts";
import type { FileDesk } from "./file-desk.ts";
import { answering, FileProblem } from "./file-problem.ts";
import { hashOf, requireText } from "./file-text.ts";
import { FILES_ORIGIN, filePath, LOOKING, shownName } from "./files-flags.ts";
import { coversRange, type LineRange, mergeRanges } from "./read-log.ts";

const MOST_LINES = 2_000;
const LINE_LENGTH = 2_000;
const MOST_CHARACTERS = 50_000;

const inputSchema = z.object({
  path: filePath,
  offset: z.number().int().min(1).default(1).describe("First line, from 1"),
  limit: z.number().int().min(1).max(MOST_LINES).default(MOST_LINES).describe("Most lines"),
  again: z.boolean().default(false).describe("Show lines that you have seen already and that did not change"),
});

type Input = z.infer<typeof inputSchema>;

/** `read_file`: lines of a text file with their numbers. */
export function readFileTool(desk: FileDesk): BoundTool {
  return defineTool({
    name: "read_file",
    description:
      "Read a text file of the workspace, with line numbers. Long files come in parts: use offset and limit. Read a file before you change it.",
    inputSchema: zodInput(inputSchema),
    origin: FILES_ORIGIN,
    flags: LOOKING,
    groups: ["fs"],
    execute: (input, context) => answering(() => readLines(desk, input, context)),
  });
}

async function readLines(desk: FileDesk, input: Input, context: ToolContext): Promise<ToolResult> {
  const workspace = await desk.open(context);
  const located = await workspace.locate(input.path);
  const file = await workspace.read(located);
  if (file === undefined)
    throw new FileProblem("tool_failed", "There is no such file.", "Look with list_directory or glob.");
  const lines = linesOf(requireText(file.bytes));
  const hash = hashOf(file.bytes);
  const key = desk.keyOf(context, located);
  const earlier = desk.log.get(context.sessionId, key);
  const known = earlier?.hash === hash ? earlier : { hash, shown: [], isWhole: false };
  if (lines.length === 0) {
    desk.log.set(context.sessionId, key, { ...known, isWhole: true });
    return okText("The file is empty.");
  }
  if (input.offset > lines.length)
    throw new FileProblem("invalid_input", `The file has ${lines.length} lines.`, "Use a smaller offset.");
  const page = pageOf(lines, input);
  if (!input.again && coversRange(known.shown, page.range)) return unchanged(page.range);
  const shown = mergeRanges([...known.shown, ...(page.isCut ? [] : [page.range])]);
  const isWhole = known.isWhole || coversRange(shown, { from: 1, to: lines.length });
  desk.log.set(context.sessionId, key, { hash, shown, isWhole });
  return okText(page.text + restOf(page.range, lines.length), {
    path: shownName(located),
    lines: lines.length,
  });
}

/** The lines of a text; one that ends with a line feed has no empty line after it. */
function linesOf(text: string): readonly string[] {
  const lines = text.split("\n").map((line) => (line.endsWith("\r") ? line.slice(0, -1) : line));
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
}

function pageOf(lines: readonly string[], { offset, limit }: Input) {
  const shown: string[] = [];
  let characters = 0;
  let isCut = false;
  for (const line of lines.slice(offset - 1, offset - 1 + limit)) {
    const text = `${offset + shown.length}\t${cutLine(line)}`;
    if (shown.length > 0 && characters + text.length > MOST_CHARACTERS) break;
    isCut ||= line.length > LINE_LENGTH;
    characters += text.length + 1;
    shown.push(text);
  }
  const range: LineRange = { from: offset, to: offset + shown.length - 1 };
  return { range, isCut, text: shown.join("\n") };
}

function cutLine(line: string): string {
  if (line.length <= LINE_LENGTH) return line;
  return `${line.slice(0, LINE_LENGTH)} [... ${line.length - LINE_LENGTH} more characters in this line]`;
}

function restOf({ from, to }: LineRange, count: number): string {
  if (to === count) return "";
  return `\n[Lines ${from} to ${to} of ${count}. Go on with offset ${to + 1}.]`;
}

function unchanged({ from, to }: LineRange): ToolResult {
  return okText(
    `Lines ${from} to ${to} have not changed since you read them. Call with again: true to see them once more.`,
  );
}
