import { z } from "zod";
import { okText, type ToolResult } from "../../../contract/tool-result.ts";
import { defineTool } from "../../../engine/define-tool.ts";
import type { BoundTool, ToolContext } from "../../../engine/tool.ts";
import { zodInput } from "../../../engine/zod-input.ts";
import { applyEdit, type Edit } from "./apply-edit.ts";
import { changeFile } from "./change-file.ts";
import type { FileDesk } from "./file-desk.ts";
import { answering, FileProblem } from "./file-problem.ts";
import { requireText } from "./file-text.ts";
import { CHANGING, FILES_ORIGIN, filePath, shownName } from "./files-flags.ts";
import type { WorkspaceFile } from "./workspace.ts";

const edit = z.object({
  old_string: z.string().min(1).max(500_000).describe("Text as it is in the file, without line numbers"),
  new_string: z.string().max(500_000),
  replace_all: z.boolean().default(false),
});

/** `edit_file`: one text in place of another. */
export function editFileTool(desk: FileDesk): BoundTool {
  return defineTool({
    name: "edit_file",
    aliases: ["edit"],
    description:
      "Replace a text in a file of the workspace that you have read. It has to be unique, or set replace_all.",
    inputSchema: zodInput(edit.extend({ path: filePath })),
    origin: FILES_ORIGIN,
    flags: CHANGING,
    groups: ["fs"],
    execute: ({ path, ...single }, context) =>
      answering(() => makeEdits(desk, { path, toNew: (text) => applyEdit(text, single) }, context)),
  });
}

/** `multi_edit`: several, all or none. */
export function multiEditTool(desk: FileDesk): BoundTool {
  return defineTool({
    name: "multi_edit",
    description:
      "Make up to 50 edits in one file of the workspace that you have read, one after another: all of them or, if one fails, none.",
    inputSchema: zodInput(z.object({ path: filePath, edits: z.array(edit).min(1).max(50) })),
    origin: FILES_ORIGIN,
    flags: CHANGING,
    groups: ["fs"],
    execute: ({ path, edits }, context) =>
      answering(() => makeEdits(desk, { path, toNew: (text) => applyAll(text, edits) }, context)),
  });
}

interface Edits {
  readonly path: string;
  toNew(text: string): string;
}

async function makeEdits(desk: FileDesk, { path, toNew }: Edits, context: ToolContext): Promise<ToolResult> {
  const change = {
    path,
    isReplacement: false,
    toNew: (file: WorkspaceFile | undefined) => toNew(textOf(file)),
  };
  const { located, size } = await changeFile(desk, change, context);
  return okText(`Changed ${shownName(located)}, now ${size} bytes.`, { path: shownName(located), size });
}

function textOf(file: WorkspaceFile | undefined): string {
  if (file === undefined)
    throw new FileProblem(
      "tool_failed",
      "There is no such file.",
      "Make it with write_file, or look with glob.",
    );
  return requireText(file.bytes);
}

function applyAll(text: string, edits: readonly Edit[]): string {
  return edits.reduce((current, single, index) => {
    try {
      return applyEdit(current, single);
    } catch (error) {
      if (!(error instanceof FileProblem)) throw error;
      const message = `Edit ${index + 1} of ${edits.length}: ${error.message} Nothing was changed.`;
      throw new FileProblem(error.code, message, error.hint);
    }
  }, text);
}
