import { z } from "zod";
import { okText, type ToolResult } from "../../../contract/tool-result.ts";
import { defineTool } from "../../../engine/define-tool.ts";
import type { BoundTool, ToolContext } from "../../../engine/tool.ts";
import { zodInput } from "../../../engine/zod-input.ts";
import type { FileDesk } from "./file-desk.ts";
import { answering, FileProblem } from "./file-problem.ts";
import { toText } from "./file-text.ts";
import { FILES_ORIGIN, folderPath, LOOKING } from "./files-flags.ts";
import { toGlob } from "./glob-pattern.ts";
import { below } from "./glob-tool.ts";
import { type LineSearch, openLineSearch } from "./line-search.ts";
import { type FileHits, renderHits } from "./render-hits.ts";
import { walkFiles } from "./walk-files.ts";
import type { Workspace } from "./workspace.ts";

const inputSchema = z.object({
  pattern: z.string().min(1).max(500).describe("Regular expression, held against each line"),
  path: folderPath,
  glob: z.string().min(1).max(200).optional().describe("Only files whose names fit: *.md"),
  output_mode: z.enum(["content", "files_with_matches", "count"]).default("content"),
  context: z.number().int().min(0).max(10).default(0).describe("Lines to show around each"),
  case_insensitive: z.boolean().default(false),
  max_results: z.number().int().min(1).max(500).default(100),
});

type Input = z.infer<typeof inputSchema>;

/** `grep`: lines that fit an expression. */
export function grepTool(desk: FileDesk): BoundTool {
  return defineTool({
    name: "grep",
    aliases: ["search"],
    description:
      "Search the text files of the workspace for lines that fit a regular expression; path may be a folder or one file.",
    inputSchema: zodInput(inputSchema),
    origin: FILES_ORIGIN,
    flags: LOOKING,
    groups: ["fs"],
    timeoutMs: 30_000,
    execute: (input, context) => answering(() => searchFiles(desk, input, context)),
  });
}

async function searchFiles(desk: FileDesk, input: Input, context: ToolContext): Promise<ToolResult> {
  const workspace = await desk.open(context);
  const located = await workspace.locate(input.path === "" ? "." : input.path);
  const fits = input.glob === undefined ? () => true : toGlob(input.glob);
  const walk = await startWalk(workspace, located, context.signal);
  const { pattern, case_insensitive: ignoresCase } = input;
  const search = await openLineSearch({ pattern, ignoresCase, signal: context.signal });
  try {
    const paths = only(walk.files, (path) => path === located || fits(below(located, path)));
    const { hits, isFull } = await collectHits(paths, input, (path) => searchFile(workspace, path, search));
    return okText(renderHits(hits, { ...input, isCut: walk.isCut() || isFull }), { files: hits.length });
  } finally {
    await search.close();
  }
}

async function* only(paths: AsyncIterable<string>, fits: (path: string) => boolean): AsyncGenerator<string> {
  for await (const path of paths) if (fits(path)) yield path;
}

async function collectHits(
  paths: AsyncIterable<string>,
  { max_results, output_mode }: Input,
  look: (path: string) => Promise<FileHits>,
) {
  const hits: FileHits[] = [];
  let left = max_results;
  for await (const path of paths) {
    if (left <= 0) return { hits, isFull: true };
    const found = await look(path);
    if (found.hits.length === 0) continue;
    hits.push(found);
    left -= output_mode === "content" ? found.hits.length : 1;
  }
  return { hits, isFull: left < 0 };
}

/** One file is a walk too. */
async function startWalk(workspace: Workspace, located: string, signal: AbortSignal) {
  const file = located === "" ? undefined : await readIfFile(workspace, located);
  if (file === undefined) {
    await workspace.list(located);
    return walkFiles(workspace, located, signal);
  }
  async function* single() {
    yield located;
  }
  return { files: single(), isCut: () => false };
}

async function readIfFile(workspace: Workspace, located: string) {
  return workspace.read(located).catch((error: unknown) => {
    if (error instanceof FileProblem && error.message === "This is a folder.") return undefined;
    throw error;
  });
}

/** What cannot be read, or is no text, has no lines. */
async function searchFile(workspace: Workspace, path: string, search: LineSearch): Promise<FileHits> {
  const file = await workspace.read(path).catch(() => undefined);
  const text = file === undefined ? undefined : toText(file.bytes);
  if (text === undefined) return { path, lines: [], hits: [] };
  const hits = await search.find(text);
  return { path, hits, lines: hits.length === 0 ? [] : text.split("\n") };
}
