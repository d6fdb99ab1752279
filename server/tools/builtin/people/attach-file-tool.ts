import { z } from "zod";
import { type ArtifactReference, okText, type ToolResult, toolError } from "../../../contract/tool-result.ts";
import { defineTool } from "../../../engine/define-tool.ts";
import type { BoundTool, ToolContext } from "../../../engine/tool.ts";
import { zodInput } from "../../../engine/zod-input.ts";
import type { GivenFiles } from "./given-files.ts";

/** Characters of a text that becomes a file. */
const MOST_TEXT = 500_000;
/** Names told in a hint. */
const MOST_NAMES = 20;

const inputSchema = z.object({
  file: z.string().trim().max(200).default("").describe("A file of this run: its name or id"),
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
      "Hand a file to the person together with your answer: a file of this run by name or id, or a new text file from content and name.",
    inputSchema: zodInput(inputSchema),
    origin: { kind: "builtin", id: "people" },
    flags: { readOnly: false, concurrencySafe: false, destructive: false, idempotent: true },
    availability: ["main"],
    changes: "session",
    async execute(input, context) {
      const found = await findFile(files, input, context);
      if ("status" in found) return found;
      context.emit({ type: "file.attached", callId: context.callId, note: input.note, ...found });
      return okText(`${found.name} (${found.size} bytes) goes to the person with your answer.`, { ...found });
    },
  });
}

async function findFile(
  files: GivenFiles,
  { file, content, name }: Input,
  context: ToolContext,
): Promise<ArtifactReference | ToolResult> {
  if ((file === "") === (content === ""))
    return toolError("invalid_input", "Give either file or content.", "file names one that is there.");
  if (content !== "") return writeFile(files, { name, content }, context);
  const known = await files.list(context.runId);
  const matching = known.filter((one) => one.artifactId === file || one.name === file);
  const [only] = matching;
  if (only && matching.length === 1) return only;
  if (only)
    return toolError(
      "invalid_input",
      `${matching.length} files of this run are called ${file}.`,
      `Name one by its id: ${matching.map((one) => one.artifactId).join(", ")}.`,
    );
  const names = known.slice(-MOST_NAMES).map((one) => one.name);
  return toolError(
    "invalid_input",
    `This run has no file ${file}.`,
    names.length === 0 ? "It has no files yet: use content and name." : `It has: ${names.join(", ")}.`,
  );
}

async function writeFile(
  files: GivenFiles,
  { name, content }: Pick<Input, "name" | "content">,
  context: ToolContext,
): Promise<ArtifactReference | ToolResult> {
  if (!/^[^/\\\p{Control}]+$/u.test(name) || /^\.+$/.test(name))
    return toolError("invalid_input", "A new file needs a name without a path.", "Such as report.md.");
  // A worker that is gone may have written it already.
  const before = context.isNew === true ? undefined : await files.ofCall(context);
  return before ?? files.keep(context, { name, text: content });
}
