import { z } from "zod";
import { type ArtifactReference, okText, type ToolResult, toolError } from "../../../contract/tool-result.ts";
import { defineTool } from "../../../engine/define-tool.ts";
import type { BoundTool, ToolContext } from "../../../engine/tool.ts";
import { zodInput } from "../../../engine/zod-input.ts";
import { answering } from "../files/file-problem.ts";
import type { GivenFiles } from "./given-files.ts";

/** Characters of a text that becomes a file. */
const MOST_TEXT = 500_000;
/** Names told in a hint. */
const MOST_NAMES = 20;

const inputSchema = z.object({
  file: z
    .string()
    .trim()
    .max(1_000)
    .default("")
    .describe("A path in the workspace, or a file of this run by its id or name"),
  content: z.string().max(MOST_TEXT).default("").describe("In place of file: the text of a new one"),
  name: z.string().trim().max(120).default("").describe("The name of the new file, with its ending"),
  note: z.string().trim().max(500).default("").describe("What it is, for the person"),
});

type Input = z.output<typeof inputSchema>;

/** `attach_file`: the lead hands a file over with its answer, one that is there or a text that becomes one. */
export function attachFileTool(files: GivenFiles): BoundTool {
  return defineTool({
    name: "attach_file",
    description:
      "Hand a file to the person together with your answer: a file of the workspace by its path, a file of this run by id or name, or a new text file from content and name. It goes as it is now.",
    inputSchema: zodInput(inputSchema),
    origin: { kind: "builtin", id: "people" },
    flags: { readOnly: false, concurrencySafe: false, destructive: false, idempotent: true },
    availability: ["main"],
    changes: "session",
    execute: (input, context) => answering(() => handOver(files, input, context)),
  });
}

async function handOver(files: GivenFiles, input: Input, context: ToolContext): Promise<ToolResult> {
  const found = await findFile(files, input, context);
  if ("status" in found) return found;
  context.emit({ type: "file.attached", callId: context.callId, note: input.note, ...found });
  return okText(`${found.name} (${found.size} bytes) goes to the person with your answer.`, { ...found });
}

async function findFile(
  files: GivenFiles,
  { file, content, name }: Input,
  context: ToolContext,
): Promise<ArtifactReference | ToolResult> {
  if ((file === "") === (content === ""))
    return toolError("invalid_input", "Give either file or content.", "file names one that is there.");
  // A worker that is gone may have kept it already, from what was there then.
  const before = context.isNew === true ? undefined : await files.ofCall(context);
  if (before) return before;
  if (content !== "") return writeFile(files, { name, content }, context);
  const known = await files.list(context.runId);
  return (
    known.find(({ artifactId }) => artifactId === file) ??
    (await findByWords({ files, file, known }, context)) ??
    notThere(file, known)
  );
}

interface Wanted {
  readonly files: GivenFiles;
  readonly file: string;
  readonly known: readonly ArtifactReference[];
}

/** The workspace comes first: a file of the run with that name may be an earlier copy of what lies there now. */
async function findByWords(
  { files, file, known }: Wanted,
  context: ToolContext,
): Promise<ArtifactReference | ToolResult | undefined> {
  const named = known.filter(({ name }) => name === file);
  const content = await files.readWorkspace(context, file).catch((problem: unknown) => {
    // What is no path in the workspace can be the name of a file all the same.
    if (named.length === 0) throw problem;
    return undefined;
  });
  if (content) return files.keep(context, { name: file.split("/").at(-1) ?? file, content });
  if (named.length < 2) return named[0];
  return toolError(
    "invalid_input",
    `${named.length} files of this run are called ${file}.`,
    `Name one by its id: ${named.map(({ artifactId }) => artifactId).join(", ")}.`,
  );
}

function notThere(file: string, known: readonly ArtifactReference[]): ToolResult {
  const names = known.slice(-MOST_NAMES).map((one) => one.name);
  return toolError(
    "invalid_input",
    `Neither this run nor the workspace has a file ${file}.`,
    names.length === 0
      ? "The run has no files yet: use content and name."
      : `The run has: ${names.join(", ")}.`,
  );
}

async function writeFile(
  files: GivenFiles,
  { name, content }: Pick<Input, "name" | "content">,
  context: ToolContext,
): Promise<ArtifactReference | ToolResult> {
  if (!/^[^/\\\p{Control}]+$/u.test(name) || /^\.+$/.test(name))
    return toolError("invalid_input", "A new file needs a name without a path.", "Such as report.md.");
  return files.keep(context, { name, content: new TextEncoder().encode(content) });
}
